// Reads grammars in the JSON format that the Fuzzing Book uses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GrammarReaders.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace pinstripe;

namespace {

class JSONGrammarReader {
public:
  explicit JSONGrammarReader(llvm::StringRef file) : file(file) {}
  llvm::Expected<Grammar> read(const llvm::json::Object &symbols);

private:
  llvm::Error readExpansions(llvm::StringRef name,
                             const llvm::json::Value &list);
  llvm::Error readExpansion(llvm::StringRef name, SymbolId left,
                            const llvm::json::Value &expansion);
  void readText(llvm::StringRef text, std::vector<SymbolId> &right);

  std::string file;
  GrammarBuilder builder;
};

} // namespace

/// If the text begins with a name in angle brackets, returns the length of the
/// name with its brackets. Otherwise returns 0.
static size_t nameSize(llvm::StringRef text) {
  size_t end = text.find_first_of("<> ", 1);
  bool isName = text.starts_with("<") && end != llvm::StringRef::npos &&
                text[end] == '>' && end > 1;
  return isName ? end + 1 : 0;
}

/// Splits an expansion into names of symbols and the texts between the names. A
/// `<` that begins no name is part of a text.
void JSONGrammarReader::readText(llvm::StringRef text,
                                 std::vector<SymbolId> &right) {
  size_t begin = 0;
  auto flush = [&](size_t end) {
    if (begin < end)
      right.push_back(builder.literal(text.slice(begin, end)));
  };
  for (size_t i = 0; i < text.size();) {
    size_t size = nameSize(text.drop_front(i));
    if (size == 0) {
      i = std::min(text.find('<', i + 1), text.size());
      continue;
    }
    flush(i);
    right.push_back(builder.nonterminal(text.substr(i, size), 0));
    begin = i += size;
  }
  flush(text.size());
}

llvm::Error
JSONGrammarReader::readExpansion(llvm::StringRef name, SymbolId left,
                                 const llvm::json::Value &expansion) {
  std::vector<SymbolId> right;
  if (std::optional<llvm::StringRef> text = expansion.getAsString()) {
    readText(*text, right);
  } else if (const llvm::json::Array *pieces = expansion.getAsArray()) {
    for (const llvm::json::Value &piece : *pieces) {
      std::optional<llvm::StringRef> word = piece.getAsString();
      if (!word)
        return llvm::make_error<UsageError>(
            file + ": " + printable(name) +
            ": an expansion that is a list may have texts only");
      if (nameSize(*word) == word->size() && !word->empty())
        right.push_back(builder.nonterminal(*word, 0));
      else if (!word->empty())
        right.push_back(builder.literal(*word));
    }
  } else {
    return llvm::make_error<UsageError>(
        file + ": " + printable(name) +
        ": an expansion is a text, such as \"<term> + <expr>\", or a list of "
        "texts");
  }
  builder.addRule(left, std::move(right));
  return llvm::Error::success();
}

llvm::Error JSONGrammarReader::readExpansions(llvm::StringRef name,
                                              const llvm::json::Value &list) {
  if (nameSize(name) != name.size() || name.empty())
    return llvm::make_error<UsageError>(
        file + ": " + quotedText(name, '"') +
        " is not a symbol; write its name in angle brackets, such as <expr>");
  const llvm::json::Array *expansions = list.getAsArray();
  if (!expansions || expansions->empty())
    return llvm::make_error<UsageError>(
        file + ": " + printable(name) +
        ": a symbol needs a list of its expansions, such as [\"<a>\", \"b\"]");
  SymbolId left = builder.nonterminal(name, 0);
  for (const llvm::json::Value &expansion : *expansions)
    if (llvm::Error error = readExpansion(name, left, expansion))
      return error;
  return llvm::Error::success();
}

llvm::Expected<Grammar>
JSONGrammarReader::read(const llvm::json::Object &symbols) {
  if (!symbols.get("<start>"))
    return llvm::make_error<UsageError>(
        file + ": the grammar has no symbol <start>, with which each input "
               "begins; add \"<start>\": [\"<...>\"]");
  // The JSON parser does not keep the order of an object's members, so the
  // members are sorted. The result is then the same in each run.
  std::map<std::string, const llvm::json::Value *> sorted;
  for (const auto &member : symbols)
    sorted[member.first.str()] = &member.second;
  for (const auto &[name, list] : sorted)
    if (llvm::Error error = readExpansions(name, *list))
      return error;
  return builder.finish(file, builder.nonterminal("<start>", 0));
}

/// Returns how deep arrays and objects are nested. The parser of JSON calls
/// itself for each level, so deep nesting could overflow the stack.
static size_t nesting(llvm::StringRef text) {
  size_t depth = 0, most = 0;
  bool isQuoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (isQuoted && c == '\\')
      ++i;
    else if (c == '"')
      isQuoted = !isQuoted;
    else if (!isQuoted && (c == '[' || c == '{'))
      most = std::max(most, ++depth);
    else if (!isQuoted && (c == ']' || c == '}') && depth > 0)
      --depth;
  }
  return most;
}

llvm::Expected<Grammar> pinstripe::readJSONGrammar(llvm::StringRef file,
                                                   llvm::StringRef text) {
  constexpr size_t mostNesting = 16;
  if (nesting(text) > mostNesting)
    return llvm::make_error<UsageError>(
        file + ": is no grammar: its lists are nested too deeply; a grammar is "
               "an object with a list of expansions for each symbol");
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value)
    return llvm::make_error<UsageError>(
        file + ": is not JSON: " + printable(toString(value.takeError())) +
        "; a grammar that is not JSON must not begin with `{`");
  return JSONGrammarReader(file).read(*value->getAsObject());
}
