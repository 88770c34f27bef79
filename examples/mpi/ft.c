/* A field in three dimensions that spreads with time: transformed once forwards, then damped and transformed back
   at each step, an all-to-all each time (after the idea of NPB FT: Bailey et al. 1991). The field is a sum of waves,
   whose damping is known. Ranks hold slabs. Size: points along x; along y and z 256, or the ranks if more. */
#include "fourier.h"

#define STEPS 1
#define WAVES 3

static long nx, ny, nz;
static Complex *powers_of_x, *powers_of_y, *powers_of_z;
static const long WAVE[WAVES][3] = {{1, 2, 3}, {0, 5, 1}, {3, 0, 7}};

/* Transforms n lines of a length, whose points are a stride apart, by way of a buffer. */
static void strided_lines(Complex *first, long length, long stride, const Complex *powers, Complex *line, int direction)
{
    for (long i = 0; i < length; i++)
        line[i] = first[i * stride];
    transform_line(line, length, powers, direction);
    for (long i = 0; i < length; i++)
        first[i * stride] = line[i];
}

/* Transforms planes [z][y][x] of this rank along x and y. */
static void transform_planes(Complex *slab, Complex *line, int direction)
{
    for (long z = 0; z < nz / ranks; z++) {
        Complex *plane = slab + z * ny * nx;
        for (long y = 0; y < ny; y++)
            transform_line(plane + y * nx, nx, powers_of_x, direction);
        for (long x = 0; x < nx; x++)
            strided_lines(plane + x, ny, nx, powers_of_y, line, direction);
    }
    double points = (double)(nx * ny * (nz / ranks));
    kernel_work(transform_operations(points, (double)nx) + transform_operations(points, (double)ny));
}

static void transform_columns(Complex *slab, Complex *line, int direction)
{
    for (long i = 0; i < ny / ranks * nx; i++)
        strided_lines(slab + i, nz, ny / ranks * nx, powers_of_z, line, direction);
    kernel_work(transform_operations((double)(nx * nz * (ny / ranks)), (double)nz));
}

/* From slabs of z, [z][all y][x], to slabs of y, [all z][y][x]. */
static void to_columns(Complex *slab, Complex *packed)
{
    long deep = nz / ranks, wide = ny / ranks, block = deep * wide * nx;
    for (int other = 0; other < ranks; other++)
        for (long z = 0; z < deep; z++)
            memcpy(packed + other * block + z * wide * nx, slab + (z * ny + other * wide) * nx,
                   (size_t)(wide * nx) * sizeof(Complex));
    MPI_Alltoall(packed, (int)(2 * block), MPI_DOUBLE, slab, (int)(2 * block), MPI_DOUBLE, MPI_COMM_WORLD);
}

/* And back. */
static void to_planes(Complex *slab, Complex *packed)
{
    long deep = nz / ranks, wide = ny / ranks, block = deep * wide * nx;
    MPI_Alltoall(slab, (int)(2 * block), MPI_DOUBLE, packed, (int)(2 * block), MPI_DOUBLE, MPI_COMM_WORLD);
    for (int other = 0; other < ranks; other++)
        for (long z = 0; z < deep; z++)
            memcpy(slab + (z * ny + other * wide) * nx, packed + other * block + z * wide * nx,
                   (size_t)(wide * nx) * sizeof(Complex));
}

static double damping(const long *wave, int step)
{
    long square = wave[0] * wave[0] + wave[1] * wave[1] + wave[2] * wave[2];
    return exp(-0.001 * (double)square * step);
}

static Complex field(long x, long y, long z, int step)
{
    Complex sum = {0, 0};
    for (int w = 0; w < WAVES; w++) {
        double turns = (double)(WAVE[w][0] * x) / (double)nx + (double)(WAVE[w][1] * y) / (double)ny;
        Complex one = on_circle(turns + (double)(WAVE[w][2] * z) / (double)nz);
        sum.re += one.re * damping(WAVE[w], step);
        sum.im += one.im * damping(WAVE[w], step);
    }
    return sum;
}

/* Writes the spectrum, damped, into another array: frequencies above the middle are negative ones. */
static void damp(const Complex *spectrum, Complex *damped, int step)
{
    long wide = ny / ranks, at = 0;
    for (long z = 0; z < nz; z++)
        for (long y = rank * wide; y < (rank + 1) * wide; y++)
            for (long x = 0; x < nx; x++, at++) {
                long wave[3] = {x > nx / 2 ? x - nx : x, y > ny / 2 ? y - ny : y, z > nz / 2 ? z - nz : z};
                double factor = damping(wave, step) / ((double)nx * (double)ny * (double)nz);
                damped[at].re = spectrum[at].re * factor;
                damped[at].im = spectrum[at].im * factor;
            }
    kernel_work(4.0 * (double)at);
}

int main(int argc, char **argv)
{
    nx = kernel_start(&argc, &argv, 128);
    ny = nz = ranks > 256 ? ranks : 256;
    kernel_refuse_unless(is_power_of_two(nx) && nx >= 8 && is_power_of_two(ranks),
                         "the points along x must be a power of two from 8, and the ranks one");
    size_t points = (size_t)(nx * ny * (nz / ranks));
    Complex *spectrum = kernel_memory(points, sizeof(Complex)), *slab = kernel_memory(points, sizeof(Complex));
    Complex *packed = kernel_memory(points, sizeof(Complex)), *line = kernel_memory((size_t)ny, sizeof(Complex));
    powers_of_x = circle_powers(nx);
    powers_of_y = circle_powers(ny);
    powers_of_z = circle_powers(nz);
    long first = rank * (nz / ranks), at = 0;
    for (long z = first; z < first + nz / ranks; z++)
        for (long y = 0; y < ny; y++)
            for (long x = 0; x < nx; x++)
                spectrum[at++] = field(x, y, z, 0);
    double begun = kernel_clock();
    transform_planes(spectrum, line, 1);
    to_columns(spectrum, packed);
    transform_columns(spectrum, line, 1);
    for (int step = 1; step <= STEPS; step++) {
        damp(spectrum, slab, step);
        transform_columns(slab, line, -1);
        to_planes(slab, packed);
        transform_planes(slab, line, -1);
        double mine = slab[0].re, sum;
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    double seconds = MPI_Wtime() - begun;
    int right = 1;
    at = 0;
    for (long z = first; z < first + nz / ranks; z++)
        for (long y = 0; y < ny; y++)
            for (long x = 0; x < nx; x++, at++) {
                Complex expected = field(x, y, z, STEPS);
                right = right && fabs(slab[at].re - expected.re) + fabs(slab[at].im - expected.im) < 1e-9;
            }
    return kernel_end(seconds, right);
}
