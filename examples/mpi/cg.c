/* Conjugate gradient on a sparse symmetric matrix that is spread over a grid of ranks by rows and columns: partial
   products are summed along the rows of the grid and change places with the transposed rank (after the idea of
   NPB CG: Bailey et al. 1991). The matrix has entries at random distances from its diagonal, which outweighs them;
   the right side is that of a known solution. Size: rows of the matrix. */
#include "kernel.h"

#define STEPS 25
#define DISTANCES 60

static long rows, high, wide; /* of the matrix, of this rank's block */
static int grid_rows, grid_columns, my_row, my_column, partner;
static MPI_Comm along_row;

typedef struct {
    long entries;
    long *row_at;
    int *column;
    double *value;
} Block;

static double value_at(long i, long j)
{
    uint64_t low = (uint64_t)(i < j ? i : j), high_one = (uint64_t)(i < j ? j : i);
    return (double)(kernel_mix(low * 0x100000001ull + high_one) >> 40) / (double)(1 << 24) - 0.5;
}

/* The k-th distance from the diagonal; all differ and none is half the rows. */
static long distance(int k)
{
    long room = (rows / 2 - 1) / DISTANCES;
    return 1 + k * room + (long)(kernel_mix((uint64_t)k) % (uint64_t)room);
}

static void add_entry(Block *block, long j, double value)
{
    if (j / wide != my_column)
        return;
    if (block->column) {
        block->column[block->entries] = (int)(j % wide);
        block->value[block->entries] = value;
    }
    block->entries++;
}

static void go_through(Block *block)
{
    block->entries = 0;
    for (long row = 0; row < high; row++) {
        long i = my_row * high + row;
        block->row_at[row] = block->entries;
        add_entry(block, i, DISTANCES);
        for (int k = 0; k < DISTANCES; k++) {
            long below = (i + rows - distance(k)) % rows, above = (i + distance(k)) % rows;
            add_entry(block, below, value_at(i, below));
            add_entry(block, above, value_at(i, above));
        }
    }
    block->row_at[high] = block->entries;
}

static Block make_block(void)
{
    Block block = {0, kernel_memory((size_t)high + 1, sizeof(long)), NULL, NULL};
    go_through(&block);
    size_t entries = (size_t)block.entries;
    block.column = kernel_memory(entries, sizeof(int));
    block.value = kernel_memory(entries, sizeof(double));
    go_through(&block);
    return block;
}

/* out = A in: both are the part of the vector that belongs to this rank's columns. */
static void multiply(const Block *block, const double *in, double *out, double *partial, double *sum)
{
    for (long row = 0; row < high; row++) {
        partial[row] = 0;
        for (long at = block->row_at[row]; at < block->row_at[row + 1]; at++)
            partial[row] += block->value[at] * in[block->column[at]];
    }
    kernel_work(2.0 * (double)block->entries);
    MPI_Allreduce(partial, sum, (int)high, MPI_DOUBLE, MPI_SUM, along_row);
    int theirs = partner % grid_columns;
    MPI_Sendrecv(sum + theirs * wide - my_row * high, (int)wide, MPI_DOUBLE, partner, 0, out, (int)wide, MPI_DOUBLE,
                 partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static double dot(const double *a, const double *b)
{
    double mine = 0, all;
    for (long i = 0; i < wide; i++)
        mine += a[i] * b[i];
    kernel_work(2.0 * (double)wide);
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, along_row);
    return all;
}

static double known(long i)
{
    return 1.0 + (double)(kernel_mix((uint64_t)i + 99) >> 40) / (double)(1 << 24);
}

int main(int argc, char **argv)
{
    rows = kernel_start(&argc, &argv, 1 << 15);
    grid_rows = 1;
    while (4 * grid_rows * grid_rows <= ranks)
        grid_rows *= 2;
    grid_columns = ranks / grid_rows;
    kernel_refuse_unless(is_power_of_two(ranks) && rows % grid_columns == 0 && rows >= 4 * DISTANCES,
                         "the ranks must be a power of two and divide the rows, of which there are 240 at least");
    my_row = rank / grid_columns;
    my_column = rank % grid_columns;
    high = rows / grid_rows;
    wide = rows / grid_columns;
    int ratio = grid_columns / grid_rows;
    partner = my_column / ratio * grid_columns + my_row * ratio + my_column % ratio;
    MPI_Comm_split(MPI_COMM_WORLD, my_row, my_column, &along_row);
    Block block = make_block();
    double *vectors[6], *partial = kernel_memory((size_t)high, sizeof(double));
    double *sum = kernel_memory((size_t)high, sizeof(double));
    for (int i = 0; i < 6; i++)
        vectors[i] = kernel_memory((size_t)wide, sizeof(double));
    double *x = vectors[0], *r = vectors[1], *p = vectors[2], *q = vectors[3], *goal = vectors[4];
    for (long i = 0; i < wide; i++)
        goal[i] = known(my_column * wide + i);
    multiply(&block, goal, r, partial, sum);
    memcpy(p, r, (size_t)wide * sizeof(double));
    double begun = kernel_clock(), rho = dot(r, r);
    for (int step = 0; step < STEPS; step++) {
        multiply(&block, p, q, partial, sum);
        double alpha = rho / dot(p, q), before = rho;
        for (long i = 0; i < wide; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        rho = dot(r, r);
        for (long i = 0; i < wide; i++)
            p[i] = r[i] + rho / before * p[i];
        kernel_work(6.0 * (double)wide);
    }
    double seconds = MPI_Wtime() - begun;
    int right = 1;
    for (long i = 0; i < wide; i++)
        right = right && fabs(x[i] - goal[i]) < 1e-9;
    return kernel_end(seconds, right);
}
