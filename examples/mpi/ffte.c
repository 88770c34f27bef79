/* One-dimensional Fourier transform of a vector that is spread over all ranks, as an array of rows and columns:
   three transposes, each an all-to-all, and two rounds of local transforms (Bailey 1990, six steps). The vector is
   a spike and a wave, whose transform is known at every point. Size: points of the vector. */
#include "fourier.h"

/* Transposes an array of rows x columns, spread by rows, into one of columns x rows, spread by rows. */
static void transpose(Complex **array, Complex **spare, long rows, long columns)
{
    long mine = rows / ranks, theirs = columns / ranks, block = mine * theirs;
    Complex *from = *array, *packed = *spare;
    for (int other = 0; other < ranks; other++)
        for (long row = 0; row < mine; row++)
            memcpy(packed + other * block + row * theirs, from + row * columns + other * theirs,
                   (size_t)theirs * sizeof(Complex));
    MPI_Alltoall(packed, (int)(2 * block), MPI_DOUBLE, from, (int)(2 * block), MPI_DOUBLE, MPI_COMM_WORLD);
    for (int other = 0; other < ranks; other++)
        for (long row = 0; row < mine; row++)
            for (long column = 0; column < theirs; column++)
                packed[column * rows + other * mine + row] = from[other * block + row * theirs + column];
    *array = packed;
    *spare = from;
}

static void transform_rows(Complex *array, long rows, long length)
{
    Complex *powers = circle_powers(length);
    for (long row = 0; row < rows / ranks; row++)
        transform_line(array + row * length, length, powers, 1);
    free(powers);
    kernel_work(transform_operations((double)(rows / ranks) * (double)length, (double)length));
}

int main(int argc, char **argv)
{
    long points = kernel_start(&argc, &argv, 1 << 23), rows = 1;
    while (rows * rows < points)
        rows *= 2;
    long columns = points / rows, mine = points / ranks;
    kernel_refuse_unless(is_power_of_two(points) && columns % ranks == 0 && rows % ranks == 0,
                         "the points must be a power of two and the ranks divide its root");
    Complex *array = kernel_memory((size_t)mine, sizeof(Complex));
    Complex *spare = kernel_memory((size_t)mine, sizeof(Complex));
    long spike = points / 3, wave = points / 5, first = rank * mine;
    for (long i = 0; i < mine; i++) {
        array[i] = on_circle((double)((first + i) * wave % points) / (double)points);
        array[i].re += first + i == spike;
    }
    double begun = kernel_clock();
    transpose(&array, &spare, rows, columns);
    transform_rows(array, columns, rows);
    for (long row = 0; row < columns / ranks; row++)
        for (long k = 0; k < rows; k++) {
            long turn = (rank * (columns / ranks) + row) * k % points;
            array[row * rows + k] = times(array[row * rows + k], on_circle(-(double)turn / (double)points));
        }
    kernel_work(6.0 * (double)mine);
    transpose(&array, &spare, columns, rows);
    transform_rows(array, rows, columns);
    transpose(&array, &spare, rows, columns);
    double seconds = MPI_Wtime() - begun;
    int right = 1;
    for (long i = 0; i < mine; i++) {
        long k = first + i;
        Complex expected = on_circle(-(double)(k * spike % points) / (double)points);
        expected.re += k == wave ? (double)points : 0;
        right = right && fabs(array[i].re - expected.re) + fabs(array[i].im - expected.im) < 1e-6;
    }
    return kernel_end(seconds, right);
}
