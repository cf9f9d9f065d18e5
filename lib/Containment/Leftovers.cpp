// Removes shared objects that outlive the processes of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Leftovers.h"
#include "FolderCleaner.h"
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

using namespace pinstripe;

static void removeSharedMemory() {
  shm_info info = {};
  int last = ::shmctl(0, SHM_INFO, reinterpret_cast<shmid_ds *>(&info));
  for (int i = 0; info.used_ids > 0 && i <= last; ++i) {
    shmid_ds each;
    int id = ::shmctl(i, SHM_STAT, &each);
    if (id >= 0)
      ::shmctl(id, IPC_RMID, nullptr);
  }
}

static void removeSemaphores() {
  seminfo info = {};
  int last = ::semctl(0, 0, SEM_INFO, &info);
  for (int i = 0; info.semusz > 0 && i <= last; ++i) {
    semid_ds each;
    int id = ::semctl(i, 0, SEM_STAT, &each);
    if (id >= 0)
      ::semctl(id, 0, IPC_RMID);
  }
}

static void removeMessageQueues() {
  msginfo info = {};
  int last = ::msgctl(0, MSG_INFO, reinterpret_cast<msqid_ds *>(&info));
  for (int i = 0; info.msgpool > 0 && i <= last; ++i) {
    msqid_ds each;
    int id = ::msgctl(i, MSG_STAT, &each);
    if (id >= 0)
      ::msgctl(id, IPC_RMID, nullptr);
  }
}

void pinstripe::removeLeftovers(const char *queues) {
  removeSharedMemory();
  removeSemaphores();
  removeMessageQueues();
  if (!isEmptyFolder(queues))
    emptyFolder(queues);
}
