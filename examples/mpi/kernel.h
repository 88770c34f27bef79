/* What the kernels share. Each is one MPI program that any MPI compiler takes; under SimGrid's SMPI its
   computing takes the time of the operations that it counts itself, on any machine the same.

   Rank 0 prints "seconds S" when the answer was right; a wrong answer ends with "wrong" and exit code 1. */
#ifndef KERNEL_H
#define KERNEL_H

#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static int rank, ranks;

/* Starts MPI and returns the size of the problem: the first argument, or the usual one. */
static long kernel_start(int *argc, char ***argv, long usual)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    return *argc > 1 ? strtol((*argv)[1], NULL, 10) : usual;
}

/* Ends with a reason that every rank sees in the same way, such as a size that does not fit the ranks. */
static void kernel_refuse_unless(int fits, const char *reason)
{
    if (!fits) {
        if (rank == 0)
            fprintf(stderr, "refused: %s\n", reason);
        MPI_Finalize();
        exit(2);
    }
}

/* So many operations take their time: under SMPI simulated, elsewhere the real code took it already. */
__attribute__((unused)) static void kernel_work(double operations)
{
#ifdef SMPI_SAMPLE_FLOPS
    smpi_execute_flops(operations);
#else
    (void)operations;
#endif
}

__attribute__((unused)) static double kernel_clock(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime();
}

/* The longest time of any rank. */
__attribute__((unused)) static double kernel_longest(double seconds)
{
    double longest;
    MPI_Allreduce(&seconds, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return longest;
}

/* Ends the program: the time of the slowest rank if all ranks found their part right. */
static int kernel_end(double seconds, int right)
{
    int all;
    double longest = kernel_longest(seconds);
    MPI_Allreduce(&right, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (rank == 0) {
        if (all)
            printf("seconds %.12e\n", longest);
        else
            printf("wrong\n");
        fflush(stdout);
    }
    MPI_Finalize();
    return all ? 0 : 1;
}

/* A number that looks random and depends on the argument alone: multiply, fold, multiply, fold. */
__attribute__((unused)) static uint64_t kernel_mix(uint64_t x)
{
    x = (x + 1) * 0xd1342543de82ef95ull;
    x ^= x >> 32;
    x *= 0xaf251af3b0f025b5ull;
    x ^= x >> 29;
    x *= 0xb564ef22ec7aece5ull;
    return x ^ (x >> 31);
}

/* Memory that is there; zero at first. */
__attribute__((unused)) static void *kernel_memory(size_t count, size_t bytes)
{
    void *memory = calloc(count ? count : 1, bytes);
    if (memory == NULL) {
        fprintf(stderr, "refused: no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return memory;
}

__attribute__((unused)) static int is_power_of_two(long n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

__attribute__((unused)) static double log_two(double n)
{
    return log(n) / log(2.0);
}

#endif
