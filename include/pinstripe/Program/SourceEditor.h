// Reads program texts with Clang: lists possible edits, checks for errors,
// replaces #include directives by headers, and formats.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_SOURCEEDITOR_H
#define PINSTRIPE_PROGRAM_SOURCEEDITOR_H

#include "pinstripe/Program/SourceEdits.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <set>
#include <vector>

namespace pinstripe {

/// The result of a parse: the errors that Clang has found in a program text.
struct TextCheck {
  bool isValid = false;
  /// The first error, such as "file.c:3:7: unknown type name 'foo'"; empty if
  /// the text is valid.
  std::string firstError = {};
  /// The messages of all errors, without their places.
  std::set<std::string> errors = {};
};

/// Reads the files of a program text. After the call of acceptErrorsOf(),
/// several threads may use one editor at the same time.
class SourceEditor {
public:
  /// `folder` is the absolute path of the folder in which the compiler runs.
  /// `flags` are the compiler's options that matter for parsing, such as `-I`
  /// and `-D`.
  SourceEditor(std::string folder, std::vector<std::string> flags)
      : folder(std::move(folder)), flags(std::move(flags)) {}

  const std::vector<std::string> &parserFlags() const { return flags; }

  /// Returns the possible edits of one kind. Headers are read only where
  /// another file includes them. If Clang finds errors in a file, only the
  /// edits of the parts that Clang has understood are returned. If Clang
  /// crashes, no edits are returned. If `givenUp` becomes true, returns soon,
  /// with fewer edits.
  EditList list(const std::vector<SourceText> &files, EditKind kind,
                const std::atomic<bool> *givenUp = nullptr) const;

  /// Parses all files that are not headers. Stops at the first error that was
  /// not accepted (see acceptErrorsOf). If `givenUp` becomes true, returns
  /// soon, and the result means nothing.
  TextCheck check(const std::vector<SourceText> &files,
                  const std::atomic<bool> *givenUp = nullptr) const;

  /// Accepts the errors that Clang finds in this text: from now on, `check`
  /// ignores errors with the same messages in other texts. For example, the
  /// headers of other compilers use built-in functions that Clang does not
  /// know. Returns the accepted errors.
  TextCheck acceptErrorsOf(const std::vector<SourceText> &files);

  /// Returns the text of the file with the index `file`, with headers in place
  /// of #include directives. Only directives that the preprocessor has executed
  /// are replaced. Macros and #if directives stay. Returns a TargetError if a
  /// header is missing.
  llvm::Expected<std::string> withHeaders(const std::vector<SourceText> &files,
                                          uint32_t file) const;

  /// Returns the text formatted by clang-format in LLVM's style. Returns
  /// nullopt if clang-format can't read the text. Also returns nullopt if
  /// clang-format would take minutes, since the text is very large or has very
  /// many `#if` directives. If `givenUp` becomes true, returns nullopt soon.
  static std::optional<std::string>
  formatted(const SourceText &file, const std::atomic<bool> *givenUp = nullptr);

private:
  std::string folder;
  std::vector<std::string> flags;
  std::set<std::string> acceptedErrors;
};

/// Returns whether a file with this name is a source file or header of C or
/// C++.
bool isSourceName(llvm::StringRef name);

/// Returns whether a file with this name is a header.
bool isHeaderName(llvm::StringRef name);

/// Returns only those arguments of a compiler that matter for parsing.
std::vector<std::string> parseFlags(llvm::ArrayRef<std::string> arguments);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_SOURCEEDITOR_H
