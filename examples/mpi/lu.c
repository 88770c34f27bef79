/* Gauss-Seidel sweeps as wavefronts: the grid is cut along x and y into columns of ranks, and every plane of z is
   swept from one corner to the other and back, each rank waiting for the edges of its neighbours (after the idea of
   NPB LU: Bailey et al. 1991). Rank 0 sweeps the whole grid alone to compare. Size: points along x and y. */
#include "kernel.h"

#define DEPTH 32
#define ITERATIONS 2
#define PARTS 5
#define DIAGONAL 8.0
/* Operations for each of the five numbers of a point: NPB LU solves a 5 x 5 system there. */
#define PER_PART 80.0

typedef struct {
    long wide, high, first_x, first_y; /* points of the box, and its place in the grid */
    double *u;
} Box;

static double *point(const Box *box, long x, long y, long z)
{
    return box->u + ((z * (box->high + 2) + y) * (box->wide + 2) + x) * PARTS;
}

static double right_side(long x, long y, long z, int part)
{
    return (double)(kernel_mix((uint64_t)(((z * 4096 + y) * 4096 + x) * PARTS + part)) >> 40) / (double)(1 << 24);
}

static Box make_box(long wide, long high, long first_x, long first_y)
{
    Box box = {wide, high, first_x, first_y, NULL};
    box.u = kernel_memory((size_t)((DEPTH + 2) * (high + 2) * (wide + 2) * PARTS), sizeof(double));
    return box;
}

static void relax(const Box *box, long x, long y, long z)
{
    double *here = point(box, x, y, z), *around[6] = {
        point(box, x - 1, y, z), point(box, x + 1, y, z), point(box, x, y - 1, z),
        point(box, x, y + 1, z), point(box, x, y, z - 1), point(box, x, y, z + 1)};
    for (int part = 0; part < PARTS; part++) {
        double sum = right_side(box->first_x + x, box->first_y + y, z, part);
        for (int side = 0; side < 6; side++)
            sum += around[side][part];
        here[part] = sum / DIAGONAL;
    }
}

/* Sweeps the plane z of a box in rising order, or in falling order. */
static void sweep_plane(const Box *box, long z, int rising)
{
    for (long j = 1; j <= box->high; j++)
        for (long i = 1; i <= box->wide; i++) {
            long x = rising ? i : box->wide + 1 - i, y = rising ? j : box->high + 1 - j;
            relax(box, x, y, z);
        }
}

/* Sends or receives a column (along y) or a row (along x) of the plane z. */
static void edge(const Box *box, long z, int along_y, long at, int other, int sends, double *buffer)
{
    long count = along_y ? box->high : box->wide;
    if (other == MPI_PROC_NULL)
        return;
    if (!sends)
        MPI_Recv(buffer, (int)count * PARTS, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (long i = 1; i <= count; i++) {
        double *own = along_y ? point(box, at, i, z) : point(box, i, at, z), *packed = buffer + (i - 1) * PARTS;
        memcpy(sends ? packed : own, sends ? own : packed, PARTS * sizeof(double));
    }
    if (sends)
        MPI_Send(buffer, (int)count * PARTS, MPI_DOUBLE, other, 0, MPI_COMM_WORLD);
}

/* Sides: west, east, south, north. The edges that a sweep goes to are there since the one before; zero at first. */
static void sweep(const Box *box, const int *side, int rising, double *buffer)
{
    for (long k = 1; k <= DEPTH; k++) {
        long z = rising ? k : DEPTH + 1 - k;
        edge(box, z, 1, rising ? 0 : box->wide + 1, side[rising ? 0 : 1], 0, buffer);
        edge(box, z, 0, rising ? 0 : box->high + 1, side[rising ? 2 : 3], 0, buffer);
        sweep_plane(box, z, rising);
        kernel_work(PER_PART * PARTS * (double)(box->wide * box->high));
        edge(box, z, 1, rising ? box->wide : 1, side[rising ? 1 : 0], 1, buffer);
        edge(box, z, 0, rising ? box->high : 1, side[rising ? 3 : 2], 1, buffer);
    }
}

/* Sums of the numbers of a box, each point by a weight of its own. */
static double weighted_sum(const Box *box)
{
    double sum = 0;
    for (long z = 1; z <= DEPTH; z++)
        for (long y = 1; y <= box->high; y++)
            for (long x = 1; x <= box->wide; x++)
                for (int part = 0; part < PARTS; part++)
                    sum += point(box, x, y, z)[part] * right_side(box->first_x + x, box->first_y + y, z, part + PARTS);
    return sum;
}

static double alone(long size)
{
    Box whole = make_box(size, size, 0, 0);
    for (int iteration = 0; iteration < ITERATIONS; iteration++)
        for (int rising = 1; rising >= 0; rising--)
            for (long k = 1; k <= DEPTH; k++)
                sweep_plane(&whole, rising ? k : DEPTH + 1 - k, rising);
    double sum = weighted_sum(&whole);
    free(whole.u);
    return sum;
}

int main(int argc, char **argv)
{
    long size = kernel_start(&argc, &argv, 64);
    int across = 1;
    while (across * across < ranks)
        across *= 2;
    int up = ranks / across;
    kernel_refuse_unless(is_power_of_two(ranks) && size % across == 0 && size <= 2048,
                         "the ranks must be a power of two and their root divide the size, 2048 at most");
    int x = rank % across, y = rank / across;
    int side[4] = {x > 0 ? rank - 1 : MPI_PROC_NULL, x < across - 1 ? rank + 1 : MPI_PROC_NULL,
                   y > 0 ? rank - across : MPI_PROC_NULL, y < up - 1 ? rank + across : MPI_PROC_NULL};
    Box box = make_box(size / across, size / up, x * (size / across), y * (size / up));
    double *buffer = kernel_memory((size_t)size * PARTS, sizeof(double));
    double begun = kernel_clock();
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
        sweep(&box, side, 1, buffer);
        sweep(&box, side, 0, buffer);
    }
    double seconds = MPI_Wtime() - begun, mine = weighted_sum(&box), all;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    int right = rank != 0 || fabs(all / alone(size) - 1) < 1e-12;
    return kernel_end(seconds, right);
}
