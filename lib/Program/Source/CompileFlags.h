// Finds the command line with which a source was compiled, to parse it again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line is taken from a compile_commands.json if there is one.
// Otherwise it is taken from DWARF. If DWARF does not record it either, the
// command line is guessed.

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
  /// The command line for Clang's driver. Contains the source but not the name
  /// of the compiler. The options make the parse print nothing.
  std::vector<std::string> arguments;
  /// Folders whose headers are the user's own, even if Clang takes the folders
  /// for system folders.
  std::vector<std::string> userFolders;
};

class CompileFlags {
public:
  /// Command lines are taken from a compile_commands.json. If `databaseFolder`
  /// is not empty, the file must be in this folder. Otherwise the file is
  /// looked for first next to the executable or library that was compiled from
  /// the source, then next to the program, and then in the parent folders of
  /// the source.
  CompileFlags(std::string databaseFolder, std::string programPath);
  ~CompileFlags();

  /// Returns the command lines with which a compilation unit may be parsed, in
  /// the order in which the caller tries them. The caller tries a command line
  /// only if all earlier ones lead to errors. The list is never empty.
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

/// Returns a recorded compiler command without the arguments that a parse does
/// not need. For example, the name of the compiler, output files and dependency
/// files are left out.
std::vector<std::string>
withoutOutputs(const std::vector<std::string> &commandLine);

/// Returns the folder of the headers that come with Clang, such as stddef.h;
/// empty if there is none.
const std::string &clangResourceDirectory();

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_COMPILEFLAGS_H
