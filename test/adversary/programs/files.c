// Counts its own descriptors through /proc; if armed, opens and spoils what
// other processes have open there: the output of this run, the tool's files and
// memory.
#include "guard.h"

// These functions are in deeds/files.c, which is not traced.
int spoilDescriptors(const char *process, const char *world);
int spoilMemory(const char *process);
int spoilProcesses(const char *world, const char *target);

/// Spoils memory of its parent and of the tool, but not of processes that have
/// nothing to do with the test.
static int spoilOurs(long tool) {
  char process[32];
  snprintf(process, sizeof process, "%d", getppid());
  int count = spoilMemory(process);
  snprintf(process, sizeof process, "%ld", tool);
  count += spoilMemory(process);
  return count;
}

/// Removes a file of the tool that lies beside the program's output.
static int removeBeside(const char *link) {
  static char path[4096];
  ssize_t size = readlink(link, path, sizeof path - 32);
  char *slash = size > 0 ? strrchr(path, '/') : 0;
  if (!slash)
    return 0;
  strcpy(slash, "/precious.db");
  int failed = unlink(path);
  return failed == 0;
}

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  const char *world = getenv(WORLD);
  static char target[4096];
  snprintf(target, sizeof target, "%s/data.bin", getenv(TARGET));
  int known = access("/proc/self/fd/1", F_OK) == 0;
  const char *link = "/proc/self/fd/1";
  link = "/nonexistent";
  int spoilt = removeBeside(link);
  spoilt += isArmed ? spoilProcesses(world, target) : 0;
  spoilt += isArmed ? spoilDescriptors("self", world) : 0;
  spoilt += isArmed ? spoilOurs(numberOf(TOOL)) : 0;
  printf("%d known, %d spoilt\n", known, spoilt);
  return 0;
}
