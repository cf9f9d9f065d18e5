// A case: what is reduced, and how, as stored in case.yaml.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_STORE_CASE_H
#define PINSTRIPE_STORE_CASE_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Predicate/Predicate.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace pinstripe {

/// Must be raised when a field changes its meaning. A field may be added
/// without that.
constexpr uint32_t CASE_FORMAT_VERSION = 1;

/// A shared library that is traced like the program.
struct CaseModule {
  std::string path;      ///< An absolute path without symbolic links.
  std::string buildHash; ///< See TracedModule::buildHash.
};

/// All that the user has stated, as stored in `case.yaml`.
struct Case {
  /// The launch as the user described it. `standardInput` (empty if there is
  /// none) and `workingDirectory` are the user's; CaseDirectory::launchIn
  /// returns the ones that runs use.
  LaunchSpec launch;
  PredicateSpec predicate;
  uint32_t repeat = 3;             ///< Number of runs of the determinism check.
  std::string compilationDatabase; ///< A folder; empty to search for one.
  std::string buildHash; ///< Hash of the program, see TracedModule::buildHash.
  std::vector<CaseModule> modules; ///< The traced shared libraries.
  /// The files that the plain run creates or changes. Paths are relative below
  /// the working directory, and absolute elsewhere.
  std::vector<std::string> writtenFiles;
  /// The limits of each run, as the user wrote them: "memory=2G".
  std::vector<std::string> limits;
};

/// Writes a case as YAML that people can read, too.
std::string formatCase(const Case &value);

/// Reads a case. Messages call the text `name`. TraceFormatErrors: another
/// version, or text that can't be read, with line and column. Unknown fields
/// are skipped.
llvm::Expected<Case> parseCase(llvm::StringRef text, llvm::StringRef name);

} // namespace pinstripe

#endif // PINSTRIPE_STORE_CASE_H
