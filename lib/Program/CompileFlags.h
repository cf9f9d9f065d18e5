//===- CompileFlags.h - How a source was compiled -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. Finds the command line of a compilation unit: from a
// compilation database, else from what DWARF says, else by guessing.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_COMPILEFLAGS_H
#define PINSTRIPE_LIB_PROGRAM_COMPILEFLAGS_H

#include "SourceScanner.h"
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
  /// For Clang's driver, without the program, with the source, silent, and
  /// for parsing only.
  std::vector<std::string> arguments;
  /// Headers in these folders are the user's own, however they were found.
  std::vector<std::string> userFolders;
};

class CompileFlags {
public:
  /// `databaseFolder` may be empty: then compile_commands.json is looked for
  /// beside the unit's module, beside the program, and in the parent folders
  /// of each source.
  CompileFlags(std::string databaseFolder, std::string programPath);
  ~CompileFlags();

  /// Ways to parse the unit, best first; later ones are worth a try where
  /// earlier ones give errors. Never empty.
  std::vector<CompileCommand> commandsFor(const CompilationUnit &unit);

private:
  using Database = clang::tooling::CompilationDatabase;
  const Database *databaseIn(const std::string &folder);
  std::vector<CompileCommand> fromDatabase(const CompilationUnit &unit);

  std::string databaseFolder;
  std::string programFolder;
  std::map<std::string, std::unique_ptr<Database>> databases;
};

/// The flags among those that gcc lists in DW_AT_producer that change how a
/// source is parsed.
std::vector<std::string> flagsFromProducer(const std::string &producer);

/// The arguments of a recorded command line without the program, outputs,
/// dependency files, and other things that are of no use for parsing.
std::vector<std::string>
withoutOutputs(const std::vector<std::string> &commandLine);

/// Where Clang's own headers (stddef.h, ...) are; empty if nowhere.
const std::string &clangResourceDirectory();

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_COMPILEFLAGS_H
