// Asks for rights that it must not get: namespaces, mounts, devices, keys,
// sockets that reach the machine.
#include "guard.h"

// These functions are in deeds/rights.c, which is not traced.
int useNamespaces(const char *target);
int useMounts(const char *target);
int useFirstProcess(const char *target);
int useDevices(void);
int useKernel(void);
int useSockets(void);
int useRing(const char *socketPath);

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  const char *target = getenv(TARGET);
  const char *place = getenv(SOCKET);
  int got = isArmed ? useKernel() : 0;
  got += isArmed ? useDevices() : 0;
  got += isArmed ? useSockets() : 0;
  got += isArmed ? useRing(place) : 0;
  got += isArmed ? useFirstProcess(target) : 0;
  got += isArmed ? useMounts(target) : 0;
  got += isArmed ? useNamespaces(target) : 0;
  printf("%d granted, %d\n", got, sumTo(5));
  return 0;
}
