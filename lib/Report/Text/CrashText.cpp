// Writes what a program has said about its crash, and the output that was still
// in a buffer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/CrashText.h"
#include "pinstripe/Result/Text.h"

using namespace pinstripe;

/// The largest number of buffered lines that are shown after a crash. The
/// program had not yet written out these lines. The last lines are shown, since
/// they were printed nearest to the crash.
static constexpr size_t maxBufferedLines = 5;

static void writeBuffered(llvm::StringRef text, llvm::raw_ostream &stream) {
  size_t lines = text.count('\n') + !text.ends_with("\n");
  stream << "  printed before, and still in a buffer";
  if (lines > maxBufferedLines)
    stream << " (the last " << maxBufferedLines << " of " << lines << " lines)";
  stream << ":\n";
  for (; lines > 0; --lines) {
    auto [line, rest] = text.split('\n');
    if (lines <= maxBufferedLines)
      stream << "    " << printable(line) << '\n';
    text = rest;
  }
}

void pinstripe::writeCrashDetails(const CrashDescription &crash,
                                  llvm::raw_ostream &stream) {
  if (!crash.message.empty())
    stream << "  message: " << printable(crash.message) << '\n';
  if (!crash.bufferedOutput.empty())
    writeBuffered(crash.bufferedOutput, stream);
}
