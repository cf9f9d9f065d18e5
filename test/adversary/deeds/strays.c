#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static void ignoreAll(void) {
  for (int signal = 1; signal < NSIG; signal++)
    sigaction(signal, &(struct sigaction){.sa_handler = SIG_IGN}, 0);
  prctl(PR_SET_PDEATHSIG, 0);
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_NAME, "x) R 1 1 (\n");
}

static void stay(void) {
  ignoreAll();
  for (;;)
    pause();
}

/// Starts siblings: children of the program's parent.
int startSiblings(void) {
  int count = 0;
  for (int i = 0; i < 5; i++) {
    long pid = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0) {
      if (i % 2)
        setsid();
      stay();
    }
    count += pid > 0;
  }
  return count;
}

/// Starts stopped processes in sessions of their own, which adopt orphans.
int startStopped(void) {
  int count = 0;
  for (int i = 0; i < 3; i++) {
    pid_t pid = fork();
    if (pid == 0) {
      setsid();
      prctl(PR_SET_CHILD_SUBREAPER, 1);
      if (fork() == 0 && fork() == 0)
        stay();
      ptrace(PTRACE_TRACEME, 0, 0, 0);
      ignoreAll();
      raise(SIGSTOP);
      stay();
    }
    count += pid > 0;
  }
  return count;
}

/// Starts a program without a file, which shares memory until it is executed.
int startCopies(void) {
  int program = memfd_create("copy", 0);
  int own = open("/bin/sleep", O_RDONLY);
  while (sendfile(program, own, 0, 1 << 20) > 0) {
  }
  char *const arguments[] = {"sleep", "1000", 0};
  pid_t pid = vfork();
  if (pid == 0) {
    setsid();
    syscall(SYS_execveat, program, "", arguments, 0, AT_EMPTY_PATH);
    _exit(1);
  }
  return pid > 0;
}

/// Starts a process that is stuck in a page fault that nobody handles, while
/// its parent waits in vfork.
int startStuck(void) {
  pid_t pid = fork();
  if (pid != 0)
    return pid > 0;
  setsid();
  int faults = (int)syscall(SYS_userfaultfd, O_CLOEXEC | UFFD_USER_MODE_ONLY);
  struct uffdio_api interface = {.api = UFFD_API};
  ioctl(faults, UFFDIO_API, &interface);
  char *page =
      mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  struct uffdio_register range = {.range = {(unsigned long)page, 4096},
                                  .mode = UFFDIO_REGISTER_MODE_MISSING};
  ioctl(faults, UFFDIO_REGISTER, &range);
  ignoreAll();
  if (vfork() == 0) {
    *(volatile char *)page = 1;
    stay();
  }
  stay();
  return 0;
}

/// Puts descriptors into a socket that nobody can read, so that they form a
/// circle.
static int sendAway(int file) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0)
    return 0;
  int passed[3] = {file, ends[0], ends[1]};
  char control[CMSG_SPACE(sizeof passed)] = {0}, byte = 0;
  struct iovec part = {&byte, 1};
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control,
                           .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof passed);
  memcpy(CMSG_DATA(header), passed, sizeof passed);
  int done = sendmsg(ends[0], &message, 0) > 0;
  close(ends[0]);
  close(ends[1]);
  return done;
}

int takeKernelObjects(void) {
  int count = 0;
  while (count < 1000 && inotify_init1(0) >= 0)
    count++;
  for (int i = 0; i < 200; i++)
    count += sendAway(1);
  timer_t timer;
  for (int i = 0; i < 1000; i++)
    count += timer_create(CLOCK_REALTIME, 0, &timer) == 0;
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, 0);
  for (int i = 0; i < 1000; i++)
    count +=
        sigqueue(getpid(), SIGRTMIN + 1, (union sigval){.sival_int = i}) == 0;
  mlockall(MCL_CURRENT | MCL_FUTURE);
  fcntl(open(".", O_RDONLY), F_NOTIFY, DN_MODIFY | DN_MULTISHOT);
  return count;
}

/// Makes names that are not text, folders without rights, and links to nowhere,
/// deep in each other.
int makeOddFiles(void) {
  int count = mkdir("a\nb", 0) == 0;
  count += mkdir("\x1b[2J", 0700) == 0;
  count += symlink("..", "up") == 0;
  count += link("notes.txt", "same") == 0;
  count += mknod("pipe", S_IFIFO | 0600, 0) == 0;
  int file = open("special", O_RDWR | O_CREAT, 0600);
  count += fchmod(file, 07777) == 0;
  close(file);
  for (int i = 0; i < 500 && mkdir("deeper and deeper", 0700) == 0; i++)
    count += chdir("deeper and deeper") == 0;
  return count;
}
