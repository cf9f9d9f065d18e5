// Prints source lines, with a column in front that marks critical statements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_ANNOTATEDSOURCE_H
#define PINSTRIPE_LIB_REPORT_ANNOTATEDSOURCE_H

#include "SourceRegions.h"
#include "pinstripe/Report/TextStyle.h"

namespace pinstripe {

/// The widths of the columns in front of the source. All functions of a report
/// have the same widths, so that their sources are aligned.
struct GutterWidths {
  unsigned instances = 0;
  unsigned line = 4;
};

/// Returns column widths that are large enough for all functions that have
/// critical statements.
GutterWidths gutterFor(const UnitTable &table,
                       llvm::ArrayRef<SourceRegion> regions);

/// Prints the source of one function, one row for each line. A row begins with
/// a mark (such as `●` for a critical statement), the numbers of the
/// statement's kept instances, and the line number. The text of the line
/// follows. If several statements begin on a line, a row with carets below the
/// text follows for each of them. Lines that are not near a critical statement
/// are left out.
class AnnotatedSource {
public:
  /// `lines` are the lines of the source file; null if the file can't be read.
  /// Without the lines, the rows show the texts of statements. `absent` is
  /// printed where executed lines are left out. It says why these lines are
  /// left out, as in "none critical".
  AnnotatedSource(const UnitTable &table, const SourceRegion &region,
                  const std::vector<std::string> *lines,
                  const GutterWidths &widths, TextStyle style,
                  llvm::StringRef absent = "none critical");
  void print(llvm::raw_ostream &stream);

private:
  struct Row {
    llvm::StringRef mark;
    std::string instances;
    /// The number of the source line; 0 for a row of carets below a source
    /// line.
    uint32_t line = 0;
    std::string text;
    Emphasis emphasis = Emphasis::Plain;
  };

  std::vector<const UnitTally *> unitsAt(uint32_t line) const;
  bool isCritical(const UnitTally &tally) const;
  bool isPinned(const UnitTally &tally) const {
    return !tally.kept.empty() && table.unit(tally.unit).isPinned();
  }
  Emphasis emphasisOf(const UnitTally &tally) const;
  llvm::StringRef markOf(const UnitTally &tally) const;
  std::string textAt(uint32_t line) const;
  std::string caretsFor(const UnitTally &tally) const;
  std::string withPartner(const UnitTally &tally) const;
  bool isIdleCleanup(const UnitTally &tally) const;
  Row idleCleanups(llvm::ArrayRef<const UnitTally *> idle) const;
  const UnitTally *continuedAt(uint32_t line) const;
  const GluedUnit *gluedAt(uint32_t line) const;
  const UnitTally *tallyOf(UnitId unit) const;

  void findWantedLines();
  bool isNearWanted(uint32_t line) const;
  bool shouldShow(uint32_t line) const;
  bool isShown(uint32_t line) const {
    return shownLines[line - region.firstLine];
  }
  uint32_t endOfHidden(uint32_t first) const;
  void printFold(uint32_t first, uint32_t end, llvm::raw_ostream &stream);
  void printLine(uint32_t line, llvm::raw_ostream &stream);
  void printRow(const Row &row, llvm::raw_ostream &stream);

  const UnitTable &table;
  const SourceRegion &region;
  const std::vector<std::string> *lines;
  TextStyle style;
  /// For each line of the printed function (from region.firstLine on), true if
  /// a statement on the line is a reason to show it. Lines near such a line can
  /// be shown, too.
  std::vector<bool> wantedLines;
  /// For each line of the printed function (from region.firstLine on), true if
  /// the line must be shown. Lines for which it is false are left out where
  /// many of them follow each other.
  std::vector<bool> shownLines;
  GutterWidths widths;
  llvm::StringRef absent;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_ANNOTATEDSOURCE_H
