// Says which case a result belongs to, and how the case was executed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_RUNHEADER_H
#define PINSTRIPE_RESULT_RUNHEADER_H

#include "pinstripe/Trace/Trace.h"
#include <string>
#include <vector>

namespace pinstripe {

/// A case in the words of the user, as reports repeat them.
struct CaseDescription {
  std::string program; ///< As typed.
  std::vector<std::string> arguments;
  std::string standardInput;             ///< Empty: /dev/null.
  std::vector<std::string> modules = {}; ///< Traced libraries.
  /// One text for each predicate, as typed: `--keep 'sum = .*'`.
  std::vector<std::string> predicates;
  std::string poison = "pattern";
  std::string flow = "trace";
  std::string caseDirectory;
  /// The files that the recorded run wrote. Paths below the working directory
  /// are relative to it, all others are absolute.
  std::vector<std::string> writtenFiles = {};
};

struct EngineDescription {
  std::string name;
  /// Why the preferred engine could not be used; empty if it was.
  std::string fallback;
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_RUNHEADER_H
