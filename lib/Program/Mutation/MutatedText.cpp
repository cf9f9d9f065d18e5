// Writes the text of a function with all of its mutations, so that a variable
// can choose one of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A place is a part of the function that is changed as a whole. In the text,
// each place with mutations is a switch over the variable. If the value of the
// variable is not the number of a mutation of the place, the original code
// runs. One comparison before the switch keeps the original fast.

#include "Mutation/MutatedText.h"

#include "pinstripe/Program/RecompiledCode.h"

#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace clang;

namespace pinstripe {

namespace {

/// The name of a variable that is added to the function. No program uses this
/// name itself.
constexpr char valueName[] = "__pinstripe_value";

/// The mutations of one place, which is a part of the function that is changed
/// as a whole.
struct Group {
  /// The number of the first mutation of this part of the function. The numbers
  /// of its other mutations follow.
  uint32_t first = 0;
  std::vector<size_t> changes;
};

class MutationWriting {
public:
  MutationWriting(ParsedUnit &unit, const FunctionSource &function,
                  const ListedFunction &listed, uint32_t firstNumber)
      : unit(unit), function(function), listed(listed),
        number(firstNumber + 1) {}

  MutatedText write(llvm::ArrayRef<size_t> mutations);

private:
  void assignNumbers(llvm::ArrayRef<size_t> mutations);
  void writeTail();
  void writeTokens(TokenRange range);
  void writeToken(uint32_t index);
  void writePlace(const Place &place, const Group &group);
  void writeObject(const Place &place, const Group &group);
  void writeInsertion(const Group &group);
  void writeBodies(const Place &place, const Group &group);
  void writeCases(const Group &group, llvm::StringRef before,
                  llvm::StringRef after);
  void writeAlternative(size_t change, llvm::StringRef before,
                        llvm::StringRef after);
  std::string alternativeText(const Change &change) const;
  std::string condition(const Group &group) const;
  std::string valueType(const Place &place) const;
  std::set<std::string> macroNames(llvm::StringRef written) const;
  unsigned presumedLine(uint32_t token) const;

  void append(llvm::StringRef piece) { result.text += piece; }

  ParsedUnit &unit;
  const FunctionSource &function;
  const ListedFunction &listed;
  uint32_t number;
  MutatedText result;
  /// Maps the index of each place (a part of the function) to the mutations of
  /// that place.
  std::map<uint32_t, Group> groups;
  /// The tables `insertions`, `replaced` and `closing` are indexed by token.
  /// `insertions` holds the mutated places (parts of the function) that insert
  /// text before the token. `replaced` holds the mutated place that begins with
  /// the token and replaces text. `closing` holds the number of braces that are
  /// closed before the token.
  std::map<uint32_t, std::vector<uint32_t>> insertions;
  std::map<uint32_t, uint32_t> replaced;
  std::map<uint32_t, unsigned> closing;
  unsigned line = 0;
};

bool isBreak(const Change &change) { return change.added == "break;"; }

/// Gives a number to each mutation. The mutations of the same part of the
/// function have consecutive numbers.
void MutationWriting::assignNumbers(llvm::ArrayRef<size_t> mutations) {
  for (size_t index : mutations)
    groups[listed.changes[index].place].changes.push_back(index);
  for (auto &[index, group] : groups) {
    // Inside a switch, a `break` would only leave the switch. So a mutation
    // that adds a `break` is written outside of the switch. In each part of the
    // function, such mutations get the last numbers, so that one comparison
    // finds out whether a number belongs to the switch.
    std::vector<size_t> inSwitch, breaks;
    for (size_t change : group.changes)
      (isBreak(listed.changes[change]) ? breaks : inSwitch).push_back(change);
    group.changes = std::move(inSwitch);
    llvm::append_range(group.changes, breaks);
    group.first = number;
    number += group.changes.size();
    llvm::append_range(result.numbered, group.changes);
    const Place &place = listed.places.places[index];
    if (place.form == PlaceForm::Insertion) {
      insertions[place.tokens.first].push_back(index);
      if (place.needsBraces)
        ++closing[place.tokens.last];
    } else if (place.form != PlaceForm::Body) {
      replaced[place.tokens.first] = index;
    }
  }
}

std::string MutationWriting::condition(const Group &group) const {
  size_t count = llvm::count_if(group.changes, [&](size_t change) {
    return !isBreak(listed.changes[change]);
  });
  return std::string("(unsigned)") + mutationVariable + " - " +
         std::to_string(group.first) + "u < " + std::to_string(count) + "u";
}

std::string MutationWriting::alternativeText(const Change &change) const {
  const Place &place = listed.places.places[change.place];
  if (place.form == PlaceForm::Insertion)
    return change.added;
  return unit.tokens.text(place.tokens, change.edits);
}

void MutationWriting::writeAlternative(size_t change, llvm::StringRef before,
                                       llvm::StringRef after) {
  // The texts `before` and `after` count as parts of the mutation between them:
  // if the mutation is wrong, the compiler may report the error inside these
  // texts.
  size_t begin = result.text.size();
  append(before);
  append(alternativeText(listed.changes[change]));
  append(after);
  result.alternatives.push_back({begin, result.text.size(), change});
}

void MutationWriting::writeCases(const Group &group, llvm::StringRef before,
                                 llvm::StringRef after) {
  append(std::string("switch (") + mutationVariable + ") {");
  uint32_t number = group.first;
  for (size_t change : group.changes) {
    if (isBreak(listed.changes[change]))
      break;
    append(" case " + std::to_string(number++) + ": ");
    writeAlternative(change, before, after);
    append(" break;");
  }
  append(" }");
}

/// Returns the type of a scalar value, without const.
std::string MutationWriting::valueType(const Place &place) const {
  // An integer that is converted to a floating type may become a value that is
  // not an integer.
  if (place.form == PlaceForm::Value)
    if (QualType type = cast<Expr>(place.statement)->getType();
        type->isRealFloatingType())
      return type.getCanonicalType().getUnqualifiedType().getAsString();
  std::string of = place.form == PlaceForm::Initializer
                       ? place.variable->getNameAsString()
                       : unit.tokens.text(place.tokens);
  return unit.isCxx() ? "__remove_cv(__typeof__(" + of + "))"
                      : "__typeof_unqual__(" + of + ")";
}

/// Writes a choice between calls that return objects or references. An object
/// may be one that can't be copied, so it can't be assigned to a variable as a
/// number is. Operators `?` need no copy.
void MutationWriting::writeObject(const Place &place, const Group &group) {
  std::string original = unit.tokens.text(place.tokens);
  append("(" + condition(group) + " ? (");
  uint32_t number = group.first;
  for (size_t change : group.changes) {
    // The conversion makes the compiler report an alternative of another type
    // as an error in the alternative. In C, a change keeps the type of a call.
    std::string before = std::string(mutationVariable) +
                         " == " + std::to_string(number++) + " ? ";
    if (unit.isCxx())
      before += "static_cast<decltype((" + original + "))>";
    writeAlternative(change, before + "(", ") : ");
  }
  append("(" + original + ")) : (");
  writeTokens(place.tokens);
  append("))");
}

void MutationWriting::writePlace(const Place &place, const Group &group) {
  const std::string name = valueName;
  if (place.form == PlaceForm::Object)
    return writeObject(place, group);
  if (place.form == PlaceForm::Statement) {
    append("{ if (" + condition(group) + ") ");
    writeCases(group, "{ ", " }");
    append(" else ");
    writeTokens(place.tokens);
    append(" }");
    return;
  }
  append("(" + condition(group) + " ? ({ ");
  if (place.form == PlaceForm::Effect) {
    writeCases(group, "(void)(", ");");
    append(" (void)0; }) : (void)(");
  } else if (place.form == PlaceForm::Condition) {
    append((unit.isCxx() ? "bool " : "int ") + name + " = 0; ");
    writeCases(group, name + " = !!(", ");");
    append(" " + name + "; }) : !!(");
  } else {
    std::string type = valueType(place);
    append(type + " " + name + "; ");
    writeCases(group, name + " = (", ");");
    append(" " + name + "; }) : (");
    if (place.form == PlaceForm::Initializer)
      append(type + ")(");
  }
  writeTokens(place.tokens);
  append("))");
}

void MutationWriting::writeInsertion(const Group &group) {
  uint32_t number = group.first;
  bool hasCases = false;
  for (size_t change : group.changes) {
    if (isBreak(listed.changes[change])) {
      append(std::string("if (") + mutationVariable +
             " == " + std::to_string(number) + ") ");
      writeAlternative(change, "", " ");
    }
    hasCases |= !isBreak(listed.changes[change]);
    ++number;
  }
  if (!hasCases)
    return;
  append("if (" + condition(group) + ") ");
  writeCases(group, "{ ", " }");
  append(" ");
}

/// Writes a copy of the function's body for each mutation of a type. In each
/// copy, a variable has the type that the mutation gives it.
void MutationWriting::writeBodies(const Place &place, const Group &group) {
  uint32_t number = group.first;
  QualType type = place.function->getReturnType();
  std::string leave = "__builtin_trap();";
  if (type->isVoidType() ||
      isa<CXXConstructorDecl, CXXDestructorDecl>(place.function))
    leave = "return;";
  else if (type->isScalarType())
    leave = "return 0;";
  for (size_t index : group.changes) {
    const Change &change = listed.changes[index];
    append(std::string("if (") + mutationVariable +
           " == " + std::to_string(number++) + ") { ");
    size_t begin = result.text.size();
    if (change.added.empty()) {
      append(unit.tokens.text(place.tokens, change.edits));
    } else {
      // If a mutation changes the type of a parameter, the body declares a
      // variable with the new type and the name of the parameter. This variable
      // hides the parameter.
      auto [wider, name] = llvm::StringRef(change.added).rsplit(' ');
      append((wider + " " + valueName + " = " + name + "; { " + wider + " " +
              name + " = " + valueName + "; ")
                 .str());
      append(unit.tokens.text(place.tokens));
      append(" }");
    }
    result.alternatives.push_back({begin, result.text.size(), index});
    append(" " + leave + " } ");
  }
}

void MutationWriting::writeToken(uint32_t index) {
  const SourceManager &sources = unit.sources();
  const ParsedToken &token = unit.tokens[index];
  clang::SourceLocation place = sources.getExpansionLoc(token.location);
  if (sources.getFileID(place) == function.file) {
    unsigned wanted = sources.getExpansionLineNumber(place);
    for (; line < wanted; ++line)
      append("\n");
  }
  append(" ");
  append(token.text);
}

void MutationWriting::writeTokens(TokenRange range) {
  for (uint32_t index = range.first; index < range.last; ++index)
    writeToken(index);
}

unsigned MutationWriting::presumedLine(uint32_t token) const {
  PresumedLoc place =
      unit.sources().getPresumedLoc(unit.tokens[token].location);
  return place.isValid() ? place.getLine() : 1;
}

/// Returns the words of the text that are names of macros. The text is the
/// result of preprocessing, so these words must not be expanded once more.
std::set<std::string>
MutationWriting::macroNames(llvm::StringRef written) const {
  std::set<std::string> names;
  auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (size_t i = 0; i < written.size();) {
    if (!isPart(written[i])) {
      ++i;
      continue;
    }
    llvm::StringRef word = written.substr(i).take_while(isPart);
    if (!llvm::isDigit(word.front()) && !names.count(word.str()) &&
        unit.isMacroName(word))
      names.insert(word.str());
    i += word.size();
  }
  return names;
}

/// The text of the function is already preprocessed, so its words must not be
/// expanded as macros once more. Directives before the text undefine all macros
/// whose names occur in it, and directives after it restore them. If the
/// original function defines macros, the directives after the text define them
/// again, since later code may need them.
void MutationWriting::writeTail() {
  std::set<std::string> names = macroNames(result.text);
  std::string directives = unit.tokens.directivesIn(function.written);
  if (names.empty() && directives.empty())
    return;
  std::string head, tail = "\n";
  for (const std::string &name : names) {
    head += "\n#pragma push_macro(\"" + name + "\")\n#undef " + name;
    tail += "#pragma pop_macro(\"" + name + "\")\n";
  }
  head +=
      "\n#line " + std::to_string(presumedLine(function.written.first)) + "\n";
  tail += directives;
  tail +=
      "#line " + std::to_string(presumedLine(function.written.last - 1)) + "\n";
  for (MutatedText::Alternative &alternative : result.alternatives) {
    alternative.begin += head.size();
    alternative.end += head.size();
  }
  result.text = head + result.text + tail;
}

MutatedText MutationWriting::write(llvm::ArrayRef<size_t> mutations) {
  assignNumbers(mutations);
  line = unit.sources().getExpansionLineNumber(
      unit.tokens[function.written.first].location);
  for (uint32_t index = function.written.first; index < function.written.last;
       ++index) {
    if (auto braces = closing.find(index); braces != closing.end())
      append(std::string(braces->second, '}'));
    if (auto found = insertions.find(index); found != insertions.end())
      for (uint32_t place : found->second) {
        append(listed.places.places[place].needsBraces ? " { " : " ");
        writeInsertion(groups[place]);
      }
    auto place = replaced.find(index);
    if (place == replaced.end()) {
      writeToken(index);
    } else {
      const Place &changed = listed.places.places[place->second];
      append(" ");
      writePlace(changed, groups[place->second]);
      index = changed.tokens.last - 1;
    }
    if (index == function.body.first)
      for (const auto &[number, group] : groups)
        if (listed.places.places[number].form == PlaceForm::Body)
          writeBodies(listed.places.places[number], group);
  }
  writeTail();
  return std::move(result);
}

} // namespace

MutatedText writeMutations(ParsedUnit &unit, const FunctionSource &function,
                           const ListedFunction &listed,
                           llvm::ArrayRef<size_t> mutations,
                           uint32_t firstNumber) {
  return MutationWriting(unit, function, listed, firstNumber).write(mutations);
}

} // namespace pinstripe
