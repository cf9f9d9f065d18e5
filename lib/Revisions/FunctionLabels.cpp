// Finds out in which function each changed line of a difference is.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Revisions/FunctionLabels.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <deque>
#include <map>

using namespace pinstripe;

namespace {

/// The functions of a file, either in its old text or in its new text.
struct LabelledText {
  std::vector<DefinedFunction> functions;
  /// For each function, its index in SourceDifference::functions; 0 until the
  /// index is known.
  std::vector<uint32_t> numbers;
  /// For each line, the index of the innermost function that holds it, plus 1;
  /// 0 if there is none.
  std::vector<size_t> functionOf;
};

/// Finds the functions of the changed lines of one file.
class FileLabeller {
public:
  FileLabeller(SourceDifference &difference, const FileDifference &file)
      : difference(difference), file(file) {}
  void label(FunctionFinder find);

private:
  bool needs(bool isNew) const;
  void numberFunctions(LabelledText &before, LabelledText &after);
  static void labelLine(RevisionChange &change, const LabelledText &text,
                        uint32_t line);

  SourceDifference &difference;
  const FileDifference &file;
};

} // namespace

static LabelledText readText(const std::string &path,
                             const std::vector<std::string> &lines,
                             FunctionFinder find) {
  LabelledText text;
  text.functions = find(path, llvm::join(lines, ""));
  text.numbers.resize(text.functions.size());
  text.functionOf.resize(lines.size());
  // Functions are sorted so that a function comes before those inside of it. So
  // in `functionOf`, the index of an inner function replaces that of the outer
  // function.
  llvm::sort(
      text.functions, [](const DefinedFunction &a, const DefinedFunction &b) {
        return std::tuple(a.firstLine, b.lastLine, a.name, a.parameters) <
               std::tuple(b.firstLine, a.lastLine, b.name, b.parameters);
      });
  for (size_t i = 0; i < text.functions.size(); ++i)
    for (size_t line = text.functions[i].firstLine;
         line < lines.size() && line <= text.functions[i].lastLine; ++line)
      text.functionOf[line] = i + 1;
  return text;
}

/// Returns true if the functions of a text are needed, because a changed line
/// is looked up in this text. The text is the new one if `isNew` is true,
/// otherwise the old one.
bool FileLabeller::needs(bool isNew) const {
  return llvm::any_of(file.hunks, [&](const SourceHunk &hunk) {
    return isNew ? hunk.newCount > 0 : hunk.oldCount > hunk.newCount;
  });
}

/// Gives each function of both texts a number. An old and a new function with
/// the same name and parameters get the same number. Among the remaining
/// functions, an old and a new one with the same name get the same number.
void FileLabeller::numberFunctions(LabelledText &before, LabelledText &after) {
  auto add = [&](const DefinedFunction &function) {
    difference.functions.push_back({function.name, /*isFunction=*/true});
    return static_cast<uint32_t>(difference.functions.size() - 1);
  };
  for (size_t i = 0; i < after.functions.size(); ++i)
    after.numbers[i] = add(after.functions[i]);
  std::vector<bool> isTaken(after.functions.size());
  for (bool withParameters : {true, false}) {
    auto keyOf = [&](const DefinedFunction &function) {
      return std::pair(function.name,
                       withParameters ? function.parameters : "");
    };
    std::map<std::pair<std::string, std::string>, std::deque<size_t>> free;
    for (size_t i = 0; i < after.functions.size(); ++i)
      if (!isTaken[i])
        free[keyOf(after.functions[i])].push_back(i);
    for (size_t i = 0; i < before.functions.size(); ++i) {
      std::deque<size_t> &same = free[keyOf(before.functions[i])];
      if (before.numbers[i] != 0 || same.empty())
        continue;
      before.numbers[i] = after.numbers[same.front()];
      isTaken[same.front()] = true;
      same.pop_front();
    }
  }
  for (size_t i = 0; i < before.functions.size(); ++i)
    if (before.numbers[i] == 0)
      before.numbers[i] = add(before.functions[i]);
}

void FileLabeller::labelLine(RevisionChange &change, const LabelledText &text,
                             uint32_t line) {
  if (text.functionOf[line] == 0)
    return;
  size_t index = text.functionOf[line] - 1;
  change.function = text.numbers[index];
  change.namesFunction = text.functions[index].nameLine == line;
}

void FileLabeller::label(FunctionFinder find) {
  LabelledText before, after;
  if (needs(/*isNew=*/false))
    before = readText(file.oldPath, file.oldLines, find);
  if (needs(/*isNew=*/true))
    after = readText(file.newPath, file.newLines, find);
  numberFunctions(before, after);
  for (const SourceHunk &hunk : file.hunks)
    for (uint32_t i = 0; i < hunk.changes(); ++i) {
      RevisionChange &change = difference.changes[hunk.first + i];
      if (i < hunk.newCount)
        labelLine(change, after, hunk.newStart + i);
      else
        labelLine(change, before, hunk.oldStart + i);
    }
}

void pinstripe::labelFunctions(SourceDifference &difference,
                               FunctionFinder find) {
  for (const FileDifference &file : difference.files)
    FileLabeller(difference, file).label(find);
}
