/* Breadth-first search of a random graph (after the idea of Graph 500: Murphy et al. 2010, with a bitmap of the
   frontier that every rank has): at each level a rank looks among the neighbours of its own unreached vertices for
   one in the frontier, and all ranks gather the new frontier. Every vertex has 8 neighbours, by 4 random
   permutations that can be inverted. Two searches. Size: vertices. */
#include "kernel.h"

#define ROOTS 2
#define EDGES 4
/* Operations for each neighbour that is looked at. */
#define PER_EDGE 4.0
#define NONE UINT32_MAX

static uint64_t vertices, mask;
static int bits;

static uint64_t odd(int k)
{
    return kernel_mix((uint64_t)k + 7) | 1;
}

/* The inverse of an odd number modulo a power of two, by Newton's steps. */
static uint64_t inverse(uint64_t number)
{
    uint64_t found = number;
    for (int step = 0; step < 6; step++)
        found *= 2 - number * found;
    return found;
}

/* The permutation k of the vertices, one way or the other: multiply, fold, multiply. */
static uint64_t neighbour(uint64_t vertex, int k, int back)
{
    uint64_t first = odd(2 * k), second = odd(2 * k + 1);
    int half = (bits + 1) / 2;
    if (!back) {
        uint64_t x = vertex * first & mask;
        x ^= x >> half;
        return (x * second + (uint64_t)k + 1) & mask;
    }
    uint64_t x = (vertex - (uint64_t)k - 1) * inverse(second) & mask;
    x ^= x >> half;
    return x * inverse(first) & mask;
}

static int has(const unsigned char *bitmap, uint64_t vertex)
{
    return bitmap[vertex >> 3] >> (vertex & 7) & 1;
}

/* Levels of all vertices by one rank alone, -1 for those that are not reached. */
static signed char *levels_alone(uint64_t root)
{
    signed char *level = kernel_memory(vertices, 1);
    uint32_t *queue = kernel_memory(vertices, sizeof(uint32_t));
    uint64_t head = 0, tail = 0;
    memset(level, -1, vertices);
    level[root] = 0;
    queue[tail++] = (uint32_t)root;
    while (head < tail) {
        uint64_t vertex = queue[head++];
        for (int k = 0; k < 2 * EDGES; k++) {
            uint64_t next = neighbour(vertex, k / 2, k % 2);
            if (level[next] < 0) {
                level[next] = (signed char)(level[vertex] + 1);
                queue[tail++] = (uint32_t)next;
            }
        }
    }
    free(queue);
    return level;
}

/* True if each vertex that can be reached has a neighbour one level above as its parent, and no other has any. */
static int are_shortest(uint64_t root, const uint32_t *parent)
{
    signed char *level = levels_alone(root);
    int right = 1;
    for (uint64_t vertex = 0; vertex < vertices; vertex++) {
        int joined = 0;
        for (int k = 0; k < 2 * EDGES; k++)
            joined = joined || neighbour(vertex, k / 2, k % 2) == parent[vertex];
        if (vertex == root || level[vertex] < 0)
            right = right && parent[vertex] == (vertex == root ? vertex : NONE);
        else
            right = right && joined && level[parent[vertex]] + 1 == level[vertex];
    }
    free(level);
    return right;
}

/* Searches from a root for the parents of this rank's vertices. */
static double search(uint64_t root, uint32_t *parent, unsigned char *frontier, unsigned char *own)
{
    uint64_t mine = vertices / (uint64_t)ranks, first = mine * (uint64_t)rank;
    for (uint64_t i = 0; i < mine; i++)
        parent[i] = first + i == root ? (uint32_t)root : NONE;
    memset(frontier, 0, vertices / 8);
    frontier[root >> 3] = (unsigned char)(1 << (root & 7));
    double begun = kernel_clock();
    for (;;) {
        long looked_at = 0, found = 0, all;
        memset(own, 0, mine / 8);
        for (uint64_t i = 0; i < mine; i++) {
            for (int k = 0; k < 2 * EDGES && parent[i] == NONE; k++) {
                uint64_t near = neighbour(first + i, k / 2, k % 2);
                looked_at++;
                if (has(frontier, near)) {
                    parent[i] = (uint32_t)near;
                    own[i >> 3] = (unsigned char)(own[i >> 3] | 1 << (i & 7));
                    found++;
                }
            }
        }
        kernel_work(PER_EDGE * (double)looked_at);
        MPI_Allreduce(&found, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        if (all == 0)
            return MPI_Wtime() - begun;
        MPI_Allgather(own, (int)(mine / 8), MPI_BYTE, frontier, (int)(mine / 8), MPI_BYTE, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    long size = kernel_start(&argc, &argv, 1 << 20);
    kernel_refuse_unless(is_power_of_two(size) && size % (8L * ranks) == 0 && size < 1L << 31,
                         "the vertices must be a power of two and each rank have a multiple of 8");
    vertices = (uint64_t)size;
    mask = vertices - 1;
    for (bits = 0; 1ull << bits < vertices; bits++)
        ;
    uint64_t mine = vertices / (uint64_t)ranks;
    uint32_t *parent = kernel_memory(mine, sizeof(uint32_t)), *all = NULL;
    unsigned char *frontier = kernel_memory(vertices / 8, 1), *own = kernel_memory(mine / 8, 1);
    if (rank == 0)
        all = kernel_memory(vertices, sizeof(uint32_t));
    double seconds = 0;
    int right = 1;
    for (int number = 0; number < ROOTS; number++) {
        uint64_t root = kernel_mix((uint64_t)number + 1234) & mask;
        seconds += search(root, parent, frontier, own);
        MPI_Gather(parent, (int)mine, MPI_UINT32_T, all, (int)mine, MPI_UINT32_T, 0, MPI_COMM_WORLD);
        right = right && (rank != 0 || are_shortest(root, all));
    }
    return kernel_end(seconds, right);
}
