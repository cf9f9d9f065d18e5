// Writes changes as users see them: as lines of the source.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutation/MutationWriter.h"

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

std::optional<MutationWriter::Characters>
MutationWriter::charactersOf(const TokenEdit &edit) const {
  auto endOf = [&](uint32_t token) -> std::optional<unsigned> {
    std::optional<unsigned> offset = offsetOf(token);
    if (!offset)
      return std::nullopt;
    return *offset + unit.tokens[token].text.size();
  };
  if (edit.tokens.isEmpty()) {
    bool isAfter =
        llvm::StringRef(edit.text).starts_with(" ") && edit.tokens.first > 0;
    uint32_t token = edit.tokens.first - isAfter;
    std::optional<unsigned> place = isAfter ? endOf(token) : offsetOf(token);
    // If text is inserted beside an argument of a macro, it is unclear whether
    // the text becomes a part of the argument. So nullopt is returned.
    if (!place || unit.tokens[token].location.isMacroID())
      return std::nullopt;
    return Characters{*place, *place};
  }
  for (uint32_t i = edit.tokens.first; i < edit.tokens.last; ++i)
    if (!offsetOf(i))
      return std::nullopt;
  std::optional<unsigned> begin = offsetOf(edit.tokens.first);
  std::optional<unsigned> end = endOf(edit.tokens.last - 1);
  if (!begin || !end || *end < *begin || *end > text.size())
    return std::nullopt;
  return Characters{*begin, *end};
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
    bool isShown = place.needsBraces &&
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
