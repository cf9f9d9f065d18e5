#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define RESULT "result.txt"

static int linkTo(const char *place) {
  unlink(RESULT);
  int failed = symlink(place, RESULT);
  return failed;
}

static int makeSocket(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = RESULT};
  unlink(RESULT);
  int end = socket(AF_UNIX, SOCK_STREAM, 0);
  return bind(end, (struct sockaddr *)&address, sizeof address);
}

static int makeLong(void) {
  unlink(RESULT);
  int file = open(RESULT, O_WRONLY | O_CREAT, 0600);
  for (int shift = 45; shift > 12; shift--)
    if (ftruncate(file, 1l << shift) == 0)
      break;
  close(file);
  return file < 0;
}

/// Replaces the result file by something else, by another thing each time.
int replaceResult(int which) {
  static const char *const places[] = {"/dev/zero",
                                       "/proc/1/mem",
                                       "/proc/self/mem",
                                       "/etc/shadow",
                                       "/proc/kcore",
                                       "/proc/kmsg",
                                       "/proc/self/maps",
                                       "/proc/self/fd/1",
                                       "/dev/random",
                                       "/proc/1/environ",
                                       RESULT,
                                       "/proc/1/root/old"};
  if (which < 12)
    return linkTo(places[which]);
  if (which == 12)
    return makeSocket();
  if (which == 13)
    return makeLong();
  unlink(RESULT);
  return which == 14 ? mkfifo(RESULT, 0600) : mkdir(RESULT, 0700);
}
