// Finds the source text that the preprocessor leaves out, as after `#if 0`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/LeftOutText.h"

#include "Source/SourcePositions.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pinstripe {

namespace {

/// Returns true for a macro that compilers define by themselves. Nobody gives
/// such a macro on a command line.
bool isCompilersOwn(llvm::StringRef macro) {
  return macro.starts_with("__") || macro.starts_with("_WIN") ||
         macro.starts_with("_MSC") || macro == "WIN32";
}

/// Returns the names and numbers in the condition of an `#if`. Leaves out
/// `defined` and names with a parenthesis after them.
std::vector<llvm::StringRef> wordsIn(llvm::StringRef condition) {
  auto isPartOfWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  std::vector<llvm::StringRef> words;
  while (!condition.empty()) {
    llvm::StringRef word = condition.take_while(isPartOfWord);
    condition = condition.drop_front(std::max<size_t>(word.size(), 1));
    if (!word.empty() && word != "defined" &&
        !condition.ltrim().starts_with("("))
      words.push_back(word);
  }
  return words;
}

/// Follows the conditional directives of a source, such as `#if`, and records
/// the text that they leave out.
class ConditionRecorder : public PPCallbacks {
public:
  ConditionRecorder(CompilerInstance &compiler, const CompileCommand &command,
                    std::vector<LeftOutText> &found)
      : preprocessor(compiler.getPreprocessor()),
        sources(compiler.getSourceManager()),
        positions(sources, compiler.getLangOpts(), command.directory,
                  command.userFolders),
        found(found) {}

  void If(clang::SourceLocation at, clang::SourceRange,
          ConditionValueKind) override {
    begin(at);
    addCondition(at);
  }
  void Ifdef(clang::SourceLocation at, const Token &name,
             const MacroDefinition &) override {
    begin(at);
    addWord(name.getLocation(), name.getIdentifierInfo()->getName());
  }
  void Ifndef(clang::SourceLocation at, const Token &name,
              const MacroDefinition &definition) override {
    Ifdef(at, name, definition);
  }
  void Elif(clang::SourceLocation at, clang::SourceRange, ConditionValueKind,
            clang::SourceLocation first) override {
    chain = first;
    addCondition(at);
  }
  void Else(clang::SourceLocation, clang::SourceLocation first) override {
    chain = first;
  }
  void Endif(clang::SourceLocation, clang::SourceLocation first) override {
    chain = first;
  }
  void SourceRangeSkipped(clang::SourceRange range,
                          clang::SourceLocation) override;

private:
  /// A macro or number in the condition of an `#if`. `line` is the number of
  /// the line on which the condition stands.
  struct Word {
    unsigned line;
    std::string text;
  };

  void begin(clang::SourceLocation at) {
    chain = at;
    chains[at].clear();
  }
  /// Adds the macros and numbers in the condition of a directive such as `#if`.
  /// The condition is read from the text of the source, since Clang reports
  /// only a part of it.
  void addCondition(clang::SourceLocation directive);
  /// Returns true if `word` is a defined macro. `Preprocessor::isMacroDefined`
  /// is not used, since it would add unknown words to Clang's table of
  /// identifiers.
  bool isDefined(llvm::StringRef word) const {
    const IdentifierTable &table = preprocessor.getIdentifierTable();
    auto known = table.find(word);
    return known != table.end() && known->second->hasMacroDefinition();
  }
  void addWord(clang::SourceLocation at, llvm::StringRef word) {
    if (!isCompilersOwn(word) && !isDefined(word))
      chains[chain].push_back({sources.getPresumedLineNumber(at), word.str()});
  }

  Preprocessor &preprocessor;
  const SourceManager &sources;
  SourcePositions positions;
  std::vector<LeftOutText> &found;
  /// Maps the place of each `#if` to the macros and numbers in all conditions
  /// of its chain. A chain is an `#if` with its `#elif` and `#else`.
  std::map<clang::SourceLocation, std::vector<Word>> chains;
  /// The place of the `#if` whose chain contains the last visited directive.
  clang::SourceLocation chain;
};

void ConditionRecorder::addCondition(clang::SourceLocation directive) {
  const char *begin = sources.getCharacterData(directive);
  const char *end = begin + 1;
  // A backslash at the end of a line means that the directive goes on in the
  // next line.
  while (*end != '\0' && (*end != '\n' || end[-1] == '\\'))
    ++end;
  llvm::StringRef text(begin, end - begin);
  // The name of the directive, such as `if`, is not a part of the condition, so
  // it is removed.
  text = text.drop_while([](char c) { return llvm::isAlpha(c); });
  text = text.take_front(std::min(text.find("//"), text.find("/*")));
  for (llvm::StringRef word : wordsIn(text))
    addWord(directive, word);
}

void ConditionRecorder::SourceRangeSkipped(clang::SourceRange range,
                                           clang::SourceLocation) {
  if (positions.isSystem(range.getBegin()))
    return;
  SourceExtent extent = positions.extent(range.getBegin(), range.getEnd());
  LeftOutText text{extent.file, extent.begin.line, extent.end.line, {}};
  // The left-out text may end at an `#elif`. The condition of this `#elif`
  // decides only about later lines, so its words are ignored.
  for (const Word &word : chains[chain]) {
    if (word.line >= text.end)
      continue;
    uint32_t number = 0;
    if (!llvm::isDigit(word.text.front()))
      text.macros.insert(word.text);
    else if (llvm::to_integer(word.text, number, 0))
      text.numbers.insert(number);
  }
  found.push_back(std::move(text));
}

} // namespace

void findLeftOutText(CompilerInstance &compiler, const CompileCommand &command,
                     std::vector<LeftOutText> &found) {
  compiler.getPreprocessor().addPPCallbacks(
      std::make_unique<ConditionRecorder>(compiler, command, found));
}

} // namespace pinstripe
