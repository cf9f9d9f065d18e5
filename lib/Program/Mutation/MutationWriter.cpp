// Writes changes as users see them: as lines of the source.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutation/MutationWriter.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pinstripe {

namespace {

/// Returns true if the token is written in a file, either outside of macros or
/// as an argument of a macro.
bool isArgument(clang::SourceLocation location, const SourceManager &sources) {
  while (location.isMacroID()) {
    if (!sources.isMacroArgExpansion(location))
      return false;
    location = sources.getImmediateSpellingLoc(location);
  }
  return true;
}

/// Joins the lines of a text, without their indentation.
std::string joinLines(llvm::StringRef text) {
  std::string joined;
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (llvm::StringRef line : lines) {
    line = line.trim();
    if (!joined.empty() && !line.empty())
      joined += ' ';
    joined += line;
  }
  return joined;
}

/// Returns true if two characters, written without a space between them, would
/// form one sign or begin a comment.
bool wouldJoin(char left, char right) {
  if (left == '/')
    return right == '/' || right == '*';
  if (left == '-' && right == '>')
    return true;
  return (left == right && llvm::StringRef("+-&|<>=").contains(left)) ||
         (right == '=' && llvm::StringRef("+-*/%&|^<>!=").contains(left));
}

} // namespace

MutationWriter::MutationWriter(ParsedUnit &unit, const FunctionSource &function,
                               const FunctionPlaces &places)
    : unit(unit), function(function), places(places),
      text(unit.sources().getBufferData(function.file)) {
  const SourceManager &sources = unit.sources();
  // A change of a type may be in the list of parameters, which comes before the
  // function's body. So the tokens are listed from the beginning of the
  // function's declaration on.
  uint32_t first = function.written.first;
  if (auto token = unit.tokens.indexOf(function.declaration->getBeginLoc());
      token && *token < first)
    first = *token;
  llvm::DenseMap<unsigned, unsigned> uses;
  for (uint32_t i = first; i < function.written.last; ++i) {
    clang::SourceLocation location = unit.tokens[i].location;
    auto [file, offset] =
        sources.getDecomposedLoc(sources.getSpellingLoc(location));
    if (file != function.file || !isArgument(location, sources))
      continue;
    offsets[i] = offset;
    ++uses[offset];
  }
  for (uint32_t i = first; i < function.written.last; ++i)
    if (auto found = offsets.find(i);
        found != offsets.end() && uses[found->second] > 1)
      offsets.erase(found);
}

std::optional<unsigned> MutationWriter::offsetOf(uint32_t token) const {
  auto found = offsets.find(token);
  if (found == offsets.end())
    return std::nullopt;
  return found->second;
}

/// Returns the offset at which a token begins. If the token is the first one of
/// a macro's expansion, returns the offset at which the use of the macro
/// begins. Returns nullopt for other tokens that come from macros.
std::optional<unsigned> MutationWriter::beginOf(uint32_t token) const {
  clang::SourceLocation location = unit.tokens[token].location;
  if (!location.isMacroID())
    return offsetOf(token);
  const SourceManager &sources = unit.sources();
  clang::SourceLocation begin;
  if (!Lexer::isAtStartOfMacroExpansion(location, sources,
                                        unit.ast().getLangOpts(), &begin) ||
      sources.getFileID(begin) != function.file)
    return std::nullopt;
  return sources.getFileOffset(begin);
}

/// Returns the offset at which a token ends. If the token is the last one of a
/// macro's expansion, returns the offset at which the use of the macro ends.
/// Returns nullopt for other tokens that come from macros.
std::optional<unsigned> MutationWriter::endOf(uint32_t token) const {
  clang::SourceLocation location = unit.tokens[token].location;
  if (!location.isMacroID()) {
    std::optional<unsigned> offset = offsetOf(token);
    if (!offset)
      return std::nullopt;
    return *offset + unit.tokens[token].text.size();
  }
  const SourceManager &sources = unit.sources();
  const LangOptions &language = unit.ast().getLangOpts();
  clang::SourceLocation last;
  if (!Lexer::isAtEndOfMacroExpansion(location, sources, language, &last) ||
      sources.getFileID(last) != function.file)
    return std::nullopt;
  return sources.getFileOffset(last) +
         Lexer::MeasureTokenLength(last, sources, language);
}

std::optional<MutationWriter::Characters>
MutationWriter::charactersOf(const TokenEdit &edit) const {
  if (edit.tokens.isEmpty()) {
    bool isAfter =
        llvm::StringRef(edit.text).starts_with(" ") && edit.tokens.first > 0;
    // Beside a token that comes from a macro, the text is inserted before or
    // after the whole use of the macro. Inside the use it might become a part
    // of an argument.
    std::optional<unsigned> place =
        isAfter ? endOf(edit.tokens.first - 1) : beginOf(edit.tokens.first);
    if (!place)
      return std::nullopt;
    return Characters{*place, *place};
  }
  bool isWritten = true;
  for (uint32_t i = edit.tokens.first; i < edit.tokens.last; ++i)
    isWritten &= offsetOf(i).has_value();
  uint32_t lastToken = edit.tokens.last - 1;
  std::optional<unsigned> begin, end;
  if (isWritten) {
    begin = offsetOf(edit.tokens.first);
    end = *offsetOf(lastToken) + unit.tokens[lastToken].text.size();
  } else {
    // Some of the tokens come from the body of a macro. The edit can be shown
    // if it replaces the whole use of each such macro.
    begin = beginOf(edit.tokens.first);
    end = endOf(lastToken);
  }
  if (!begin || !end || *end < *begin || *end > text.size())
    return std::nullopt;
  return Characters{*begin, *end};
}

bool MutationWriter::isOnOneLine(TokenRange tokens) const {
  std::optional<unsigned> begin = beginOf(tokens.first);
  std::optional<unsigned> end = endOf(tokens.last - 1);
  return begin && end && *begin <= *end &&
         !text.slice(*begin, *end).contains('\n');
}

unsigned MutationWriter::lineBegin(unsigned offset) const {
  size_t before = text.substr(0, offset).rfind('\n');
  return before == llvm::StringRef::npos ? 0 : before + 1;
}

unsigned MutationWriter::lineEnd(unsigned offset) const {
  size_t end = text.find('\n', offset);
  return end == llvm::StringRef::npos ? text.size() : end;
}

uint32_t MutationWriter::lineOf(unsigned offset) const {
  const SourceManager &sources = unit.sources();
  PresumedLoc place = sources.getPresumedLoc(
      sources.getLocForStartOfFile(function.file).getLocWithOffset(offset));
  return place.isValid() ? place.getLine() : 0;
}

bool MutationWriter::writeLine(llvm::ArrayRef<TokenEdit> edits,
                               Mutation &mutation) const {
  std::vector<std::pair<Characters, llvm::StringRef>> pieces;
  unsigned position = 0;
  for (const TokenEdit &edit : edits) {
    std::optional<Characters> characters = charactersOf(edit);
    if (!characters || characters->begin < position)
      return false;
    position = characters->end;
    pieces.push_back({*characters, edit.text});
  }
  if (pieces.empty())
    return false;
  unsigned begin = lineBegin(pieces.front().first.begin);
  unsigned end = lineEnd(pieces.back().first.end);
  mutation.changedLine = lineOf(pieces.front().first.begin);
  mutation.before = joinLines(text.slice(begin, end));
  std::string changed;
  position = begin;
  auto append = [&](llvm::StringRef piece) {
    if (!changed.empty() && !piece.empty() &&
        wouldJoin(changed.back(), piece.front()))
      changed += ' ';
    changed += piece;
  };
  for (const auto &[characters, replacement] : pieces) {
    append(text.slice(position, characters.begin));
    append(replacement);
    position = characters.end;
  }
  append(text.slice(position, end));
  mutation.after = joinLines(changed);
  return true;
}

void MutationWriter::writeInsertion(const Place &place, const Change &change,
                                    Mutation &mutation) const {
  mutation.isInsertion = true;
  mutation.after = change.added;
  clang::SourceLocation location =
      unit.sources().getExpansionLoc(unit.tokens[place.tokens.first].location);
  unsigned offset = unit.sources().getFileOffset(location);
  mutation.isInMacro = unit.tokens[place.tokens.first].location.isMacroID();
  if (unit.sources().getFileID(location) != function.file)
    return;
  mutation.changedLine = lineOf(offset);
  mutation.before = joinLines(text.slice(lineBegin(offset), lineEnd(offset)));
}

/// Returns true if the statement is the body of an `if` or of a loop, without
/// braces.
bool MutationWriter::isBody(const Place &place) const {
  return llvm::any_of(places.places, [&](const Place &each) {
    return each.form == PlaceForm::Insertion && each.needsBraces &&
           each.tokens.first == place.tokens.first;
  });
}

Mutation MutationWriter::write(const Change &change) const {
  const Place &place = places.places[change.place];
  Mutation mutation;
  mutation.kind = change.kind;
  mutation.file = place.unit.file;
  mutation.line = place.unit.line;
  mutation.column = place.unit.column;
  mutation.function = function.name;
  mutation.changedLine = mutation.line;
  if (place.form == PlaceForm::Insertion) {
    // If the body of an `if` or of a loop has no braces, an inserted statement
    // needs them. So the user is shown the line with the braces. If the body is
    // on several lines, only the inserted text is shown.
    bool isShown = place.needsBraces && isOnOneLine(place.tokens) &&
                   writeLine({{{place.tokens.first, place.tokens.first},
                               "{ " + change.added + " "},
                              {{place.tokens.last, place.tokens.last}, " }"}},
                             mutation);
    if (!isShown)
      writeInsertion(place, change, mutation);
    return mutation;
  }
  std::vector<TokenEdit> edits =
      change.shown.empty() ? change.edits : change.shown;
  // If the body of an `if` or of a loop has no braces, an `else` after it would
  // belong to an `if` that is inserted before the body. So braces are added.
  if (change.kind == MutationOperator::StatementGuarded && isBody(place) &&
      !edits.empty()) {
    edits.front().text = "{ " + edits.front().text;
    edits.push_back({{place.tokens.last, place.tokens.last}, " }"});
  }
  if (writeLine(edits, mutation))
    return mutation;
  mutation.isInMacro = true;
  mutation.before = unit.tokens.text(place.tokens);
  mutation.after = unit.tokens.text(place.tokens, change.edits);
  return mutation;
}

} // namespace pinstripe
