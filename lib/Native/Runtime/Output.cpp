// Counts the bytes of standard output, to tell which call made which output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The standard output of a run is a file. The number of printed bytes is the
// position in this file plus the number of bytes in glibc's buffer of `stdout`.

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

static uint64_t bytesInBuffer() {
  StandardStream stream;
  if (!read(libraryTables().standardOutput, stream) ||
      stream.descriptor != STDOUT_FILENO ||
      stream.writePointer < stream.writeBase)
    return 0;
  return stream.writePointer - stream.writeBase;
}

uint64_t outputSoFar() {
  if (libraryTables().standardOutput == 0)
    return 0;
  int64_t position = outputPosition();
  return position < 0 ? 0 : static_cast<uint64_t>(position) + bytesInBuffer();
}

} // namespace pinstripe::native
