// Reads the user's list of further runs of the program, which pass or fail.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_OTHERRUNS_H
#define PINSTRIPE_CASE_OTHERRUNS_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// When a run other than that of the case is traced, at most this many events
/// are recorded. More events would change little, since only the set of
/// executed statements matters.
constexpr uint64_t maxTracedEvents = uint64_t(1) << 25;

/// A run of the program with arguments and an input of its own. All else is as
/// in the recorded run.
struct OtherRun {
  std::string text; ///< The command line as the user has written it.
  std::vector<std::string> arguments;
  /// Absolute path of the file that the run reads as its standard input.
  std::string standardInput = "/dev/null";
  /// The output that the run should have; nullopt if its output is already
  /// right.
  std::optional<std::string> expected = {};
  /// True if Pinstripe has made this run by varying the input of the recorded
  /// run. A change of the program counts as a repair even if it mends only a
  /// part of the output of such a run.
  bool isMade = false;

  /// Returns how this run is started. `launch` says how the recorded run is
  /// started.
  LaunchSpec launch(LaunchSpec launch) const;
};

/// The kind of runs that a file lists. Passing runs print what they should.
/// Failing runs should print something else than they do.
enum class OtherRunKind : uint8_t { Passing, Failing };

/// Reads a file that lists one run on each line. On a line are the words that
/// follow the program on a command line, as in `-n 3 < in2.txt`. Words can be
/// quoted as `quoteForShell` does it. The line of a failing run ends with
/// `> FILE`, where FILE holds the expected output. Blank lines and lines that
/// begin with `#` are skipped. Returns a UsageError if a line can't be read, or
/// if a file that it names is missing. The error names the list and the line.
llvm::Expected<std::vector<OtherRun>> readOtherRuns(llvm::StringRef path,
                                                    OtherRunKind kind);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_OTHERRUNS_H
