/* Multigrid on a periodic grid in three dimensions: V-cycles whose every sweep exchanges the six faces of a rank's
   box with its neighbours, first along x, then y, then z (after the idea of NPB MG: Bailey et al. 1991). The right
   side is that of a known field. Size: points along each side. */
#include "kernel.h"

#define CYCLES 4
#define SWEEPS 2
#define LEVELS 16
/* Operations of a point: of a sweep, of a residual, of going one level down or up. */
#define SWEEP_WORK 10.0
#define RESIDUAL_WORK 9.0
#define LEVEL_WORK 2.0

typedef struct {
    long n[3];        /* points of this rank's box */
    double diagonal;  /* six neighbours of weight -1, and this */
    double *u, *f, *r;
} Level;

static int boxes[3], place[3];
static Level levels[LEVELS];
static int depth;
static double *faces[4];

static long at(const Level *level, long x, long y, long z)
{
    return (z * (level->n[1] + 2) + y) * (level->n[0] + 2) + x;
}

static int neighbour(int axis, int step)
{
    int there[3] = {place[0], place[1], place[2]};
    there[axis] = (there[axis] + step + boxes[axis]) % boxes[axis];
    return (there[2] * boxes[1] + there[1]) * boxes[0] + there[0];
}

/* Copies one plane across an axis into a buffer, or out of it. */
static int plane(const Level *level, double *u, int axis, long depth_of, double *buffer, int out)
{
    long n[3] = {level->n[0] + 2, level->n[1] + 2, level->n[2] + 2}, from[3] = {0, 0, 0};
    int count = 0;
    from[axis] = depth_of;
    n[axis] = depth_of + 1;
    for (long z = from[2]; z < n[2]; z++)
        for (long y = from[1]; y < n[1]; y++)
            for (long x = from[0]; x < n[0]; x++, count++) {
                double *point = u + at(level, x, y, z);
                if (out)
                    buffer[count] = *point;
                else
                    *point = buffer[count];
            }
    return count;
}

static void exchange(const Level *level, double *u)
{
    for (int axis = 0; axis < 3; axis++) {
        long n = level->n[axis];
        int count = plane(level, u, axis, 1, faces[0], 1), below = neighbour(axis, -1), above = neighbour(axis, 1);
        plane(level, u, axis, n, faces[1], 1);
        MPI_Request requests[4];
        MPI_Irecv(faces[2], count, MPI_DOUBLE, above, 0, MPI_COMM_WORLD, requests);
        MPI_Irecv(faces[3], count, MPI_DOUBLE, below, 1, MPI_COMM_WORLD, requests + 1);
        MPI_Isend(faces[0], count, MPI_DOUBLE, below, 0, MPI_COMM_WORLD, requests + 2);
        MPI_Isend(faces[1], count, MPI_DOUBLE, above, 1, MPI_COMM_WORLD, requests + 3);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        plane(level, u, axis, n + 1, faces[2], 0);
        plane(level, u, axis, 0, faces[3], 0);
    }
}

/* r = f - A u, whose neighbours were exchanged. */
static void residual(const Level *level)
{
    long along[3] = {1, level->n[0] + 2, (level->n[0] + 2) * (level->n[1] + 2)};
    for (long z = 1; z <= level->n[2]; z++)
        for (long y = 1; y <= level->n[1]; y++)
            for (long x = 1; x <= level->n[0]; x++) {
                const double *u = level->u + at(level, x, y, z);
                double around = u[1] + u[-1] + u[along[1]] + u[-along[1]] + u[along[2]] + u[-along[2]];
                level->r[at(level, x, y, z)] = level->f[at(level, x, y, z)] - level->diagonal * *u + around;
            }
}

static double points_of(const Level *level)
{
    return (double)(level->n[0] * level->n[1] * level->n[2]);
}

/* Damped Jacobi sweeps. */
static void smooth(const Level *level, int sweeps)
{
    for (int sweep = 0; sweep < sweeps; sweep++) {
        exchange(level, level->u);
        residual(level);
        for (long z = 1; z <= level->n[2]; z++)
            for (long y = 1; y <= level->n[1]; y++)
                for (long x = 1; x <= level->n[0]; x++)
                    level->u[at(level, x, y, z)] += 0.8 / level->diagonal * level->r[at(level, x, y, z)];
        kernel_work(SWEEP_WORK * points_of(level));
    }
}

/* The residual, each eight points as one, is the right side below; its factor is that of the wider spacing. */
static void go_down(const Level *fine, const Level *coarse)
{
    size_t all = (size_t)((coarse->n[0] + 2) * (coarse->n[1] + 2) * (coarse->n[2] + 2));
    exchange(fine, fine->u);
    residual(fine);
    memset(coarse->u, 0, all * sizeof(double));
    for (long z = 1; z <= coarse->n[2]; z++)
        for (long y = 1; y <= coarse->n[1]; y++)
            for (long x = 1; x <= coarse->n[0]; x++) {
                double sum = 0;
                for (int corner = 0; corner < 8; corner++)
                    sum += fine->r[at(fine, 2 * x - (corner & 1), 2 * y - (corner >> 1 & 1), 2 * z - (corner >> 2))];
                coarse->f[at(coarse, x, y, z)] = sum / 2;
            }
    kernel_work(RESIDUAL_WORK * points_of(fine) + LEVEL_WORK * points_of(fine));
}

/* The correction from below, three quarters of the own cell and a quarter of the next along each axis. */
static void go_up(const Level *coarse, const Level *fine)
{
    exchange(coarse, coarse->u);
    for (long z = 1; z <= fine->n[2]; z++)
        for (long y = 1; y <= fine->n[1]; y++)
            for (long x = 1; x <= fine->n[0]; x++) {
                long own[3] = {(x + 1) / 2, (y + 1) / 2, (z + 1) / 2}, fine_at[3] = {x, y, z}, next[3];
                double sum = 0;
                for (int axis = 0; axis < 3; axis++)
                    next[axis] = own[axis] + (fine_at[axis] % 2 ? -1 : 1);
                for (int corner = 0; corner < 8; corner++) {
                    double weight = (corner & 1 ? 0.25 : 0.75) * (corner & 2 ? 0.25 : 0.75);
                    weight *= corner & 4 ? 0.25 : 0.75;
                    sum += weight * coarse->u[at(coarse, corner & 1 ? next[0] : own[0], corner & 2 ? next[1] : own[1],
                                                 corner & 4 ? next[2] : own[2])];
                }
                fine->u[at(fine, x, y, z)] += sum;
            }
    kernel_work(LEVEL_WORK * 8 * points_of(fine));
}

static void cycle(int top)
{
    if (top == depth - 1) {
        smooth(levels + top, 20);
        return;
    }
    smooth(levels + top, SWEEPS);
    go_down(levels + top, levels + top + 1);
    cycle(top + 1);
    go_up(levels + top + 1, levels + top);
    smooth(levels + top, SWEEPS);
}

/* Boxes of ranks as near to a cube as powers of two allow. */
static void place_ranks(void)
{
    boxes[0] = boxes[1] = boxes[2] = 1;
    for (int left = ranks, axis = 2; left > 1; left /= 2, axis = (axis + 2) % 3)
        boxes[axis] *= 2;
    place[0] = rank % boxes[0];
    place[1] = rank / boxes[0] % boxes[1];
    place[2] = rank / boxes[0] / boxes[1];
}

static void make_levels(long side)
{
    double spacing = 1;
    for (depth = 0; depth < LEVELS; depth++, side /= 2, spacing *= 2) {
        Level *level = levels + depth;
        size_t all = 1;
        int thinnest = 1;
        for (int axis = 0; axis < 3; axis++) {
            level->n[axis] = side / boxes[axis];
            thinnest = thinnest && level->n[axis] >= 2;
            all *= (size_t)level->n[axis] + 2;
        }
        if (!thinnest)
            break;
        level->diagonal = 6 + 0.01 * spacing * spacing;
        level->u = kernel_memory(all, sizeof(double));
        level->f = kernel_memory(all, sizeof(double));
        level->r = kernel_memory(all, sizeof(double));
    }
}

static double known(long x, long y, long z, long side)
{
    double turn = 2 * PI / (double)side;
    return sin(turn * (double)x) * cos(2 * turn * (double)y) + sin(turn * (double)(3 * z + x)) + 0.5;
}

int main(int argc, char **argv)
{
    long side = kernel_start(&argc, &argv, 128);
    place_ranks();
    kernel_refuse_unless(is_power_of_two(ranks) && is_power_of_two(side) && side >= 32 && side / boxes[2] >= 2,
                         "ranks and sides must be powers of two, sides from 32, with 2 points of a side for each rank");
    make_levels(side);
    Level *top = levels;
    size_t widest = 1;
    for (int axis = 0; axis < 3; axis++)
        widest = (size_t)top->n[axis] + 2 > widest ? (size_t)top->n[axis] + 2 : widest;
    for (int i = 0; i < 4; i++)
        faces[i] = kernel_memory(widest * widest, sizeof(double));
    double *goal = kernel_memory((size_t)((top->n[0] + 2) * (top->n[1] + 2) * (top->n[2] + 2)), sizeof(double));
    for (long z = 0; z <= top->n[2] + 1; z++)
        for (long y = 0; y <= top->n[1] + 1; y++)
            for (long x = 0; x <= top->n[0] + 1; x++)
                goal[at(top, x, y, z)] = known(place[0] * top->n[0] + x, place[1] * top->n[1] + y,
                                               place[2] * top->n[2] + z, side);
    memcpy(top->u, goal, (size_t)((top->n[0] + 2) * (top->n[1] + 2) * (top->n[2] + 2)) * sizeof(double));
    residual(top);
    for (long z = 1; z <= top->n[2]; z++)
        for (long y = 1; y <= top->n[1]; y++)
            for (long x = 1; x <= top->n[0]; x++) {
                top->f[at(top, x, y, z)] = -top->r[at(top, x, y, z)];
                top->u[at(top, x, y, z)] = 0;
            }
    double begun = kernel_clock();
    for (int number = 0; number < CYCLES; number++)
        cycle(0);
    double seconds = MPI_Wtime() - begun, error = 0;
    for (long z = 1; z <= top->n[2]; z++)
        for (long y = 1; y <= top->n[1]; y++)
            for (long x = 1; x <= top->n[0]; x++) {
                double off = fabs(top->u[at(top, x, y, z)] - goal[at(top, x, y, z)]);
                error = off > error ? off : error;
            }
    return kernel_end(seconds, error < 0.02);
}
