// Replaces #include directives by the headers that they name.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Edits/HeaderInliner.h"

#include "pinstripe/Support/Error.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace clang;

namespace pinstripe {

namespace {

/// Maps the offset of each executed #include directive of a file to the
/// included file. The included file is an invalid FileID if the preprocessor
/// has skipped the file, because it had been read before.
using Inclusions = std::map<uint32_t, FileID>;

/// Records which directive has included which file. For Clang, a file that is
/// included twice is two files. So the inclusions form a tree.
class InclusionRecorder : public PPCallbacks {
public:
  InclusionRecorder(const SourceManager &sources,
                    std::map<FileID, Inclusions> &inclusions)
      : sources(sources), inclusions(inclusions) {}

  void InclusionDirective(clang::SourceLocation hash, const Token &,
                          llvm::StringRef, bool, CharSourceRange,
                          OptionalFileEntryRef, llvm::StringRef,
                          llvm::StringRef, const clang::Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    auto [file, offset] = sources.getDecomposedExpansionLoc(hash);
    inclusions[file].try_emplace(offset);
  }

  void LexedFileChanged(FileID file, LexedFileChangeReason reason,
                        SrcMgr::CharacteristicKind, FileID,
                        clang::SourceLocation) override {
    if (reason != LexedFileChangeReason::EnterFile)
      return;
    clang::SourceLocation include = sources.getIncludeLoc(file);
    if (include.isInvalid())
      return;
    // Clang reports the location of the file name, which comes after the `#` of
    // its directive. So the directive is the last one that begins before this
    // location.
    auto [parent, offset] = sources.getDecomposedExpansionLoc(include);
    Inclusions &all = inclusions[parent];
    auto directive = all.upper_bound(offset);
    if (directive != all.begin())
      std::prev(directive)->second = file;
  }

private:
  const SourceManager &sources;
  std::map<FileID, Inclusions> &inclusions;
};

/// Returns the length of the first line of a text, with its newline. A line
/// that ends in a backslash continues on the next line.
size_t lineSize(llvm::StringRef text) {
  size_t end = 0;
  do {
    end = text.find('\n', end);
    if (end == llvm::StringRef::npos)
      return text.size();
    ++end;
  } while (end >= 2 && text[end - 2] == '\\');
  return end;
}

/// Returns the text of a header without `#pragma once` and `#pragma GCC
/// system_header`, which make no sense where the text is inserted.
std::string withoutOnce(llvm::StringRef text) {
  std::string result;
  while (!text.empty()) {
    llvm::StringRef line = text.take_front(lineSize(text));
    text = text.drop_front(line.size());
    llvm::StringRef words = line.trim();
    bool isPragma = words.consume_front("#") &&
                    (words = words.ltrim()).consume_front("pragma");
    words = words.trim();
    bool isOfHeader =
        isPragma && (words == "once" || words == "GCC system_header" ||
                     words == "clang system_header");
    result += isOfHeader ? "\n" : line.str();
  }
  return result;
}

class HeaderInliner {
public:
  HeaderInliner(const SourceManager &sources,
                std::map<FileID, Inclusions> &inclusions)
      : sources(sources), inclusions(inclusions) {}

  std::string textOf(FileID file) {
    llvm::StringRef text = sources.getBufferData(file);
    std::string result;
    uint32_t position = 0;
    for (const auto &[offset, header] : inclusions[file]) {
      if (offset < position)
        continue;
      add(result, text.slice(position, offset), file);
      if (header.isValid()) {
        result += textOf(header);
        if (!result.empty() && result.back() != '\n')
          result += '\n';
      }
      position = offset + uint32_t(lineSize(text.drop_front(offset)));
    }
    add(result, text.substr(position), file);
    return result;
  }

private:
  void add(std::string &result, llvm::StringRef text, FileID file) {
    result += file == sources.getMainFileID() ? text.str() : withoutOnce(text);
  }

  const SourceManager &sources;
  std::map<FileID, Inclusions> &inclusions;
};

} // namespace

llvm::Expected<std::string>
textWithHeaders(const ParseSetting &setting,
                const std::vector<SourceText> &files, uint32_t main) {
  std::string result;
  std::map<FileID, Inclusions> inclusions;
  ParseWork work;
  work.begin = [&](CompilerInstance &compiler) {
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<InclusionRecorder>(compiler.getSourceManager(),
                                            inclusions));
  };
  work.end = [&](CompilerInstance &compiler) {
    const SourceManager &sources = compiler.getSourceManager();
    result = HeaderInliner(sources, inclusions).textOf(sources.getMainFileID());
  };
  TextCheck check = parseText(setting, files, main, work);
  // Errors other than a missing header do no harm: the preprocessor has read
  // all headers in spite of them.
  bool isMissing = llvm::any_of(check.errors, [](llvm::StringRef message) {
    return message.ends_with("file not found");
  });
  if (isMissing || (result.empty() && !check.isValid))
    return llvm::make_error<TargetError>(
        files[main].path + ": headers can't be inlined: " + check.firstError +
        "; name the folders of headers with --flag=-IDIR");
  return result;
}

} // namespace pinstripe
