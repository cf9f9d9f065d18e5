// Holds the settings of a recorded case, and formats and parses case.yaml.
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
  /// A hash of the library's file. It tells whether the library was built again
  /// since the recording (see TracedModule::buildHash).
  std::string buildHash;
};

/// The settings of a case. The file `case.yaml` stores them. Some come from the
/// user, others from the recording.
struct Case {
  /// How the user starts the program. `standardInput` and `workingDirectory`
  /// are the user's own file and folder. `standardInput` is empty if there is
  /// no such file. Runs get a copy of the input. The caller of
  /// CaseDirectory::launchIn chooses the folder of the runs.
  LaunchSpec launch;
  PredicateSpec predicate;
  /// How many runs of the unmodified program are compared, to find out whether
  /// the program is deterministic.
  uint32_t repeat = 3;
  /// The folder that holds compile_commands.json; empty if the file is to be
  /// searched for.
  std::string compilationDatabase;
  /// A hash of the program's file. It tells whether the program was built again
  /// since the recording (see TracedModule::buildHash).
  std::string buildHash;
  std::vector<CaseModule> modules; ///< The traced shared libraries.
  /// The files that a plain run of the program, not controlled by an engine,
  /// creates or changes. Files below the working directory have relative paths,
  /// all others have absolute paths.
  std::vector<std::string> writtenFiles;
  /// The date and time that the clocks of a run show when the run starts, in
  /// seconds since 1970. It is the time when the case was recorded.
  uint64_t clockStart = 0;
  /// The limits of each run, as the user has typed them, such as "memory=2G".
  std::vector<std::string> limits;
};

/// Formats a case as YAML.
std::string formatCase(const Case &value);

/// Parses a case. Error messages contain `name`, the name of the text. Returns
/// a TraceFormatError with line and column if the text can't be read or has
/// another version. Unknown fields are skipped.
llvm::Expected<Case> parseCase(llvm::StringRef text, llvm::StringRef name);

} // namespace pinstripe

#endif // PINSTRIPE_STORE_CASE_H
