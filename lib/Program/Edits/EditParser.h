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

/// Says how the files of a program text are parsed.
struct ParseSetting {
  std::string folder;
  std::vector<std::string> flags;
  /// The messages of errors that are not reported, since the original text has
  /// them as well.
  const std::set<std::string> &accepted;
};

/// The functions that a parse calls, and the flags that control it. Each
/// function may be empty, and is then not called.
struct ParseWork {
  /// This function is called before the parse begins.
  std::function<void(clang::CompilerInstance &)> begin = {};
  /// This function is called with the syntax tree, even if there were errors.
  std::function<void(clang::CompilerInstance &)> end = {};
  /// A flag that ends the parse early when it becomes true. The parse then
  /// returns an error. Null if there is no such flag.
  const std::atomic<bool> *givenUp = nullptr;
  /// A set that receives the names in the messages of errors, and the words at
  /// the places of the errors. Null if the caller does not need them.
  llvm::StringSet<> *errorNames = nullptr;
  /// True if the parse may end at the first error whose message is not in
  /// ParseSetting::accepted.
  bool endsAtError = false;
};

/// Parses the file with the index `main`. All files of the text, also included
/// ones, have the content that is in `files`. Prints nothing. A crash of Clang
/// counts as an error in the text.
TextCheck parseText(const ParseSetting &setting,
                    const std::vector<SourceText> &files, uint32_t main,
                    const ParseWork &work);

/// Returns the absolute path of a file whose path may be relative to `folder`.
std::string absolutePath(const std::string &folder, const std::string &path);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EDITS_EDITPARSER_H
