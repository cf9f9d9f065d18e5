// Loads and calls code at run time: dlopen, dlsym, and back again.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef double (*Function)(double);

static int byValue(const void *x, const void *y) {
  int a = *(const int *)x, b = *(const int *)y;
  return (a > b) - (a < b);
}

static double call(const char *name, double x) {
  void *library = dlopen("libm.so.6", RTLD_NOW);
  if (!library)
    return -1;
  Function function = (Function)dlsym(library, name);
  double result = function ? function(x) : -2;
  dlclose(library);
  return result;
}

static int sorted(void) {
  void *self = dlopen(NULL, RTLD_NOW);
  void (*sort)(void *, size_t, size_t, int (*)(const void *, const void *)) =
      dlsym(self, "qsort");
  int values[] = {3, 1, 2};
  if (sort)
    sort(values, 3, sizeof *values, byValue);
  return values[0] * 100 + values[1] * 10 + values[2];
}

int main(void) {
  printf("%.3f %.3f\n", call("cos", 0), call("sqrt", 2));
  printf("%.3f\n", call("no such function", 1));
  printf("%d\n", sorted());
  return 0;
}
