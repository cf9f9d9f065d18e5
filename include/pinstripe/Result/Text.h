// Formats numbers, times and places for messages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_TEXT_H
#define PINSTRIPE_RESULT_TEXT_H

#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Support/PrintableText.h"

namespace pinstripe {

/// Returns the file and line in which a range of source begins: "bug.c:12".
std::string placeOf(const UnitTable &table, const SourceRange &range);
/// Returns the file, line and column at which a range of source begins:
/// "bug.c:12:9".
std::string exactPlaceOf(const UnitTable &table, const SourceRange &range);

/// Returns "1 event" or "2 events". The plural of the noun must end in s.
std::string counted(uint64_t number, llvm::StringRef noun);

/// Returns a duration such as "840 ms", "3.1 s" or "2 min 05 s".
std::string describeSeconds(double seconds);

/// Returns a line about the order in which the threads of a run got their
/// turns; empty if the run had only one thread.
std::string describeThreads(uint64_t threads, uint64_t schedule);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_TEXT_H
