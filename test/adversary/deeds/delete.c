#define _GNU_SOURCE
#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>

static int removeEntry(const char *path, const struct stat *status, int type,
                       struct FTW *where) {
  (void)status, (void)type, (void)where;
  remove(path);
  return 0;
}

/// Removes a tree without following symbolic links.
int removeTree(const char *folder) {
  return nftw(folder, removeEntry, 16, FTW_DEPTH | FTW_PHYS);
}
