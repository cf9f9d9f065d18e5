// Prints source lines, with a column in front that marks critical statements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AnnotatedSource.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace pinstripe;

/// The number of source lines that are shown before each critical line, and
/// also after it.
static constexpr uint32_t contextLines = 2;
/// The smallest number of successive lines that can be left out, with one row
/// in their place. Fewer lines are printed in full, since the row itself takes
/// a line.
static constexpr uint32_t minFold = 4;
static constexpr unsigned maxInstancesWidth = 18;

static constexpr llvm::StringLiteral userPinnedMark = "◇";
static constexpr llvm::StringLiteral cleanupMark = "+";
/// The mark of a line that continues the statement of an earlier line.
static constexpr llvm::StringLiteral continuedMark = "┆";

/// Lists the kept instances of a statement, as in `#1-3 ◇#5 of 6`: first the
/// critical ones, then, after a mark, those that were kept for another reason.
/// If the text is too wide, says only how many there are: `3 ◇1 of 6`.
static std::string mixedInstancesOf(const UnitTally &tally,
                                    llvm::StringRef otherMark,
                                    const InstanceRanges &others) {
  std::string between = " " + otherMark.str();
  std::string total = " of " + std::to_string(tally.executed);
  std::string text = describeInstances(tally.kept, 0) + between +
                     describeInstances(others, 0) + total;
  if (displayWidth(text) <= maxInstancesWidth)
    return text;
  return std::to_string(tally.kept.count()) + between +
         std::to_string(others.count()) + total;
}

static std::string instancesOf(const UnitTable &table, const UnitTally &tally) {
  std::string executed = std::to_string(tally.executed);
  if (table.unit(tally.unit).isPinned() && !tally.kept.empty())
    return tally.kept.count() == tally.executed
               ? "pinned, " + executed
               : "pinned, " + std::to_string(tally.kept.count()) + " of " +
                     executed;
  bool hasCleanups = !tally.cleanups.empty();
  const InstanceRanges &others =
      hasCleanups ? tally.cleanups : tally.userPinned;
  if (!tally.kept.empty() && !others.empty())
    return mixedInstancesOf(tally, hasCleanups ? cleanupMark : userPinnedMark,
                            others);
  const InstanceRanges &kept = tally.kept.empty() ? others : tally.kept;
  if (kept.empty())
    return "0 of " + executed;
  std::string total = " of " + executed;
  std::string listed =
      describeInstances(kept, maxInstancesWidth - total.size());
  if (!listed.empty())
    return listed + total;
  if (kept.count() == tally.executed)
    return "all " + executed;
  return std::to_string(kept.count()) + total;
}

/// Returns true if the unit destroys a single object. Its text is then like
/// `~name`. Other cleanup code at the end of a scope belongs to no single
/// object.
static bool destroysObject(const StatementUnit &unit) {
  return unit.kind == UnitKind::Cleanup &&
         llvm::StringRef(unit.text).starts_with("~");
}

static std::string hostLineOf(const UnitTable &table, const GluedUnit &glued) {
  return "with line " + std::to_string(table.unit(glued.host).range.line);
}

GutterWidths pinstripe::gutterFor(const UnitTable &table,
                                  llvm::ArrayRef<SourceRegion> regions) {
  GutterWidths widths;
  for (const SourceRegion &region : regions) {
    if (region.critical == 0)
      continue;
    for (const UnitTally &tally : region.units)
      widths.instances =
          std::max(widths.instances, displayWidth(instancesOf(table, tally)));
    for (const GluedUnit &glued : region.glued)
      widths.instances =
          std::max(widths.instances, displayWidth(hostLineOf(table, glued)));
    unsigned digits = std::to_string(region.lastLine).size();
    widths.line = std::max(widths.line, digits);
  }
  return widths;
}

AnnotatedSource::AnnotatedSource(const UnitTable &table,
                                 const SourceRegion &region,
                                 const std::vector<std::string> *lines,
                                 const GutterWidths &widths, TextStyle style,
                                 llvm::StringRef absent)
    : table(table), region(region), lines(lines), style(style), widths(widths),
      absent(absent) {
  findWantedLines();
}

bool AnnotatedSource::isCritical(const UnitTally &tally) const {
  return !tally.kept.empty() && !table.unit(tally.unit).isPinned();
}

Emphasis AnnotatedSource::emphasisOf(const UnitTally &tally) const {
  return isCritical(tally) ? Emphasis::Critical : Emphasis::Plain;
}

llvm::StringRef AnnotatedSource::markOf(const UnitTally &tally) const {
  // A pinned statement can't be skipped alone, but only with a call that
  // contains it. It gets the mark `○` if it was kept, and the mark of a skipped
  // statement if it was skipped with such a call.
  if (isPinned(tally))
    return "○";
  if (isCritical(tally))
    return tally.guards == 0 ? "●" : "◆";
  if (!tally.cleanups.empty())
    return cleanupMark;
  if (!tally.userPinned.empty())
    return userPinnedMark;
  return tally.missing == 0 ? "·" : "~";
}

void AnnotatedSource::findWantedLines() {
  wantedLines.resize(region.lastLine - region.firstLine + 1);
  for (const UnitTally &tally : region.units) {
    if (tally.kept.empty() && tally.userPinned.empty() &&
        tally.cleanups.empty() && tally.missing == 0)
      continue;
    const SourceRange &range = table.unit(tally.unit).range;
    uint32_t last = std::max(range.line, range.endLine);
    for (uint32_t line = range.line; line <= last; ++line)
      wantedLines[line - region.firstLine] = true;
  }
  for (const GluedUnit &glued : region.glued) {
    const UnitTally *host = tallyOf(glued.host);
    if (host && isCritical(*host))
      wantedLines[table.unit(glued.unit).range.line - region.firstLine] = true;
  }
  shownLines.resize(wantedLines.size());
  for (uint32_t line = region.firstLine; line <= region.lastLine; ++line)
    shownLines[line - region.firstLine] = shouldShow(line);
}

std::vector<const UnitTally *> AnnotatedSource::unitsAt(uint32_t line) const {
  std::vector<const UnitTally *> result;
  for (const UnitTally &tally : region.units)
    if (table.unit(tally.unit).range.line == line)
      result.push_back(&tally);
  return result;
}

/// Returns the statement that began on an earlier line and goes on until `line`
/// or beyond it; null if there is none. If there are several such statements,
/// returns the innermost one.
const UnitTally *AnnotatedSource::continuedAt(uint32_t line) const {
  auto units = llvm::reverse(region.units);
  auto found = llvm::find_if(units, [&](const UnitTally &tally) {
    const SourceRange &range = table.unit(tally.unit).range;
    return range.line < line && line <= range.endLine;
  });
  return found == units.end() ? nullptr : &*found;
}

const GluedUnit *AnnotatedSource::gluedAt(uint32_t line) const {
  auto found = llvm::find_if(region.glued, [&](const GluedUnit &glued) {
    return table.unit(glued.unit).range.line == line;
  });
  return found == region.glued.end() ? nullptr : &*found;
}

const UnitTally *AnnotatedSource::tallyOf(UnitId unit) const {
  auto found = llvm::find_if(
      region.units, [&](const UnitTally &tally) { return tally.unit == unit; });
  return found == region.units.end() ? nullptr : &*found;
}

std::string AnnotatedSource::textAt(uint32_t line) const {
  if (lines)
    return line <= lines->size() ? printable((*lines)[line - 1]) : "";
  std::string text;
  for (const UnitTally *tally : unitsAt(line))
    text += (text.empty() ? "" : "  ") + table.unit(tally->unit).text;
  if (const GluedUnit *glued = gluedAt(line); text.empty() && glued)
    text = table.unit(glued->unit).text;
  return printable(text);
}

/// Returns the text of the row below a source line that shows one of its
/// statements: blanks, and then `^~~~` below the part of the line that belongs
/// to the statement.
std::string AnnotatedSource::caretsFor(const UnitTally &tally) const {
  const StatementUnit &unit = table.unit(tally.unit);
  if (!lines || unit.range.line > lines->size() || unit.range.column == 0)
    return unit.text;
  llvm::StringRef line = (*lines)[unit.range.line - 1];
  size_t start = std::min<size_t>(unit.range.column - 1, line.size());
  size_t end = unit.range.endLine == unit.range.line
                   ? std::min<size_t>(unit.range.endColumn - 1, line.size())
                   : line.rtrim().size();
  unsigned before = displayWidth(printable(line.take_front(start)));
  unsigned through = displayWidth(printable(line.take_front(end)));
  std::string carets(before, ' ');
  carets += "^";
  if (through > before + 1)
    carets.append(through - before - 1, '~');
  if (destroysObject(unit))
    carets += " " + withPartner(tally);
  else if (unit.kind == UnitKind::Cleanup || unit.kind == UnitKind::Line)
    carets += " " + unitKindWords(unit.kind).str();
  return carets;
}

/// Returns the text of a unit. If the unit destroys an object and is executed
/// or skipped together with the object's construction, the text names the line
/// of the construction: `~name, with line 7`.
std::string AnnotatedSource::withPartner(const UnitTally &tally) const {
  std::string text = table.unit(tally.unit).text;
  if (tally.construction)
    text += ", with line " +
            std::to_string(table.unit(*tally.construction).range.line);
  return text;
}

bool AnnotatedSource::isIdleCleanup(const UnitTally &tally) const {
  return table.unit(tally.unit).kind == UnitKind::Cleanup &&
         !table.unit(tally.unit).isPinned() && tally.kept.empty() &&
         tally.cleanups.empty() && tally.userPinned.empty() &&
         tally.missing == 0;
}

/// Returns one row for all cleanups (calls of destructors) of a line, none of
/// which was kept. A row for each of them would take too much room.
AnnotatedSource::Row
AnnotatedSource::idleCleanups(llvm::ArrayRef<const UnitTally *> idle) const {
  UnitTally all = *idle.front();
  std::string carets = caretsFor(all);
  for (const UnitTally *tally : llvm::drop_begin(idle)) {
    all.executed += tally->executed;
    if (destroysObject(table.unit(tally->unit)))
      carets += ", " + table.unit(tally->unit).text;
  }
  return {markOf(all), instancesOf(table, all), 0, carets, Emphasis::Dim};
}

bool AnnotatedSource::isNearWanted(uint32_t line) const {
  uint32_t from = line > contextLines ? line - contextLines : 1;
  uint32_t to = std::min(region.lastLine, line + contextLines);
  for (uint32_t near = std::max(region.firstLine, from); near <= to; ++near)
    if (wantedLines[near - region.firstLine])
      return true;
  return false;
}

/// Returns true if a source line must be shown, because it has a kept statement
/// or is near one. Must be called for the lines of a function in ascending
/// order, since the answer can depend on the answers for earlier lines.
bool AnnotatedSource::shouldShow(uint32_t line) const {
  // The first line of a function is always shown, since it has the function's
  // name.
  if (line == region.firstLine || wantedLines[line - region.firstLine])
    return true;
  if (!isNearWanted(line))
    return false;
  // A line near a kept statement may continue a statement that began on an
  // earlier line. The line is shown only if the first line of this statement is
  // shown, since its text makes no sense alone.
  const UnitTally *tally = unitsAt(line).empty() ? continuedAt(line) : nullptr;
  return !tally || isShown(table.unit(tally->unit).range.line);
}

/// Returns the number of the first line from `first` on that must be shown. If
/// no such line is left, returns the number after the last line of the printed
/// function.
uint32_t AnnotatedSource::endOfHidden(uint32_t first) const {
  uint32_t end = first;
  while (end <= region.lastLine && !isShown(end))
    ++end;
  return end;
}

void AnnotatedSource::print(llvm::raw_ostream &stream) {
  for (uint32_t line = region.firstLine; line <= region.lastLine;) {
    uint32_t end = endOfHidden(line);
    if (end - line >= minFold) {
      printFold(line, end, stream);
      line = end;
      continue;
    }
    for (end = std::max(end, line + 1); line != end; ++line)
      printLine(line, stream);
  }
}

void AnnotatedSource::printFold(uint32_t first, uint32_t end,
                                llvm::raw_ostream &stream) {
  uint64_t instances = 0;
  for (const UnitTally &tally : region.units) {
    uint32_t line = table.unit(tally.unit).range.line;
    if (first <= line && line < end)
      instances += tally.executed;
  }
  std::string text = counted(end - first, "line") + ", ";
  text += instances == 0 ? "none executed"
                         : counted(instances, "instance") + ", " + absent.str();
  std::string indent(4 + widths.instances + 1 + widths.line, ' ');
  writeStyled(stream, style, Emphasis::Dim, indent + " ⋮ " + text);
  stream << '\n';
}

void AnnotatedSource::printLine(uint32_t line, llvm::raw_ostream &stream) {
  std::vector<const UnitTally *> units = unitsAt(line);
  // If the source file can't be read, only lines with statements have a text.
  if (!lines && units.empty() && !gluedAt(line))
    return;
  Row row;
  row.line = line;
  row.text = textAt(line);
  row.emphasis = Emphasis::Dim;
  std::vector<const UnitTally *> idle;
  llvm::copy_if(units, std::back_inserter(idle),
                [&](const UnitTally *tally) { return isIdleCleanup(*tally); });
  bool isOneRow =
      units.size() == 1 || (!idle.empty() && idle.size() == units.size());
  if (units.size() == 1) {
    row.mark = markOf(*units.front());
    row.instances = instancesOf(table, *units.front());
    row.emphasis = emphasisOf(*units.front());
    if (units.front()->construction)
      row.text += "  " + withPartner(*units.front());
  } else if (isOneRow) {
    Row all = idleCleanups(idle);
    row.mark = all.mark;
    row.instances = all.instances;
    row.emphasis = Emphasis::Plain;
  } else if (!units.empty()) {
    bool anyCritical = llvm::any_of(
        units, [&](const UnitTally *tally) { return isCritical(*tally); });
    row.emphasis = anyCritical ? Emphasis::Critical : Emphasis::Plain;
  } else if (const GluedUnit *glued = gluedAt(line)) {
    row.mark = continuedMark;
    row.instances = hostLineOf(table, *glued);
    if (const UnitTally *host = tallyOf(glued->host))
      row.emphasis = emphasisOf(*host);
  } else if (const UnitTally *tally = continuedAt(line)) {
    row.mark = continuedMark;
    row.emphasis = emphasisOf(*tally);
  }
  printRow(row, stream);
  if (isOneRow)
    return;
  for (const UnitTally *tally : units) {
    if (isIdleCleanup(*tally))
      continue;
    Emphasis emphasis = isCritical(*tally) ? Emphasis::Critical : Emphasis::Dim;
    printRow({markOf(*tally), instancesOf(table, *tally), 0, caretsFor(*tally),
              emphasis},
             stream);
  }
  if (!idle.empty())
    printRow(idleCleanups(idle), stream);
}

void AnnotatedSource::printRow(const Row &row, llvm::raw_ostream &stream) {
  bool isCriticalRow = row.emphasis == Emphasis::Critical;
  std::string gutter = "  " + (row.mark.empty() ? " " : row.mark.str()) + " ";
  gutter += row.instances;
  gutter.append(widths.instances - displayWidth(row.instances), ' ');
  writeStyled(stream, style, isCriticalRow ? Emphasis::Critical : Emphasis::Dim,
              gutter);
  std::string number = row.line == 0 ? "" : std::to_string(row.line);
  number.insert(0, widths.line + 1 - number.size(), ' ');
  writeStyled(stream, style, Emphasis::Dim, number + " │");
  unsigned used = 4 + widths.instances + 1 + widths.line + 3;
  unsigned room = style.width > used + 8 ? style.width - used : 0;
  llvm::StringRef text = row.text;
  std::string cut = fitted(printable(text.rtrim()), room);
  if (!cut.empty()) {
    stream << ' ';
    writeStyled(stream, style, isCriticalRow ? Emphasis::Strong : row.emphasis,
                cut);
  }
  stream << '\n';
}
