// Reads the auxiliary vector, a list of facts that the kernel gives to a
// program when it starts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/AuxiliaryVector.h"
#include "pinstripe/Support/ProcessState.h"
#include <cstring>

using namespace pinstripe;

uint64_t pinstripe::auxiliaryValue(pid_t pid, uint64_t type) {
  std::string bytes = readProcessFile(pid, "auxv");
  llvm::StringRef rest = bytes;
  struct {
    uint64_t type, value;
  } entry;
  for (; rest.size() >= sizeof(entry); rest = rest.drop_front(sizeof(entry))) {
    std::memcpy(&entry, rest.data(), sizeof(entry));
    if (entry.type == type)
      return entry.value;
  }
  return 0;
}
