#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

typedef int (*Deed)(char *begin, unsigned long size);

/// Calls `deed` for all memory that is shared with other processes.
static int forAllShared(Deed deed) {
  static char line[4096];
  static struct {
    unsigned long begin, end;
  } found[256];
  int count = 0, done = 0;
  char rights[8];
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && count < 256 && fgets(line, sizeof line, maps))
    if (sscanf(line, "%lx-%lx %7s", &found[count].begin, &found[count].end,
               rights) == 3 &&
        rights[3] == 's')
      count++;
  if (maps)
    fclose(maps);
  for (int i = 0; i < count; i++)
    done += deed((char *)found[i].begin, found[i].end - found[i].begin);
  return done;
}

static int spoil(char *begin, unsigned long size) {
  if (mprotect(begin, size, PROT_READ | PROT_WRITE) != 0)
    return 0;
  memset(begin, 0xa5, size);
  return 1;
}

static int punch(char *begin, unsigned long size) {
  mprotect(begin, size, PROT_READ | PROT_WRITE);
  return madvise(begin, size, MADV_REMOVE) == 0;
}

int spoilShared(void) { return forAllShared(spoil); }
int punchShared(void) { return forAllShared(punch); }

/// Changes mode, owner and length of open files, which all processes share.
static int spoilFile(int file) {
  int count = 0;
  for (int seal = F_SEAL_SHRINK; seal <= F_SEAL_FUTURE_WRITE; seal *= 2)
    count += fcntl(file, F_ADD_SEALS, seal) == 0;
  count += fcntl(file, F_ADD_SEALS, F_SEAL_SEAL) == 0;
  count += fsetxattr(file, "user.spoilt", "yes", 3, 0) == 0;
  count += flock(file, LOCK_EX | LOCK_NB) == 0;
  count += fcntl(file, F_SETLEASE, F_RDLCK) == 0;
  count += fcntl(file, F_SETFL, O_APPEND | O_NONBLOCK) == 0;
  count += fchown(file, 12345, 12345) == 0;
  count += fchmod(file, 0) == 0;
  lseek(file, 12345, SEEK_SET);
  return count;
}

int spoilFiles(int first, int last) {
  int count = 0;
  for (int file = first; file <= last; file++)
    count += spoilFile(file);
  return count;
}
