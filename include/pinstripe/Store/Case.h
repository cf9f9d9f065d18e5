// Defines the settings of a recorded case, as stored in case.yaml.
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

/// Version of case.yaml. It must be raised when a field changes its meaning,
/// but not when a field is added.
constexpr uint32_t CASE_FORMAT_VERSION = 2;

/// A shared library that is traced like the program.
struct CaseModule {
  std::string path; ///< Absolute path of the library, without symbolic links.
  /// A hash of the library's file, which identifies the recorded build (see
  /// TracedModule::buildHash).
  std::string buildHash;
};

/// The settings of a case, as stored in `case.yaml`: what the user has said
/// about it, and what the recording has found out.
struct Case {
  /// How the user starts the program. `standardInput` and `workingDirectory`
  /// are the user's own file and folder. `standardInput` is empty if there is
  /// no such file. Runs get a copy of the input, and a folder that the caller
  /// of CaseDirectory::launchIn chooses.
  LaunchSpec launch;
  PredicateSpec predicate;
  /// How many runs of the unmodified program are made and compared, to find out
  /// whether the program is deterministic.
  uint32_t repeat = 3;
  /// The folder that holds compile_commands.json; empty if the file is to be
  /// searched for.
  std::string compilationDatabase;
  /// A hash of the program's file, which identifies the recorded build (see
  /// TracedModule::buildHash).
  std::string buildHash;
  std::vector<CaseModule> modules; ///< The traced shared libraries.
  /// The files that the plain run creates or changes. The plain run is made
  /// without an engine. Paths of files below the working directory are relative
  /// to the working directory, other paths are absolute.
  std::vector<std::string> writtenFiles;
  /// The time that calendar clocks show at the start of each run, in seconds
  /// since 1970. It is the time when the case was recorded.
  uint64_t clockStart = 0;
  /// The limits of each run, as the user has typed them, such as "memory=2G".
  std::vector<std::string> limits;
};

/// Formats a case as YAML.
std::string formatCase(const Case &value);

/// Parses a case. `name` is the name of the text in error messages. Returns a
/// TraceFormatError, with line and column, for text that can't be read or has
/// another version. Unknown fields are skipped.
llvm::Expected<Case> parseCase(llvm::StringRef text, llvm::StringRef name);

} // namespace pinstripe

#endif // PINSTRIPE_STORE_CASE_H
