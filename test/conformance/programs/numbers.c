// Has values in odd places: bit-fields, 80-bit floats, vector registers, named
// registers, flags, inline assembly.
#include <complex.h>
#include <immintrin.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct Bits {
  unsigned low : 3, middle : 7;
  int high : 9;
  uint64_t wide : 40;
  bool flag : 1;
};

static struct Bits shuffle(struct Bits bits) {
  bits.middle += bits.low;
  bits.high--;
  bits.wide <<= 4;
  bits.flag ^= 1;
  return bits;
}

static long double horner(const double *factors, int count, long double x) {
  long double result = 0;
  for (int i = 0; i < count; i++)
    result = result * x + factors[i];
  return result;
}

static double identity(double x) { return x; }

static double acrossCalls(double a, double b) {
  double sum = identity(a) * identity(b) + identity(a + b);
  return sum - identity(a) / identity(b);
}

static __m128 scale(__m128 vector, float factor) {
  __m128 factors = _mm_set1_ps(factor);
  return _mm_mul_ps(vector, factors);
}

static float sumOf(__m128 vector) {
  float values[4];
  _mm_storeu_ps(values, vector);
  return values[0] + values[1] + values[2] + values[3];
}

#ifdef __AVX2__
static __m256i wideSum(__m256i a, __m256i b) {
  __m256i sum = _mm256_add_epi32(a, b);
  return _mm256_slli_epi32(sum, 1);
}
static int wide(int n) {
  __m256i sum = wideSum(_mm256_set1_epi32(n), _mm256_set1_epi32(3));
  return _mm256_extract_epi32(sum, 5);
}
#else
static int wide(int n) { return (n + 3) * 2; }
#endif

static int inRegisters(register int n) {
  register int i, sum = 0;
  register long square;
  for (i = 0; i < n; i++) {
    square = (long)i * i;
    sum += (int)square ^ n;
  }
  return sum;
}

static unsigned assembly(unsigned n) {
  unsigned rotated, carry;
  __asm__("movl %2, %0\n\troll $7, %0\n\tsbbl %1, %1\n\tandl $1, %1"
          : "=&r"(rotated), "=&r"(carry)
          : "r"(n)
          : "cc");
  __asm__ volatile("" ::: "memory");
  unsigned low, high;
  __asm__("mull %3" : "=a"(low), "=d"(high) : "0"(rotated), "r"(n) : "cc");
  return low ^ high ^ carry;
}

static int branches(int n) {
  __asm__ goto("testl %0, %0\n\tjs %l1" : : "r"(n) : "cc" : negative);
  return n;
negative:
  return -n;
}

static unsigned __int128 product(uint64_t a, uint64_t b) {
  unsigned __int128 result = (unsigned __int128)a * b;
  return result + 1;
}

static double complex turn(double complex z) {
  double complex i = I;
  return z * i;
}

int main(void) {
  struct Bits bits = {5, 99, -17, 0x123456789, true};
  bits = shuffle(bits);
  printf("%u %u %d %llx %d\n", bits.low, bits.middle, bits.high,
         (unsigned long long)bits.wide, bits.flag);
  double factors[] = {1, -2, 0.5};
  printf("%.3Lf %.3f\n", horner(factors, 3, 1.5L), acrossCalls(2, 5));
  __m128 vector = scale(_mm_set_ps(1, 2, 3, 4), 0.5f);
  printf("%.1f %d\n", sumOf(vector), wide(4));
  printf("%d %u\n", inRegisters(5), assembly(123456789));
  printf("%d %d\n", branches(6), branches(-7));
  unsigned __int128 big = product(UINT64_MAX, 3);
  printf("%llx %llx\n", (unsigned long long)(big >> 64),
         (unsigned long long)big);
  double complex z = turn(1 + 2 * I);
  printf("%.0f %.0f %.2f\n", creal(z), cimag(z), sqrt(cabs(z)));
  return 0;
}
