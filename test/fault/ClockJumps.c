// A preloaded library that lets the time of day jump by up to six hours,
// forward or back, whenever the tool reads it. The monotonic clock does not
// jump, nor does the coarse one, which the tool compares with the times of
// files. Only the tool is affected, not what it starts.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static _Atomic unsigned state = 12345;

__attribute__((constructor)) static void begin(void) { unsetenv("LD_PRELOAD"); }

// Returns a number of seconds, up to six hours in either direction.
static long jump(void) {
  unsigned next = atomic_load(&state) * 1103515245u + 12345u;
  atomic_store(&state, next);
  return (long)(next >> 8) % 43200 - 21600;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  long result = syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && clock == CLOCK_REALTIME)
    now->tv_sec += jump();
  return (int)result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  long result = syscall(SYS_gettimeofday, now, zone);
  if (result == 0)
    now->tv_sec += jump();
  return (int)result;
}

time_t time(time_t *place) {
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
  time_t seconds = now.tv_sec + jump();
  if (place)
    *place = seconds;
  return seconds;
}
