// Counts the bytes of standard output, to tell which call made which output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The standard output of a run is a file. The number of printed bytes is the
// size of this file plus the number of bytes in the buffers of all glibc
// streams that write to it: of `stdout`, and of streams that the program itself
// has opened, for example on /dev/stdout.

#include "Library.h"
#include <unistd.h>

namespace pinstripe::native {

/// The first fields of glibc's FILE. The bytes from `writeBase` up to
/// `writePointer` are still in the buffer, not in the file.
struct StandardStream {
  uint64_t flags;
  uint64_t readPointer, readEnd, readBase;
  uint64_t writeBase, writePointer, writeEnd;
  uint64_t bufferBase, bufferEnd;
  uint64_t saved[3], markers, chain;
  int32_t descriptor;
};
static_assert(offsetof(StandardStream, descriptor) == 112);

/// Maximum number of glibc's streams that are looked at. The streams form a
/// chain, which may have no end if the program has damaged it.
static constexpr unsigned maxStreams = 1024;

static uint64_t bytesInBuffers() {
  uint64_t bytes = 0, address = 0;
  if (!read(libraryTables().openStreams, address))
    return 0;
  for (unsigned i = 0; i < maxStreams && address != 0; ++i) {
    StandardStream stream;
    if (!read(address, stream))
      break;
    if (stream.writePointer > stream.writeBase &&
        isStandardOutput(stream.descriptor))
      bytes += stream.writePointer - stream.writeBase;
    address = stream.chain;
  }
  return bytes;
}

uint64_t outputSoFar() {
  if (libraryTables().openStreams == 0)
    return 0;
  int64_t size = outputSize();
  return size < 0 ? 0 : static_cast<uint64_t>(size) + bytesInBuffers();
}

} // namespace pinstripe::native
