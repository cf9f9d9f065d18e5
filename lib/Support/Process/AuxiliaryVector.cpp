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
  Elf64_auxv_t each;
  for (; rest.size() >= sizeof(each); rest = rest.drop_front(sizeof(each))) {
    std::memcpy(&each, rest.data(), sizeof(each));
    if (each.a_type == type)
      return each.a_un.a_val;
  }
  return 0;
}
