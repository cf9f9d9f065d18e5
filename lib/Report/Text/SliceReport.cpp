// Writes the result of `pinstripe slice` as text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AnnotatedSource.h"
#include "SliceWords.h"
#include "Text/TextReport.h"
#include "pinstripe/Report/TextReports.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

class SliceReport : TextReport {
public:
  SliceReport(const SliceSummary &summary, TextStyle style,
              llvm::raw_ostream &stream)
      : TextReport(summary, style, stream), summary(summary),
        slice(summary.slice) {}

  void write();
  void writeWhy(EventIndex event);

private:
  void writeHeadline();
  void writeRegions();
  void writeLegend();
  void writeReads(const EventSet &events, llvm::StringRef what);
  void writeCounts();
  /// Returns words for the slice, such as "full slice of --same-stdout".
  std::string sliceName() const {
    return pinstripe::nameOf(slice.kind).str() + " slice of " +
           llvm::join(summary.criterion, ", ");
  }

  const SliceSummary &summary;
  const Slice &slice;
};

} // namespace

void SliceReport::writeHeadline() {
  sentence(Emphasis::Strong,
           counted(trace.size(), "executed statement instance") + ", " +
               std::to_string(slice.events.count()) + " in the " + sliceName() +
               ", " + describeSeconds(summary.totalSeconds));
}

void SliceReport::writeRegions() {
  std::vector<SourceRegion> regions =
      sourceRegions(ReductionSummary{summary, slice.events}, instances);
  llvm::erase_if(regions, [](const SourceRegion &region) {
    return llvm::all_of(region.units, [](const UnitTally &tally) {
      return tally.kept.empty();
    });
  });
  GutterWidths widths = gutterFor(table, regions);
  for (const SourceRegion &region : regions) {
    emptyLine();
    line(Emphasis::Heading, table.displayPath(region.file) + ": " +
                                llvm::join(region.functions, ", "));
    AnnotatedSource(table, region, source.lines(region.file), widths, style,
                    "none in the slice")
        .print(stream);
  }
}

static llvm::StringRef meaningOf(SliceKind kind) {
  switch (kind) {
  case SliceKind::Data:
    return "its values went into what was asked for";
  case SliceKind::DataAndAddress:
    return "its values went into what was asked for, or said where in memory "
           "that was";
  case SliceKind::Full:
    return "what was asked for was computed from it, or happened because of it";
  case SliceKind::Executable:
    return "what was asked for was computed from it, or happened because of "
           "it, or others in the slice use it when they are executed";
  case SliceKind::Relevant:
    return "what was asked for was computed from it, or happened because of "
           "it, or could have been another if it had decided otherwise";
  }
  llvm_unreachable("not a kind");
}

void SliceReport::writeLegend() {
  emptyLine();
  writeStyled(stream, style, Emphasis::Critical, "●");
  stream << " in the slice: " << meaningOf(slice.kind) << '\n';
  sentence(Emphasis::Plain,
           "· executed in the run, not in the slice   #2-6 of 6: "
           "instances 2 to 6 of 6");
}

void SliceReport::writeReads(const EventSet &events, llvm::StringRef what) {
  if (events.none())
    return;
  sentence(Emphasis::Strong, "note: " + counted(events.count(), "instance") +
                                 " read " + what + ":");
  listEvents("  ", events);
}

void SliceReport::writeCounts() {
  sentence(Emphasis::Dim,
           std::to_string(slice.nodes) + " of " +
               counted(summary.instructions, "recorded instruction") + ", " +
               counted(summary.dependences, "dependence") + ", recorded in " +
               describeSeconds(summary.recordSeconds) + ", sliced in " +
               describeSeconds(summary.sliceSeconds));
}

void SliceReport::write() {
  writeHeadline();
  writeRegions();
  writeLegend();
  writeReads(slice.readUnwritten, "uninitialised memory");
  writeReads(
      slice.readStale,
      summary.isPoisoned
          ? "memory that only an ended frame or a freed heap block had "
            "set"
          : "a value that an ended frame or a freed heap block had left");
  writeCounts();
}

void SliceReport::writeWhy(EventIndex event) {
  constexpr unsigned maxSteps = 40;
  line(Emphasis::Strong, nameOf(event));
  if (!slice.events.contains(event))
    return sentence(Emphasis::Plain, "  is not in the " + sliceName());
  for (unsigned steps = 0; !slice.criterion.contains(event); ++steps) {
    llvm::ArrayRef<SliceReason> reasons = slice.reasons(event);
    if (reasons.empty() || steps == maxSteps)
      return sentence(Emphasis::Plain, steps == maxSteps
                                           ? "  and so on"
                                           : "  which the slice needs");
    event = reasons.front().neededBy;
    line(Emphasis::Plain,
         "  " + describe(reasons.front().kind).str() + " " + nameOf(event));
  }
  sentence(Emphasis::Plain, "  which is what was asked for");
}

void pinstripe::writeSlice(const SliceSummary &summary, TextStyle style,
                           llvm::raw_ostream &stream) {
  SliceReport(summary, style, stream).write();
}

void pinstripe::writeWhy(const SliceSummary &summary, EventIndex event,
                         TextStyle style, llvm::raw_ostream &stream) {
  SliceReport(summary, style, stream).writeWhy(event);
}
