#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/io_uring.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

/// Reports a success to the suite, which looks for the word ESCAPED.
static int escaped(int is, const char *what) {
  if (is)
    fprintf(stderr, "ESCAPED: %s\n", what);
  return is;
}

/// Spoils a file below a root folder that must not be visible.
static int spoilBelow(const char *root, const char *target) {
  char path[4096];
  snprintf(path, sizeof path, "%s%s/data.bin", root, target ? target : "/x");
  int file = open(path, O_WRONLY | O_TRUNC);
  close(file);
  return escaped(file >= 0, path);
}

/// Tries the usual way out of a changed root.
static int leaveRoot(const char *target) {
  int before = open("/", O_RDONLY | O_DIRECTORY);
  mkdir("/tmp/inner", 0700);
  int count = escaped(chroot("/tmp/inner") == 0, "chroot");
  if (count) {
    fchdir(before);
    for (int i = 0; i < 64; i++)
      chdir("..");
    chroot(".");
    count += spoilBelow("/old", target);
  }
  close(before);
  return count;
}

int useMounts(const char *target) {
  int count = escaped(mount("none", "/tmp", "tmpfs", 0, 0) == 0, "mount");
  count += escaped(umount2("/proc", MNT_DETACH) == 0, "umount");
  count += escaped(umount2(".", MNT_DETACH) == 0, "umount");
  int tree = (int)syscall(SYS_open_tree, AT_FDCWD, "/", 1 | AT_RECURSIVE);
  count += escaped(tree >= 0, "open_tree");
  count += escaped(syscall(SYS_fsopen, "tmpfs", 0) >= 0, "fsopen");
  count += escaped(syscall(SYS_fspick, AT_FDCWD, "/", 0) >= 0, "fspick");
  char attributes[32] = {0};
  attributes[8] = 1; // clear: read-only
  count += escaped(syscall(SYS_mount_setattr, AT_FDCWD, "/", AT_RECURSIVE,
                           attributes, sizeof attributes) == 0,
                   "mount_setattr");
  count += escaped(syscall(SYS_pivot_root, "/tmp", "/tmp") == 0, "pivot_root");
  return count + leaveRoot(target);
}

/// Tries to get namespaces, in which it would have all rights.
int useNamespaces(const char *target) {
  static const int kinds[] = {CLONE_NEWUSER | CLONE_NEWNS,
                              CLONE_NEWUSER,
                              CLONE_NEWNS,
                              CLONE_NEWPID,
                              CLONE_NEWNET,
                              CLONE_NEWIPC,
                              CLONE_NEWUTS,
                              CLONE_NEWCGROUP};
  int count = 0;
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
    count += escaped(unshare(kinds[i]) == 0, "unshare");
  for (int nothing = 0; count && nothing < 1; nothing++)
    count += useMounts(target);
  return count;
}

/// Tries to reach the host's files through process 1, which existed before the
/// sandbox did.
int useFirstProcess(const char *target) {
  static const char *const spaces[] = {"user", "mnt", "pid", "net", "ipc"};
  int count = spoilBelow("/proc/1/root", target);
  count += spoilBelow("/proc/1/root/old", target);
  count += spoilBelow("/proc/1/cwd/old", target);
  count += spoilBelow("/old", target);
  count += spoilBelow("/../old", target);
  for (unsigned i = 0; i < 5; i++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/1/ns/%s", spaces[i]);
    int file = open(path, O_RDONLY);
    count += escaped(file >= 0 && setns(file, 0) == 0, "setns");
    close(file);
  }
  count += escaped(open("/proc/1/mem", O_RDWR) >= 0, "its memory");
  count += escaped(open("/proc/1/environ", O_RDONLY) >= 0, "its environment");
  int process = (int)syscall(SYS_pidfd_open, 1, 0);
  for (int i = 0; process >= 0 && i < 64; i++)
    count +=
        escaped(syscall(SYS_pidfd_getfd, process, i, 0) >= 0, "pidfd_getfd");
  close(process);
  count += escaped(ptrace(PTRACE_SEIZE, 1, 0, 0) == 0, "ptrace");
  return count;
}

int useDevices(void) {
  static const char *const places[] = {"/dev/mem",
                                       "/dev/kmsg",
                                       "/dev/vda",
                                       "/dev/sda",
                                       "/dev/fuse",
                                       "/dev/kvm",
                                       "/dev/net/tun",
                                       "/proc/sysrq-trigger",
                                       "/proc/sys/kernel/core_pattern",
                                       "/sys/kernel/uevent_helper",
                                       "/sys/power/state"};
  int count = 0;
  for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
    count += escaped(open(places[i], O_WRONLY) >= 0, places[i]);
  if (mknod("/tmp/disk", S_IFBLK | 0600, makedev(254, 0)) == 0)
    count += escaped(open("/tmp/disk", O_RDONLY) >= 0, "a disk");
  if (mknod("/tmp/memory", S_IFCHR | 0600, makedev(1, 1)) == 0)
    count += escaped(open("/tmp/memory", O_RDONLY) >= 0, "memory");
  for (int file = 0; file < 3; file++)
    count += escaped(ioctl(file, TIOCSTI, "x") == 0, "the terminal");
  count += escaped(open("/dev/tty", O_RDWR) >= 0, "a terminal");
  return count;
}

int useKernel(void) {
  char bytes[128] = {0};
  int count = escaped(syscall(SYS_add_key, "user", "adversary", "x", 1,
                              KEY_SPEC_USER_KEYRING) > 0,
                      "add_key");
  count += escaped(
      syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_USER_KEYRING, 1) > 0,
      "keyctl");
  count += escaped(syscall(SYS_bpf, 0, bytes, sizeof bytes) >= 0, "bpf");
  count += escaped(syscall(SYS_perf_event_open, bytes, 0, -1, -1, 0) >= 0,
                   "perf_event_open");
  count += escaped(syscall(SYS_init_module, bytes, 1, "") == 0, "init_module");
  count += escaped(sethostname("adversary", 9) == 0, "sethostname");
  count += escaped(syscall(SYS_syslog, 3, bytes, sizeof bytes) > 0, "syslog");
  count += escaped(syscall(SYS_iopl, 3) == 0, "iopl");
  count +=
      escaped(syscall(SYS_open_by_handle_at, AT_FDCWD, bytes, O_RDONLY) >= 0,
              "open_by_handle_at");
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_NAME, "x) R 1 1 (\n");
  count += escaped(prctl(PR_CAPBSET_READ, 21) == 1, "CAP_SYS_ADMIN");
  count += escaped(prctl(PR_CAPBSET_READ, 19) == 1, "CAP_SYS_PTRACE");
  count += escaped(prctl(PR_CAPBSET_READ, 18) == 1, "CAP_SYS_CHROOT");
  return count;
}

int useSockets(void) {
  // families: packets, cryptography, virtual machines, radio, shared memory
  // disks
  static const int families[] = {17, 38, 40, 31, 43, 44, 29, 21};
  int count = 0;
  for (unsigned i = 0; i < sizeof families / sizeof *families; i++) {
    int end = socket(families[i], SOCK_STREAM, 0);
    end = end >= 0 ? end : socket(families[i], SOCK_DGRAM, 0);
    count += escaped(end >= 0 || (end = socket(families[i], 5, 0)) >= 0,
                     "a strange socket");
    close(end);
  }
  return count;
}

/// Makes a socket through io_uring, which no filter of system calls sees.
int useRing(const char *socketPath) {
  struct io_uring_params parameters = {0};
  int ring = (int)syscall(SYS_io_uring_setup, 4, &parameters);
  (void)socketPath;
  close(ring);
  return escaped(ring >= 0, "a ring");
}
