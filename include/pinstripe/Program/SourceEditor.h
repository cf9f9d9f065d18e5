// Reads a program text with Clang: lists edits, checks, inlines and formats.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_SOURCEEDITOR_H
#define PINSTRIPE_PROGRAM_SOURCEEDITOR_H

#include "pinstripe/Program/SourceEdits.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <set>
#include <vector>

namespace pinstripe {

/// The result of a parse by Clang.
struct TextCheck {
  bool isValid = false;
  /// The first error, such as "file.c:3:7: unknown type name 'foo'"; empty if
  /// the text is valid.
  std::string firstError = {};
  /// The messages of all errors, without their places.
  std::set<std::string> errors = {};
};

/// Reads the files of a program text. Several threads may use one editor, once
/// it has been told which errors do not count.
class SourceEditor {
public:
  /// `folder` is the absolute path of the folder in which the compiler runs,
  /// `flags` are its options that matter for parsing, such as `-I` and `-D`.
  SourceEditor(std::string folder, std::vector<std::string> flags)
      : folder(std::move(folder)), flags(std::move(flags)) {}

  const std::vector<std::string> &parserFlags() const { return flags; }

  /// Returns the edits of one kind. A file whose name is that of a header is
  /// read as far as another file includes it. A file that Clang finds errors in
  /// has those edits that Clang has understood. If Clang crashes, there are no
  /// edits. If `givenUp` becomes true, returns soon, with fewer edits.
  EditList list(const std::vector<SourceText> &files, EditKind kind,
                const std::atomic<bool> *givenUp = nullptr) const;

  /// Parses all files that are no headers. Stops at the first error that
  /// counts. If `givenUp` becomes true, returns soon, with any result.
  TextCheck check(const std::vector<SourceText> &files,
                  const std::atomic<bool> *givenUp = nullptr) const;

  /// Lets the errors that a text has now not count when `check` finds them in
  /// another text. Clang does not know all built-in functions of other
  /// compilers, for example, which their headers use. Returns what a check of
  /// the text finds: `errors` has the messages that do not count.
  TextCheck acceptErrorsOf(const std::vector<SourceText> &files);

  /// Returns the text of the file with the index `file`, in which each #include
  /// that the preprocessor has obeyed is replaced by the text of the header.
  /// Macros and conditions stay. Returns a TargetError if a header is missing.
  llvm::Expected<std::string> withHeaders(const std::vector<SourceText> &files,
                                          uint32_t file) const;

  /// Returns a text as clang-format writes it, in the style of LLVM; nullopt if
  /// clang-format can't read it, or if it is so large, or has so many `#if`
  /// directives, that clang-format would take minutes.
  static std::optional<std::string> formatted(const SourceText &file);

private:
  std::string folder;
  std::vector<std::string> flags;
  std::set<std::string> acceptedErrors;
};

/// Returns whether a name is that of a file in C or C++, header or not.
bool isSourceName(llvm::StringRef name);

/// Returns whether a name is that of a header.
bool isHeaderName(llvm::StringRef name);

/// Returns those of a compiler's arguments that matter for parsing.
std::vector<std::string> parseFlags(llvm::ArrayRef<std::string> arguments);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_SOURCEEDITOR_H
