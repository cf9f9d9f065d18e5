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

/// Says how a program is started: with which arguments, variables and files.
struct ProgramStart {
  std::vector<std::string> arguments; ///< The arguments, without argv[0].
  std::map<std::string, std::string> variables;
  /// The files that are hidden from the program, although arguments name them.
  /// Each is given by its path in the argument.
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
  /// Variables that the command line sets.
  std::map<std::string, std::string> set;
  std::vector<std::string> unset; ///< Variables that the command line removes.

  /// Returns how this command line starts the program in an environment with
  /// `variables`.
  ProgramStart in(std::map<std::string, std::string> variables) const;
};

/// Splits a command line into words (see splitShellWords), and reads them.
/// Returns a UsageError that says what is wrong, for example if the text names
/// no program.
llvm::Expected<TypedStart> readTypedStart(llvm::StringRef text);

/// Returns a command line that can be typed into a shell. Words are quoted
/// where necessary. It begins with `env` if the environment is changed.
std::string shellCommand(const TypedStart &start);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_PROGRAMSTART_H
