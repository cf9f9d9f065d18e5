// Source lines with a gutter.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_ANNOTATEDSOURCE_H
#define PINSTRIPE_LIB_REPORT_ANNOTATEDSOURCE_H

#include "SourceRegions.h"
#include "pinstripe/Report/TextStyle.h"

namespace pinstripe {

/// Columns of the gutter; the same for all regions of a report, so that their
/// sources stand below each other.
struct GutterWidths {
  unsigned instances = 0;
  unsigned line = 4;
};

/// What the critical ones of these regions need.
GutterWidths gutterFor(const UnitTable &table,
                       llvm::ArrayRef<SourceRegion> regions);

/// Prints one region: a row per line with mark, instances and line number;
/// where several statements stand on a line, a row of carets for each.
/// Stretches without critical statements are folded.
class AnnotatedSource {
public:
  /// `lines` may be null if the file can't be read: then the rows hold what
  /// the unit table knows of the text. `absent` is said of what is folded.
  AnnotatedSource(const UnitTable &table, const SourceRegion &region,
                  const std::vector<std::string> *lines,
                  const GutterWidths &widths, TextStyle style,
                  llvm::StringRef absent = "none critical");
  void print(llvm::raw_ostream &stream);

private:
  struct Row {
    llvm::StringRef mark;
    std::string instances;
    uint32_t line = 0; ///< 0: none
    std::string text;
    Emphasis emphasis = Emphasis::Plain;
  };

  std::vector<const UnitTally *> unitsAt(uint32_t line) const;
  bool isCritical(const UnitTally &tally) const;
  Emphasis emphasisOf(const UnitTally &tally) const;
  llvm::StringRef markOf(const UnitTally &tally) const;
  std::string textAt(uint32_t line) const;
  std::string caretsFor(const UnitTally &tally) const;
  const UnitTally *continuedAt(uint32_t line) const;

  void findWantedLines();
  bool isShown(uint32_t line) const;
  uint32_t endOfHidden(uint32_t first) const;
  void printFold(uint32_t first, uint32_t end, llvm::raw_ostream &stream);
  void printLine(uint32_t line, llvm::raw_ostream &stream);
  void printRow(const Row &row, llvm::raw_ostream &stream);

  const UnitTable &table;
  const SourceRegion &region;
  const std::vector<std::string> *lines;
  TextStyle style;
  std::vector<bool> wantedLines; ///< from region.firstLine; never folded
  GutterWidths widths;
  llvm::StringRef absent;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_ANNOTATEDSOURCE_H
