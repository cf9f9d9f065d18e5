#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/io_uring.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Performs one operation on a new ring. Returns its result, or -1 without a
/// ring.
static int submit(const struct io_uring_sqe *wanted) {
  struct io_uring_params parameters;
  memset(&parameters, 0, sizeof parameters);
  int ring = (int)syscall(SYS_io_uring_setup, 4, &parameters);
  if (ring < 0)
    return -1;
  char *queue =
      (char *)mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                   ring, IORING_OFF_SQ_RING);
  struct io_uring_sqe *entries = (struct io_uring_sqe *)mmap(
      0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring,
      IORING_OFF_SQES);
  entries[0] = *wanted;
  ((unsigned *)(queue + parameters.sq_off.array))[0] = 0;
  __atomic_store_n((unsigned *)(queue + parameters.sq_off.tail), 1u,
                   __ATOMIC_RELEASE);
  syscall(SYS_io_uring_enter, ring, 1, 1, IORING_ENTER_GETEVENTS, 0, 0);
  int result = ((struct io_uring_cqe *)(queue + parameters.cq_off.cqes))[0].res;
  munmap(queue, 8192);
  munmap(entries, 4096);
  close(ring);
  return result;
}

int openByRing(const char *path, int flags) {
  struct io_uring_sqe wanted;
  memset(&wanted, 0, sizeof wanted);
  wanted.opcode = IORING_OP_OPENAT;
  wanted.fd = AT_FDCWD;
  wanted.addr = (unsigned long)path;
  wanted.len = 0600;
  wanted.open_flags = flags;
  return submit(&wanted);
}

int writeByRing(int file, const char *text) {
  struct io_uring_sqe wanted;
  memset(&wanted, 0, sizeof wanted);
  wanted.opcode = IORING_OP_WRITE;
  wanted.fd = file;
  wanted.addr = (unsigned long)text;
  wanted.len = (unsigned)strlen(text);
  return submit(&wanted);
}

int unlinkByRing(const char *path) {
  struct io_uring_sqe wanted;
  memset(&wanted, 0, sizeof wanted);
  wanted.opcode = IORING_OP_UNLINKAT;
  wanted.fd = AT_FDCWD;
  wanted.addr = (unsigned long)path;
  return submit(&wanted);
}
