// A fault for the calculator xcalc: a library that is loaded before the others,
// and does not expect roots of negative numbers.
#include <assert.h>

double sqrt(double number) {
  assert(number >= 0);
  __asm__("sqrtsd %0, %0" : "+x"(number));
  return number;
}
