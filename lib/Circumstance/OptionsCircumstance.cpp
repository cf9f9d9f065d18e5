// Describes starts of a program with some arguments, variables and files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/OptionsCircumstance.h"
#include "pinstripe/Circumstance/ArgumentParts.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace pinstripe;
namespace fs = llvm::sys::fs;

llvm::StringRef pinstripe::grainName(ArgumentGrain grain) {
  switch (grain) {
  case ArgumentGrain::Groups:
    return "options with their values";
  case ArgumentGrain::Arguments:
    return "arguments";
  case ArgumentGrain::Parts:
    break;
  }
  return "parts of arguments";
}

/// Returns the content of a file, so that some runs can be given a copy of it
/// and others no file at all. Returns nullopt if the path does not name a
/// regular file, if the file is larger than a megabyte or can't be read, or if
/// it is executable, since a run could not execute the copy.
static std::optional<std::string> contentOf(const std::string &path) {
  constexpr uint64_t maxBytes = 1u << 20;
  uint64_t bytes = 0;
  if (path.empty() || !fs::is_regular_file(path) || fs::can_execute(path) ||
      fs::file_size(path, bytes) || bytes > maxBytes)
    return std::nullopt;
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return std::nullopt;
  return (*buffer)->getBuffer().str();
}

std::vector<NamedFile>
pinstripe::namedFiles(llvm::ArrayRef<std::string> arguments) {
  std::map<std::string, std::string> files;
  for (llvm::StringRef argument : arguments)
    for (llvm::StringRef path : {argument, argument.split('=').second})
      if (std::optional<std::string> content = contentOf(path.str()))
        files.try_emplace(path.str(), std::move(*content));
  std::vector<NamedFile> result;
  for (auto &[path, content] : files)
    result.push_back({path, std::move(content)});
  return result;
}

OptionsCircumstance::OptionsCircumstance(ProgramStart passingStart,
                                         ProgramStart failingStart,
                                         OptionsScope scope,
                                         const StartSurroundings &surroundings)
    : passing(std::move(passingStart)), failing(std::move(failingStart)),
      scope(std::move(scope)), surroundings(surroundings) {
  splitArguments();
  size_t arguments = described.size();
  splitVariables();
  size_t variablesEnd = described.size();
  splitFiles();
  bool hasArguments = arguments != 0;
  bool hasVariables = variablesEnd != arguments;
  bool hasFiles = described.size() != variablesEnd;
  if (hasArguments + hasVariables + hasFiles > 1)
    name = "everything";
  else
    name = hasVariables ? "variables"
           : hasFiles   ? "files"
                        : grainName(this->scope.grain).str();
}

std::optional<Element> OptionsCircumstance::addElement(OptionElement words) {
  described.push_back(std::move(words));
  return static_cast<Element>(described.size() - 1);
}

static std::string quoted(const std::string &word) {
  return quoteForShell(llvm::StringRef(word));
}

/// Compares the words that the passing and the failing start have at one place
/// of the command line, `choice`. If they differ, makes the place an element
/// that the search can leave out. If they are the same, all runs get them.
void OptionsCircumstance::decide(Choice &choice, OptionElement words) {
  if (choice.passing != choice.failing)
    choice.element = addElement(std::move(words));
}

void OptionsCircumstance::addWhole(std::vector<std::string> passingWords,
                                   std::vector<std::string> failingWords) {
  Unit unit;
  unit.words = {std::move(passingWords), std::move(failingWords)};
  decide(unit.words,
         {OptionElement::Kind::Argument, quoteForShell(unit.words.passing),
          quoteForShell(unit.words.failing)});
  units.push_back(std::move(unit));
}

static std::vector<std::string> listOf(const std::string &text) {
  return text.empty() ? std::vector<std::string>()
                      : std::vector<std::string>{text};
}

static std::vector<AlignedText> textsOf(llvm::ArrayRef<std::string> items) {
  std::vector<AlignedText> texts;
  for (const std::string &item : items)
    texts.push_back({item, ""});
  return texts;
}

/// Adds an argument that is split into parts. Returns false, and adds nothing,
/// if the parts of the passing and the failing argument do not correspond.
/// `passingWord` is empty if the passing start has no such argument.
bool OptionsCircumstance::addParts(const std::string &passingWord,
                                   const std::string &failingWord) {
  ArgumentParts to = partsOf(failingWord, scope.clusters);
  ArgumentParts from = to;
  from.head.clear();
  from.items.clear();
  if (!passingWord.empty())
    from = partsOf(passingWord, scope.clusters);
  const ArgumentParts &longer = to.items.empty() ? from : to;
  bool isOpenedAlike =
      from.items.empty() || to.items.empty() ||
      (from.opener == to.opener && from.separator == to.separator);
  bool isNamedAlike = passingWord.empty() || from.head == to.head;
  if (longer.items.empty() || !isOpenedAlike || !isNamedAlike)
    return false;
  Unit unit;
  unit.hasParts = true;
  unit.opener = longer.opener;
  unit.separator = longer.separator;
  unit.needsItem = to.head.empty();
  using Kind = OptionElement::Kind;
  unit.words = {listOf(from.head), listOf(to.head)};
  decide(unit.words, {Kind::Argument, "", quoted(to.head), failingWord});
  for (const AlignedPair &pair :
       pinstripe::align(textsOf(from.items), textsOf(to.items))) {
    Choice choice;
    if (pair.passing)
      choice.passing = {from.items[*pair.passing]};
    if (pair.failing)
      choice.failing = {to.items[*pair.failing]};
    auto shown = [&](const std::vector<std::string> &item) {
      return item.empty() ? "" : quoted(longer.opener + item.front());
    };
    decide(choice, {Kind::Argument, shown(choice.passing),
                    shown(choice.failing), failingWord});
    unit.items.push_back(std::move(choice));
  }
  units.push_back(std::move(unit));
  return true;
}

namespace {

/// Arguments that a run gets together or not at all, such as an option and its
/// value.
struct WordGroup {
  std::vector<std::string> words;
  AlignedText text;
};

} // namespace

/// Returns the key of an argument. When two command lines are compared, two
/// different arguments can correspond to each other if they have the same key.
static std::string keyOf(llvm::StringRef argument,
                         const std::set<std::string> &clusters) {
  if (clusters.contains(argument.str()))
    return "-";
  if (!looksLikeOption(argument))
    return "";
  // A number at the end of an option counts as its value, so that -O2
  // corresponds to -O1.
  std::string head = partsOf(argument, {}).head;
  return llvm::StringRef(head).rtrim("0123456789.").str();
}

static std::vector<WordGroup> groupsOf(llvm::ArrayRef<std::string> arguments,
                                       const OptionsScope &scope) {
  std::vector<WordGroup> groups;
  std::vector<size_t> bounds = groupBounds(arguments);
  if (scope.grain != ArgumentGrain::Groups) {
    bounds.clear();
    for (size_t i = 0; i <= arguments.size(); ++i)
      bounds.push_back(i);
  }
  for (size_t i = 0; i + 1 < bounds.size(); ++i) {
    llvm::ArrayRef<std::string> words =
        arguments.slice(bounds[i], bounds[i + 1] - bounds[i]);
    groups.push_back({words.vec(),
                      // The arguments of a group are joined to one text that is
                      // compared with other groups. The null byte between them
                      // can't be a part of an argument.
                      {llvm::join(words, llvm::StringRef("\0", 1)),
                       keyOf(words.front(), scope.clusters)}});
  }
  return groups;
}

void OptionsCircumstance::splitArguments() {
  if (!scope.arguments) {
    addWhole(failing.arguments, failing.arguments);
    return;
  }
  std::vector<WordGroup> from = groupsOf(passing.arguments, scope);
  std::vector<WordGroup> to = groupsOf(failing.arguments, scope);
  auto texts = [](const std::vector<WordGroup> &groups) {
    std::vector<AlignedText> result;
    for (const WordGroup &group : groups)
      result.push_back(group.text);
    return result;
  };
  for (const AlignedPair &pair : align(texts(from), texts(to))) {
    std::vector<std::string> left, right;
    if (pair.passing)
      left = from[*pair.passing].words;
    if (pair.failing)
      right = to[*pair.failing].words;
    bool isEmptyWord = pair.passing && left.front().empty();
    bool canSplit = scope.grain == ArgumentGrain::Parts && pair.failing &&
                    !isEmptyWord && left != right;
    if (!canSplit || !addParts(left.empty() ? "" : left.front(), right.front()))
      addWhole(std::move(left), std::move(right));
  }
}

void OptionsCircumstance::splitVariables() {
  if (!scope.variables)
    return;
  std::set<std::string> names;
  for (const auto *each : {&passing.variables, &failing.variables})
    for (const auto &[variable, value] : *each)
      names.insert(variable);
  auto shown = [](const std::map<std::string, std::string> &all,
                  const std::string &variable) {
    auto found = all.find(variable);
    return found == all.end() ? "" : quoted(variable + "=" + found->second);
  };
  for (const std::string &each : names) {
    OptionElement words{OptionElement::Kind::Variable,
                        shown(passing.variables, each),
                        shown(failing.variables, each)};
    if (words.passing != words.failing)
      variables.emplace(each, *addElement(std::move(words)));
  }
}

void OptionsCircumstance::splitFiles() {
  if (!scope.files)
    return;
  for (const NamedFile &file : surroundings.files)
    if (passing.missingFiles.contains(file.path) &&
        !failing.missingFiles.contains(file.path))
      missing.emplace(file.path, *addElement({OptionElement::Kind::File, "",
                                              quoted(file.path)}));
}

/// Appends one argument to `arguments`. The argument consists of its head and,
/// if there are items, of an opener and the items with separators between them.
/// `--x=A,B` has the head `--x`, the opener `=`, and the items A and B.
static void appendParts(std::vector<std::string> &arguments, std::string head,
                        llvm::StringRef opener, llvm::StringRef separator,
                        llvm::ArrayRef<std::string> items) {
  if (!items.empty())
    head += (opener + llvm::join(items, separator)).str();
  arguments.push_back(std::move(head));
}

ProgramStart
OptionsCircumstance::startOf(const Configuration &configuration) const {
  ProgramStart start = failing;
  start.arguments.clear();
  for (const Unit &unit : units) {
    const std::vector<std::string> &words = unit.words.in(configuration);
    if (!unit.hasParts) {
      start.arguments.insert(start.arguments.end(), words.begin(), words.end());
      continue;
    }
    std::vector<std::string> items;
    for (const Choice &item : unit.items)
      for (const std::string &text : item.in(configuration))
        items.push_back(text);
    if (unit.needsItem ? items.empty() : words.empty())
      continue;
    appendParts(start.arguments, words.empty() ? "" : words.front(),
                unit.opener, unit.separator, items);
  }
  for (const auto &[variable, element] : variables) {
    if (configuration.contains(element))
      continue;
    auto found = passing.variables.find(variable);
    if (found == passing.variables.end())
      start.variables.erase(variable);
    else
      start.variables[variable] = found->second;
  }
  for (const auto &[path, element] : missing)
    if (!configuration.contains(element))
      start.missingFiles.insert(path);
  return start;
}

Materials pinstripe::materialsOf(const ProgramStart &start,
                                 const StartSurroundings &surroundings) {
  Materials materials;
  materials.standardInput = surroundings.standardInput;
  materials.arguments = start.arguments;
  materials.environment = start.environment();
  for (const NamedFile &file : surroundings.files) {
    MaterialFile &given = materials.files.emplace_back();
    given.path = file.path;
    if (!start.missingFiles.contains(file.path))
      given.content = file.content;
  }
  return materials;
}

llvm::Expected<Materials>
OptionsCircumstance::materialise(const Configuration &configuration) const {
  return materialsOf(startOf(configuration), surroundings);
}
