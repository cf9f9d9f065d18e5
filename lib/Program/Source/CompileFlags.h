// Finds the command line with which a source was compiled.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line comes from a compilation database or, without one, from what
// DWARF records; otherwise it is guessed.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_COMPILEFLAGS_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_COMPILEFLAGS_H

#include "Source/SourceScanner.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace clang::tooling {
class CompilationDatabase;
}

namespace pinstripe {

struct CompileCommand {
  std::string directory;
  /// Arguments for Clang's driver without the name of the compiler, but with
  /// the source, for a silent parse only.
  std::vector<std::string> arguments;
  /// Folders whose headers are the user's own, in whatever way they were found.
  std::vector<std::string> userFolders;
};

class CompileFlags {
public:
  /// If `databaseFolder` is empty, compile_commands.json is looked for beside
  /// the unit's module, beside the program, and in the parent folders of each
  /// source.
  CompileFlags(std::string databaseFolder, std::string programPath);
  ~CompileFlags();

  /// Returns command lines with which to parse the unit, best first; never
  /// empty. A later one is tried if all before it give errors.
  std::vector<CompileCommand> commandsFor(const CompilationUnit &unit);

private:
  using Database = clang::tooling::CompilationDatabase;
  const Database *databaseIn(const std::string &folder);
  std::vector<CompileCommand> fromDatabase(const CompilationUnit &unit);

  std::string databaseFolder;
  std::string programFolder;
  std::map<std::string, std::unique_ptr<Database>> databases;
};

/// Returns those of the flags in a DW_AT_producer of gcc that change how a
/// source is parsed.
std::vector<std::string> flagsFromProducer(const std::string &producer);

/// Returns the arguments of a recorded command line without the program,
/// outputs, dependency files, and other things that parsing does not need.
std::vector<std::string>
withoutOutputs(const std::vector<std::string> &commandLine);

/// Returns the folder of Clang's own headers (stddef.h, ...); empty if Clang
/// has none.
const std::string &clangResourceDirectory();

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_COMPILEFLAGS_H
