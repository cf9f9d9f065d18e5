// Parses a program text that is in memory, with Clang.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EDITS_EDITPARSER_H
#define PINSTRIPE_LIB_PROGRAM_EDITS_EDITPARSER_H

#include "Source/FrontEnd.h"
#include "pinstripe/Program/SourceEditor.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringSet.h"
#include <atomic>
#include <set>

namespace pinstripe {

/// How a text is parsed.
struct ParseSetting {
  std::string folder;
  std::vector<std::string> flags;
  /// Messages of errors that do not count.
  const std::set<std::string> &accepted;
};

/// What is done in a parse. Each function may be empty.
struct ParseWork {
  /// Called before the parse begins.
  std::function<void(clang::CompilerInstance &)> begin = {};
  /// Called with the syntax tree, even if there were errors.
  std::function<void(clang::CompilerInstance &)> end = {};
  /// The parse ends early when this becomes true. Its result is then an error.
  /// Null if nothing ends the parse.
  const std::atomic<bool> *givenUp = nullptr;
  /// Where the names are put that occur in messages of errors, and the words at
  /// the places of errors; null if nobody asks.
  llvm::StringSet<> *errorNames = nullptr;
  /// True if the parse may end at the first error that counts.
  bool endsAtError = false;
};

/// Parses the file with the index `main`, which finds the present texts of all
/// files. Prints nothing. A crash of Clang counts as an error of the text.
TextCheck parseText(const ParseSetting &setting,
                    const std::vector<SourceText> &files, uint32_t main,
                    const ParseWork &work);

/// Returns the absolute path of a file.
std::string absolutePath(const std::string &folder, const std::string &path);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EDITS_EDITPARSER_H
