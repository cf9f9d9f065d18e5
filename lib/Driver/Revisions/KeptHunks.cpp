// Describes the hunks of a failure-inducing change.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KeptHunks.h"
#include "pinstripe/Support/PrintableText.h"

using namespace pinstripe;

static llvm::StringRef withoutLineEnd(llvm::StringRef line) {
  line.consume_back("\n");
  line.consume_back("\r");
  return line;
}

static void addLine(KeptHunk &kept, char sign, const std::string &line) {
  kept.lines.push_back(sign + printable(withoutLineEnd(line)));
}

/// Describes changes of lines. As in a patch, all old lines come first.
static void describeLines(const SourceDifference &difference,
                          llvm::ArrayRef<Element> changes, KeptHunk &kept) {
  const RevisionChange &first =
      difference.changes[static_cast<uint32_t>(changes.front())];
  const FileDifference &file = difference.files[first.file];
  const SourceHunk &hunk = file.hunks[first.hunk];
  uint32_t begin = static_cast<uint32_t>(changes.front()) - hunk.first;
  kept.oldLine = hunk.oldStart + std::min(begin, hunk.oldCount) + 1;
  kept.newLine = hunk.newStart + std::min(begin, hunk.newCount) + 1;
  // If the function begins at the first changed line, the function's name is in
  // that line, so the name is not shown above the hunk as well.
  llvm::StringRef function = difference.functions[first.function].name;
  bool isItself = begin < hunk.newCount &&
                  llvm::StringRef(file.newLines[hunk.newStart + begin])
                      .starts_with(function);
  if (!isItself)
    kept.function = printable(function);
  for (Element change : changes) {
    uint32_t i = static_cast<uint32_t>(change) - hunk.first;
    if (i < hunk.oldCount)
      addLine(kept, '-', file.oldLines[hunk.oldStart + i]);
  }
  for (Element change : changes) {
    uint32_t i = static_cast<uint32_t>(change) - hunk.first;
    if (i < hunk.newCount)
      addLine(kept, '+', file.newLines[hunk.newStart + i]);
  }
}

static std::string describeWhole(const FileDifference &file) {
  if (file.oldPath.empty())
    return "the file is new";
  if (file.newPath.empty())
    return "the file is gone";
  return "the file has another content";
}

KeptHunk pinstripe::describeHunk(const SourceDifference &difference,
                                 llvm::ArrayRef<Element> changes) {
  const RevisionChange &first =
      difference.changes[static_cast<uint32_t>(changes.front())];
  const FileDifference &file = difference.files[first.file];
  KeptHunk kept;
  kept.file = printable(file.path());
  switch (first.kind) {
  case RevisionChange::Kind::Line:
    describeLines(difference, changes, kept);
    break;
  case RevisionChange::Kind::Rename:
    kept.formerFile = printable(file.oldPath);
    kept.lines = {"the file is renamed from " + kept.formerFile};
    break;
  case RevisionChange::Kind::Mode:
    kept.lines = {file.newMode == FileMode::Executable
                      ? "the file becomes executable"
                      : "the file is no longer executable"};
    break;
  case RevisionChange::Kind::Whole:
    kept.lines = {describeWhole(file)};
    break;
  }
  return kept;
}
