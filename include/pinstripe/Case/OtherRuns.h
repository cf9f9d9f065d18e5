// Other runs of the program than the recorded one: some are right, some fail.
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

/// A run of the program with arguments and input of its own. All else is as in
/// the recorded run.
struct OtherRun {
  std::string text; ///< The command line as the user has written it.
  std::vector<std::string> arguments;
  /// Absolute path of the file that the run reads as its standard input.
  std::string standardInput = "/dev/null";
  /// The output that the run should have; nullopt if the output that it has is
  /// right.
  std::optional<std::string> expected = {};
  /// True if Pinstripe has made this run from the input of the recorded run. A
  /// change of the program need not mend such a failing run altogether.
  bool isMade = false;

  /// Returns how this run starts. `launch` says how the recorded run starts.
  LaunchSpec launch(LaunchSpec launch) const;
};

/// Says which runs a file lists: passing runs, whose output is
/// right, or failing runs, which should print something else.
enum class OtherRunKind : uint8_t { Passing, Failing };

/// Reads a file with one run on each line, written as after the program on a
/// command line: `-n 3 < in2.txt`. Words can be quoted as `quoteForShell` does
/// it. Blank lines and lines that begin with `#`
/// are skipped. A failing run ends with `> FILE`, which holds the expected
/// output. Returns a UsageError that names file and line if a line can't be
/// read, or if a file in it is missing.
llvm::Expected<std::vector<OtherRun>> readOtherRuns(llvm::StringRef path,
                                                    OtherRunKind kind);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_OTHERRUNS_H
