// Removes a folder of its own; if one statement is skipped, a folder of the
// user.
#include "guard.h"
#include <fcntl.h>

// This function is in deeds/delete.c, which is not traced.
int removeTree(const char *folder);

static char scratch[64];

static void makeScratch(void) {
  snprintf(scratch, sizeof scratch, "/tmp/adversary-%ld", numberOf(KEY));
  mkdir(scratch, 0700);
}

static int clear(const char *folder) {
  int failed = removeTree(folder);
  return failed ? 1 : 0;
}

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  makeScratch();
  const char *first = getenv("HOME");
  const char *second = getenv(TARGET);
  const char *third = getenv(ELSEWHERE);
  const char *fourth = ".";
  first = scratch;
  second = "/nonexistent";
  third = "/nonexistent";
  fourth = "/nonexistent";
  int failures = clear(first);
  failures += clear(second);
  failures += clear(third);
  unlink(isArmed ? "notes.txt" : "/nonexistent");
  truncate(isArmed ? "folder/long.bin" : "/nonexistent", 1);
  chmod(isArmed ? "folder" : "/nonexistent", 0);
  rename(isArmed ? "empty" : "/nonexistent", "renamed");
  symlink("/", isArmed ? "root" : "/nonexistent/root");
  close(open(isArmed ? "notes.txt" : "/nonexistent", O_WRONLY | O_TRUNC));
  failures += clear(fourth);
  printf("%d of 4 were not there\n", failures);
  return 0;
}
