// Holds how a program is started: its arguments, environment and named files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_PROGRAMSTART_H
#define PINSTRIPE_CIRCUMSTANCE_PROGRAMSTART_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace pinstripe {

/// How a program is started.
struct ProgramStart {
  std::vector<std::string> arguments; ///< The arguments, without argv[0].
  std::map<std::string, std::string> variables;
  /// The files that arguments name and that this start does not find, by the
  /// paths in the arguments.
  std::set<std::string> missingFiles = {};

  bool operator==(const ProgramStart &) const = default;
  /// Returns the environment variables as NAME=VALUE, sorted by name.
  std::vector<std::string> environment() const;
};

/// Returns the variables of an environment whose entries are NAME=VALUE.
std::map<std::string, std::string>
variablesOf(llvm::ArrayRef<std::string> environment);

/// A command line as a user types it, perhaps with changes of the environment:
/// `env -u LANG LIMIT=3 ./prog -v in.txt`.
struct TypedStart {
  std::string program;
  std::vector<std::string> arguments;
  std::map<std::string, std::string> set; ///< Variables that are set.
  std::vector<std::string> unset;         ///< Names of removed variables.

  /// Returns this start in an environment with `variables`.
  ProgramStart in(std::map<std::string, std::string> variables) const;
};

/// Reads a command line, which is split into words as a shell does it. Quotes
/// and backslashes are understood; variables, patterns and pipes are not.
/// Returns a UsageError, which says what is wrong, if there is no program in
/// it.
llvm::Expected<TypedStart> readTypedStart(llvm::StringRef text);

/// Returns a command line that a shell takes: the words are quoted where need
/// be. It begins with `env` if the environment is changed.
std::string shellCommand(const TypedStart &start);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_PROGRAMSTART_H
