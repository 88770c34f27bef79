/* Effective bandwidth over random patterns: in each pattern the ranks stand in a random ring and send a message
   to both neighbours, once one way after the other and once both ways at a time. The better of the two counts
   (after the idea of b_eff: Koniges, Rabenseifner, Solchenbach 2001). Size: bytes of a message. */
#include "kernel.h"

#define PATTERNS 6

static void shuffle(int *order, uint64_t seed)
{
    for (int i = 0; i < ranks; i++)
        order[i] = i;
    for (int i = ranks - 1; i > 0; i--) {
        int j = (int)(kernel_mix(seed * 1000003 + (uint64_t)i) % (uint64_t)(i + 1)), other = order[i];
        order[i] = order[j];
        order[j] = other;
    }
}

static void fill(unsigned char *message, long bytes, int sender, int pattern, int way)
{
    for (long i = 0; i < bytes; i++)
        message[i] = (unsigned char)(i * 7 + sender * 31 + pattern * 17 + way * 101 + (i >> 8));
}

static int is_from(const unsigned char *message, long bytes, int sender, int pattern, int way)
{
    for (long i = 0; i < bytes; i++)
        if (message[i] != (unsigned char)(i * 7 + sender * 31 + pattern * 17 + way * 101 + (i >> 8)))
            return 0;
    return 1;
}

int main(int argc, char **argv)
{
    long bytes = kernel_start(&argc, &argv, 262144);
    kernel_refuse_unless(bytes > 0 && ranks > 2, "b_eff takes a message of at least 1 byte and 3 ranks");
    unsigned char *out[2], *in[2];
    for (int way = 0; way < 2; way++) {
        out[way] = kernel_memory((size_t)bytes, 1);
        in[way] = kernel_memory((size_t)bytes, 1);
    }
    int *order = kernel_memory((size_t)ranks, sizeof(int)), right = 1, length = (int)bytes;
    double seconds = 0;
    for (int pattern = 0; pattern < PATTERNS; pattern++) {
        shuffle(order, (uint64_t)pattern + 1);
        int place = 0;
        while (order[place] != rank)
            place++;
        int beside[2] = {order[(place + ranks - 1) % ranks], order[(place + 1) % ranks]};
        double best = 0;
        for (int at_a_time = 0; at_a_time < 2; at_a_time++) {
            for (int way = 0; way < 2; way++) {
                fill(out[way], bytes, rank, pattern, way);
                memset(in[way], 0, (size_t)bytes);
            }
            double begun = kernel_clock();
            if (at_a_time) {
                MPI_Request requests[4];
                for (int way = 0; way < 2; way++)
                    MPI_Irecv(in[way], length, MPI_BYTE, beside[1 - way], way, MPI_COMM_WORLD, requests + way);
                for (int way = 0; way < 2; way++)
                    MPI_Isend(out[way], length, MPI_BYTE, beside[way], way, MPI_COMM_WORLD, requests + 2 + way);
                MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
            } else {
                for (int way = 0; way < 2; way++)
                    MPI_Sendrecv(out[way], length, MPI_BYTE, beside[way], way, in[way], length, MPI_BYTE,
                                 beside[1 - way], way, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            }
            double took = kernel_longest(MPI_Wtime() - begun);
            best = at_a_time && best < took ? best : took;
            for (int way = 0; way < 2; way++)
                right = right && is_from(in[way], bytes, beside[1 - way], pattern, way);
        }
        seconds += best;
    }
    return kernel_end(seconds, right);
}
