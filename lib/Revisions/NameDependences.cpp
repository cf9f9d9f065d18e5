// Finds out which parts of a source change need each other, by the names in
// their lines.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LineNames.h"
#include "pinstripe/Revisions/SourceDifference.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>

using namespace pinstripe;

namespace {

using Parts = std::set<uint32_t>;

/// The parts of the difference that declare or use a name, in old lines and in
/// new lines.
struct NamePlaces {
  Parts oldDeclared, newDeclared, oldUsed, newUsed;

  bool isInOld() const { return !oldDeclared.empty() || !oldUsed.empty(); }
  bool isInNew() const { return !newDeclared.empty() || !newUsed.empty(); }
};

/// A number that says where a name is known: 0 means everywhere, and n + 1
/// means only in the function with the number n.
using Scope = uint32_t;
constexpr Scope everywhere = 0;

class DependenceFinder {
public:
  DependenceFinder(const SourceDifference &difference,
                   llvm::ArrayRef<std::vector<Element>> parts)
      : difference(difference), parts(parts), needed(parts.size()) {}
  std::vector<std::vector<uint32_t>> run();

private:
  void readWholeFiles();
  void readChange(uint32_t part, Element element);
  void readLine(uint32_t part, const RevisionChange &change,
                const std::string &line, bool isNew);
  void readFileNames(uint32_t part, const std::string &line, bool isNew);
  void need(const Parts &users, const Parts &uses);
  void connectEverywhere(const std::string &name, const NamePlaces &places);
  void connectInFunction(const NamePlaces &places);
  void connectFiles();

  const SourceDifference &difference;
  llvm::ArrayRef<std::vector<Element>> parts;
  std::vector<Parts> needed;
  /// All names in the old texts, and all names in the new texts, of the files
  /// that differ.
  llvm::StringSet<> oldNames, newNames;
  std::map<std::pair<Scope, std::string>, NamePlaces> places;
  /// The added and removed files by their names. A part with lines of such a
  /// file counts as declaring the file's name. A part with a line in which this
  /// name occurs counts as using the name.
  std::map<std::string, NamePlaces> files;
};

} // namespace

void DependenceFinder::readWholeFiles() {
  for (const FileDifference &file : difference.files) {
    for (const std::string &line : file.oldLines)
      for (const NameInLine &each : namesIn(line, false))
        oldNames.insert(each.name);
    for (const std::string &line : file.newLines)
      for (const NameInLine &each : namesIn(line, false))
        newNames.insert(each.name);
  }
}

static bool isEnum(const LineBlock &block) {
  llvm::StringRef name = block.name;
  return !block.isFunction &&
         (name.starts_with("enum") || name.contains(" enum"));
}

static bool isFunction(const LineBlock &block) {
  llvm::StringRef name = block.name;
  return block.isFunction || (name.contains('(') && !name.ends_with(";"));
}

/// Returns true if the line begins with white space, and so is probably in the
/// body of its function. A name that such a line declares is known only in this
/// function.
static bool isLineOfBody(const std::string &line) {
  return llvm::isSpace(line.front());
}

void DependenceFinder::readLine(uint32_t part, const RevisionChange &change,
                                const std::string &line, bool isNew) {
  const LineBlock &block = difference.functions[change.function];
  bool isInFunction = isFunction(block);
  bool isInBody = isLineOfBody(line) && !change.namesFunction;
  for (const NameInLine &each : namesIn(line, isEnum(block))) {
    bool isLocal = isInFunction && (isInBody || each.isInParentheses);
    auto note = [&](Scope scope, bool isDeclared) {
      NamePlaces &place = places[{scope, each.name.str()}];
      Parts &noted = isDeclared
                         ? (isNew ? place.newDeclared : place.oldDeclared)
                         : (isNew ? place.newUsed : place.oldUsed);
      noted.insert(part);
    };
    if (isInFunction)
      note(change.function + 1, each.isDeclared && isLocal);
    if (!each.isDeclared || !isLocal)
      note(everywhere, each.isDeclared);
  }
  readFileNames(part, line, isNew);
}

void DependenceFinder::readFileNames(uint32_t part, const std::string &line,
                                     bool isNew) {
  for (llvm::StringRef name : fileNamesIn(line))
    if (auto place = files.find(name.str()); place != files.end())
      (isNew ? place->second.newUsed : place->second.oldUsed).insert(part);
}

void DependenceFinder::readChange(uint32_t part, Element element) {
  const RevisionChange &change =
      difference.changes[static_cast<uint32_t>(element)];
  ChangedLine line = lineOf(difference, element);
  if (line.before)
    readLine(part, change, *line.before, false);
  if (line.after)
    readLine(part, change, *line.after, true);
}

/// Stores that each of the parts `users` needs all of the parts `uses`.
void DependenceFinder::need(const Parts &users, const Parts &uses) {
  for (uint32_t user : users)
    for (uint32_t use : uses)
      if (user != use)
        needed[user].insert(use);
}

/// Returns the parts that `left` and `right` have in common.
static Parts inBoth(const Parts &left, const Parts &right) {
  Parts result;
  for (uint32_t part : left)
    if (right.contains(part))
      result.insert(part);
  return result;
}

void DependenceFinder::connectEverywhere(const std::string &name,
                                         const NamePlaces &place) {
  // If many parts declare a name, it means a different thing in each of them,
  // such as `main` in several programs. So the name connects no parts.
  constexpr size_t mostDeclarations = 3;
  if (place.oldDeclared.size() > mostDeclarations ||
      place.newDeclared.size() > mostDeclarations)
    return;
  bool isOld = oldNames.contains(name), isNew = newNames.contains(name);
  if (!isOld) {
    need(place.newUsed, place.newDeclared);
    return;
  }
  if (!isNew) {
    need(place.oldDeclared, place.oldUsed);
    return;
  }
  Parts changed = inBoth(place.oldDeclared, place.newDeclared);
  if (!changed.empty()) {
    // The declaration of the name has changed. The parts that change the
    // declaration and the parts that change uses of the name need each other.
    Parts users = inBoth(place.oldUsed, place.newUsed);
    changed.insert(users.begin(), users.end());
    need(changed, changed);
  } else if (place.oldDeclared.size() == 1 && place.newDeclared.size() == 1) {
    // The declaration has moved from one part to another, so these two parts
    // need each other.
    need(place.oldDeclared, place.newDeclared);
    need(place.newDeclared, place.oldDeclared);
  }
}

void DependenceFinder::connectInFunction(const NamePlaces &place) {
  if (!place.isInOld())
    need(place.newUsed, place.newDeclared);
  if (!place.isInNew())
    need(place.oldDeclared, place.oldUsed);
}

/// Connects the parts that mention the name of an added or removed file with
/// the parts that have the lines of this file.
void DependenceFinder::connectFiles() {
  for (const auto &[name, place] : files) {
    // A part that names a new file needs only the first part with lines of the
    // file, since a new file exists as soon as it has one line.
    if (!place.newDeclared.empty())
      need(place.newUsed, {*place.newDeclared.begin()});
    need(place.oldDeclared, place.oldUsed);
  }
}

std::vector<std::vector<uint32_t>> DependenceFinder::run() {
  readWholeFiles();
  for (uint32_t part = 0; part < parts.size(); ++part)
    for (Element element : parts[part]) {
      const RevisionChange &change =
          difference.changes[static_cast<uint32_t>(element)];
      const FileDifference &file = difference.files[change.file];
      if (!file.oldPath.empty() && !file.newPath.empty())
        continue;
      NamePlaces &place = files[llvm::sys::path::filename(file.path()).str()];
      (file.oldPath.empty() ? place.newDeclared : place.oldDeclared)
          .insert(part);
    }
  for (uint32_t part = 0; part < parts.size(); ++part)
    for (Element element : parts[part])
      readChange(part, element);
  for (const auto &[key, place] : places)
    if (key.first == everywhere)
      connectEverywhere(key.second, place);
    else
      connectInFunction(place);
  connectFiles();
  std::vector<std::vector<uint32_t>> result;
  for (const Parts &each : needed)
    result.emplace_back(each.begin(), each.end());
  return result;
}

std::vector<std::vector<uint32_t>>
pinstripe::neededParts(const SourceDifference &difference,
                       llvm::ArrayRef<std::vector<Element>> parts) {
  return DependenceFinder(difference, parts).run();
}
