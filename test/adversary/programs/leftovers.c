// Leaves something in every place that outlives a process, unless it is removed
// at the end. Says so if it finds something of an earlier run.
#include "guard.h"
#include <fcntl.h>
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

static int findings;

static void look(int found, const char *what) {
  if (found >= 0)
    printf("found %s\n", what);
  if (found >= 0)
    findings++;
}

static void useShared(key_t key, const char *name) {
  look(shmget(key, 0, 0), "SysV memory");
  look(shm_open(name, O_RDONLY, 0), "POSIX memory");
  int id = shmget(key, 100, IPC_CREAT | 0600);
  int file = shm_open(name, O_CREAT | O_RDWR, 0600);
  ftruncate(file, 100);
  shmctl(id, IPC_RMID, 0);
  shm_unlink(name);
}

static void useQueues(key_t key, const char *name) {
  look(msgget(key, 0), "a SysV queue");
  look(mq_open(name, O_RDONLY), "a POSIX queue");
  int id = msgget(key, IPC_CREAT | 0600);
  mqd_t queue = mq_open(name, O_CREAT | O_RDWR, 0600, 0);
  msgctl(id, IPC_RMID, 0);
  mq_unlink(name);
  mq_close(queue);
}

static void useSemaphores(key_t key) {
  look(semget(key, 0, 0), "semaphores");
  int id = semget(key, 1, IPC_CREAT | 0600);
  semctl(id, 0, IPC_RMID);
}

static void useFiles(const char *path) {
  look(access(path, F_OK), "a file");
  close(open(path, O_CREAT | O_WRONLY, 0600));
  unlink(path);
}

int main(void) {
  key_t key = (key_t)numberOf(KEY);
  char name[64], path[64];
  snprintf(name, sizeof name, "/pinstripe-adversary-%d", (int)key);
  snprintf(path, sizeof path, "/tmp/pinstripe-adversary-%d", (int)key);
  useShared(key, name);
  useQueues(key, name);
  useSemaphores(key);
  useFiles(path);
  printf("%d findings\n", findings);
  return 0;
}
