/* Integer sort: keys are counted in buckets, every rank takes a run of buckets of about the same weight, the keys
   go there and are put in order (after the idea of NPB IS: Bailey et al. 1991). Size: keys of all
   ranks. */
#include "kernel.h"

#define BUCKETS 1024
#define KEY_BITS 20
/* Operations for each key: counted, packed, counted again, put in place. */
#define PER_KEY 12.0

typedef struct {
    uint32_t *keys;
    long count;
} Keys;

static int bucket_of(uint32_t key)
{
    return (int)(key >> (KEY_BITS - 10));
}

/* Keys as the mean of two random numbers: more in the middle. */
static void draw(Keys own)
{
    for (long i = 0; i < own.count; i++) {
        uint64_t bits = kernel_mix((uint64_t)(rank * own.count + i));
        own.keys[i] = (uint32_t)(((bits & 0xfffff) + (bits >> 32 & 0xfffff)) / 2);
    }
}

/* The rank that each bucket goes to: the same on all ranks. */
static void share_out(const int *weights, long keys, int *owner)
{
    long before = 0;
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
        owner[bucket] = (int)((before + weights[bucket] / 2) * ranks / keys);
        if (owner[bucket] >= ranks)
            owner[bucket] = ranks - 1;
        before += weights[bucket];
    }
}

static Keys exchange(Keys own, const int *owner)
{
    int *out = kernel_memory((size_t)ranks, sizeof(int)), *in = kernel_memory((size_t)ranks, sizeof(int));
    int *out_at = kernel_memory((size_t)ranks + 1, sizeof(int)), *in_at = kernel_memory((size_t)ranks + 1, sizeof(int));
    for (long i = 0; i < own.count; i++)
        out[owner[bucket_of(own.keys[i])]]++;
    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
    for (int other = 0; other < ranks; other++) {
        out_at[other + 1] = out_at[other] + out[other];
        in_at[other + 1] = in_at[other] + in[other];
    }
    uint32_t *packed = kernel_memory((size_t)own.count, sizeof(uint32_t));
    Keys got = {kernel_memory((size_t)in_at[ranks], sizeof(uint32_t)), in_at[ranks]};
    int *next = kernel_memory((size_t)ranks, sizeof(int));
    memcpy(next, out_at, (size_t)ranks * sizeof(int));
    for (long i = 0; i < own.count; i++)
        packed[next[owner[bucket_of(own.keys[i])]]++] = own.keys[i];
    MPI_Alltoallv(packed, out, out_at, MPI_UINT32_T, got.keys, in, in_at, MPI_UINT32_T, MPI_COMM_WORLD);
    free(packed);
    free(next);
    free(out);
    free(in);
    free(out_at);
    free(in_at);
    return got;
}

/* Puts keys in order by counting each value between the lowest and the highest. */
static void put_in_order(Keys keys)
{
    uint32_t lowest = UINT32_MAX, highest = 0;
    for (long i = 0; i < keys.count; i++) {
        lowest = keys.keys[i] < lowest ? keys.keys[i] : lowest;
        highest = keys.keys[i] > highest ? keys.keys[i] : highest;
    }
    if (keys.count == 0)
        return;
    int *count = kernel_memory(highest - lowest + 1, sizeof(int));
    for (long i = 0; i < keys.count; i++)
        count[keys.keys[i] - lowest]++;
    long at = 0;
    for (uint32_t value = lowest; value <= highest; value++)
        for (int left = count[value - lowest]; left > 0; left--)
            keys.keys[at++] = value;
    free(count);
}

/* True if keys rise over all ranks, and are as many and of the same sum of mixed values as those drawn. */
static int is_sorted(Keys own, Keys sorted)
{
    uint64_t sums[4] = {(uint64_t)own.count, 0, (uint64_t)sorted.count, 0}, all[4];
    for (long i = 0; i < own.count; i++)
        sums[1] += kernel_mix(own.keys[i]);
    for (long i = 0; i < sorted.count; i++)
        sums[3] += kernel_mix(sorted.keys[i]);
    MPI_Allreduce(sums, all, 4, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    int right = all[0] == all[2] && all[1] == all[3];
    for (long i = 1; i < sorted.count; i++)
        right = right && sorted.keys[i - 1] <= sorted.keys[i];
    int highest = sorted.count ? (int)sorted.keys[sorted.count - 1] : -1, below = -1;
    MPI_Exscan(&highest, &below, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return right && (rank == 0 || sorted.count == 0 || below <= (int)sorted.keys[0]);
}

int main(int argc, char **argv)
{
    long keys = kernel_start(&argc, &argv, 1 << 23);
    kernel_refuse_unless(keys > 0 && keys % ranks == 0 && ranks <= BUCKETS,
                         "the ranks must divide the keys and be at most 1024");
    Keys own = {kernel_memory((size_t)(keys / ranks), sizeof(uint32_t)), keys / ranks};
    int weights[BUCKETS] = {0}, all[BUCKETS], owner[BUCKETS];
    draw(own);
    double begun = kernel_clock();
    for (long i = 0; i < own.count; i++)
        weights[bucket_of(own.keys[i])]++;
    MPI_Allreduce(weights, all, BUCKETS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    share_out(all, keys, owner);
    Keys sorted = exchange(own, owner);
    put_in_order(sorted);
    kernel_work(PER_KEY * (double)(own.count + sorted.count) / 2);
    double seconds = MPI_Wtime() - begun;
    return kernel_end(seconds, is_sorted(own, sorted));
}
