// Finds the command line with which a source was compiled.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line comes from a compile_commands.json or, without one, from
// what DWARF records; otherwise it is guessed.

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
  /// The command line for Clang's driver, with the source but without the name
  /// of the compiler. Its options make the parse print nothing.
  std::vector<std::string> arguments;
  /// Folders whose headers are the user's own, even if Clang takes the folders
  /// for system folders.
  std::vector<std::string> userFolders;
};

class CompileFlags {
public:
  /// If `databaseFolder` is not empty, command lines are taken from the
  /// compile_commands.json in this folder. If it is empty, that file is looked
  /// for beside the executable or library that has the code of the source,
  /// beside the program, and in the parent folders of the source.
  CompileFlags(std::string databaseFolder, std::string programPath);
  ~CompileFlags();

  /// Returns the command lines with which a compilation unit may be parsed,
  /// best first; never empty. A command line is tried only if all before it
  /// lead to errors.
  std::vector<CompileCommand> commandsFor(const CompilationUnit &unit);

private:
  using Database = clang::tooling::CompilationDatabase;
  const Database *databaseIn(const std::string &folder);
  std::vector<CompileCommand> fromDatabase(const CompilationUnit &unit);

  std::string databaseFolder;
  std::string programFolder;
  std::map<std::string, std::unique_ptr<Database>> databases;
};

/// Returns the flags that change how a source is parsed. `producer` is the text
/// of DW_AT_producer, in which gcc lists its flags.
std::vector<std::string> flagsFromProducer(const std::string &producer);

/// Returns the arguments of a recorded compiler command without what a parse
/// does not need: the program, output files, dependency files, ...
std::vector<std::string>
withoutOutputs(const std::vector<std::string> &commandLine);

/// Returns the folder of the headers that come with Clang, such as stddef.h;
/// empty if there is none.
const std::string &clangResourceDirectory();

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_COMPILEFLAGS_H
