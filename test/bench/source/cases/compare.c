// bug: GCC PR107131
// wrong: gcc -O2
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define main invoice
#include "../../../../samples/02-invoice/bug.c"
#undef main
#define main average
#include "../../../../samples/08-average/bug.c"
#undef main

typedef uint64_t lanes;

struct filter {
  lanes limit;
  const char *name;
};

static const struct filter filters[] = {
    {10439075533421201520u, "high"}, {1000, "low"}, {0, "none"}};

/* A comparison makes a mask of all bits. */
static inline lanes mask(int is_set) { return -(lanes)(is_set != 0); }

__attribute__((noinline)) static lanes select_lanes(uint8_t byte) {
  lanes is_empty = -(int64_t)(byte == 0);
  lanes is_high = -(int64_t)(is_empty > 10439075533421201520u);
  lanes both = -(int64_t)(is_empty <= is_high);
  return both;
}

static unsigned bits(lanes value) {
  unsigned count = 0;
  for (; value; value &= value - 1)
    count++;
  return count;
}

static int parse(const char *text, uint8_t *bytes, int most) {
  int size = 0;
  char *end;
  errno = 0;
  while (size < most && *text) {
    unsigned long value = strtoul(text, &end, 16);
    if (end == text || errno || value > UCHAR_MAX)
      break;
    bytes[size++] = (uint8_t)value;
    text = end + (*end == ',');
  }
  return size;
}

int main(void) {
  uint8_t bytes[8];
  int size = parse("0,7f,ff,0,10", bytes, 8);
  lanes all = 0;
  for (int i = 0; i < size; i++) {
    lanes selected = select_lanes(bytes[i]);
    all = (all << 1) ^ selected;
    printf("%02x: %u bits\n", bytes[i], bits(selected));
  }
  for (size_t i = 0; i < sizeof filters / sizeof *filters; i++)
    printf("%s: %016" PRIx64 "\n", filters[i].name,
           all & mask(all > filters[i].limit));
  return 0;
}
