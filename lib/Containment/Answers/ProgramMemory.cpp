// Reads and writes the memory of programs that wait for an answer of the tool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Answers/ProgramMemory.h"
#include "pinstripe/Support/FileDescriptor.h"
#include <fcntl.h>
#include <string>
#include <sys/uio.h>
#include <unistd.h>
#include <vector>

using namespace pinstripe;

static bool transfer(decltype(::process_vm_readv) *how, pid_t thread,
                     uint64_t place, void *bytes, size_t size) {
  iovec ours = {bytes, size};
  iovec theirs = {reinterpret_cast<void *>(place), size};
  return how(thread, &ours, 1, &theirs, 1, 0) == static_cast<ssize_t>(size);
}

bool pinstripe::readBytes(pid_t thread, uint64_t place, void *bytes,
                          size_t size) {
  return transfer(::process_vm_readv, thread, place, bytes, size);
}

bool pinstripe::writeBytes(pid_t thread, uint64_t place, const void *bytes,
                           size_t size) {
  // process_vm_writev takes the bytes by a pointer that is not constant,
  // although it only reads them. So it gets a copy of the bytes.
  const auto *begin = static_cast<const uint8_t *>(bytes);
  std::vector<uint8_t> copy(begin, begin + size);
  return transfer(::process_vm_writev, thread, place, copy.data(), size);
}

void pinstripe::patch(pid_t thread, uint64_t base,
                      llvm::ArrayRef<CodePatch> patches) {
  std::string name = "/proc/" + std::to_string(thread) + "/mem";
  FileDescriptor memory(::open(name.c_str(), O_WRONLY | O_CLOEXEC));
  if (!memory.isOpen())
    return;
  for (const CodePatch &each : patches)
    (void)!::pwrite(memory.get(), each.bytes.data(), each.bytes.size(),
                    static_cast<off_t>(base + each.offset));
}
