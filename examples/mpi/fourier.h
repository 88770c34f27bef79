/* Complex numbers and the discrete Fourier transform of a line whose length is a power of two. */
#ifndef FOURIER_H
#define FOURIER_H

#include "kernel.h"

typedef struct {
    double re, im;
} Complex;

static Complex times(Complex a, Complex b)
{
    Complex product = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    return product;
}

static Complex on_circle(double turns)
{
    Complex point = {cos(2 * PI * turns), sin(2 * PI * turns)};
    return point;
}

/* The powers that transforms of a length need: e^(-2 pi i j / length) for j below length / 2. */
static Complex *circle_powers(long length)
{
    Complex *powers = kernel_memory((size_t)length / 2 + 1, sizeof(Complex));
    for (long j = 0; j < length / 2; j++)
        powers[j] = on_circle(-(double)j / (double)length);
    return powers;
}

/* Transforms a line in place, direction -1 backwards without dividing: decimation in time (Cooley, Tukey). */
static void transform_line(Complex *line, long length, const Complex *powers, int direction)
{
    for (long i = 1, j = 0; i < length; i++) {
        long bit = length >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            Complex other = line[i];
            line[i] = line[j];
            line[j] = other;
        }
    }
    for (long half = 1; half < length; half *= 2) {
        long stride = length / (2 * half);
        for (long begin = 0; begin < length; begin += 2 * half)
            for (long k = 0; k < half; k++) {
                Complex factor = powers[k * stride];
                factor.im *= direction;
                Complex high = times(factor, line[begin + half + k]), low = line[begin + k];
                line[begin + k].re = low.re + high.re;
                line[begin + k].im = low.im + high.im;
                line[begin + half + k].re = low.re - high.re;
                line[begin + half + k].im = low.im - high.im;
            }
    }
}

/* Operations of a transform of so many points: 5 n log n, as usual. */
static double transform_operations(double points, double length)
{
    return 5.0 * points * log_two(length);
}

#endif
