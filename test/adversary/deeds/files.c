#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Overwrites and truncates what it can open, but only in the test's world, so
/// that a failing test does no harm elsewhere.
static int spoil(const char *path, const char *world) {
  char real[4096] = "";
  (void)!readlink(path, real, sizeof real - 1);
  if (!strstr(real, world) && !strstr(path, world))
    return 0;
  int file = open(path, O_WRONLY);
  int done = write(file, "spoilt", 6) == 6;
  done |= ftruncate(file, 3) == 0;
  close(file);
  return done;
}

int spoilDescriptors(const char *process, const char *world) {
  char path[512];
  int count = 0;
  snprintf(path, sizeof path, "/proc/%s/fd", process);
  DIR *folder = opendir(path);
  struct dirent *entry;
  while (folder && (entry = readdir(folder))) {
    snprintf(path, sizeof path, "/proc/%s/fd/%s", process, entry->d_name);
    count += spoil(path, world);
  }
  if (folder)
    closedir(folder);
  return count;
}

static int cut(const char *path) {
  int file = open(path, O_WRONLY | O_TRUNC);
  close(file);
  return file >= 0;
}

/// Spoils the files of the test, as another process sees them.
static int spoilTrees(const char *process, const char *world,
                      const char *target) {
  char path[8192], real[4096] = "";
  snprintf(path, sizeof path, "/proc/%s/root%s", process, target);
  int count = strstr(target, world) ? cut(path) : 0;
  snprintf(path, sizeof path, "/proc/%s/cwd", process);
  (void)!readlink(path, real, sizeof real - 1);
  snprintf(path, sizeof path, "/proc/%s/cwd/notes.txt", process);
  return count + (strstr(real, world) ? cut(path) : 0);
}

/// Overwrites the beginning of a process's heap.
int spoilMemory(const char *process) {
  char path[512];
  unsigned long begin = 0;
  snprintf(path, sizeof path, "/proc/%s/maps", process);
  FILE *maps = fopen(path, "r");
  char line[4096];
  while (maps && fgets(line, sizeof line, maps))
    if (strstr(line, "[heap]"))
      begin = strtoul(line, 0, 16);
  if (maps)
    fclose(maps);
  snprintf(path, sizeof path, "/proc/%s/mem", process);
  int file = open(path, O_RDWR);
  static char nonsense[8192];
  memset(nonsense, 0xa5, sizeof nonsense);
  int done = begin && pwrite(file, nonsense, sizeof nonsense, begin) > 0;
  close(file);
  return done;
}

int spoilProcesses(const char *world, const char *target) {
  DIR *all = opendir("/proc");
  struct dirent *entry;
  int count = 0;
  char own[32];
  snprintf(own, sizeof own, "%d", getpid());
  while (all && (entry = readdir(all))) {
    const char *process = entry->d_name;
    if (*process < '1' || *process > '9' || !strcmp(process, own))
      continue;
    count += spoilDescriptors(process, world);
    count += spoilTrees(process, world, target);
  }
  if (all)
    closedir(all);
  return count;
}
