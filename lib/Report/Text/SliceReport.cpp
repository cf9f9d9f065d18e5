// A slice in the source.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AnnotatedSource.h"
#include "Names.h"
#include "pinstripe/Report/TextReports.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace pinstripe;

namespace {

class SliceReport {
public:
  SliceReport(const SliceSummary &summary, TextStyle style,
              llvm::raw_ostream &stream)
      : summary(summary), style(style), stream(stream),
        instances(summary.table, summary.trace) {}

  void write();
  void writeWhy(EventIndex event);

private:
  void line(Emphasis emphasis, const llvm::Twine &text) {
    writeStyled(stream, style, emphasis, fitted(text.str(), style.width));
    stream << '\n';
  }
  void writeHeadline();
  void writeRegions();
  void writeLegend();
  void writeReads(const EventSet &events, llvm::StringRef what);
  void writeCounts();
  std::string nameOf(EventIndex event) const;

  const SliceSummary &summary;
  TextStyle style;
  llvm::raw_ostream &stream;
  InstanceTable instances;
};

} // namespace

/// `file.c:12 #3 of 6 sum = sum + a`
std::string SliceReport::nameOf(EventIndex event) const {
  UnitId id = instances.unitOf(event);
  const StatementUnit &unit = summary.table.unit(id);
  return summary.table.displayPath(unit.range.file) + ":" +
         std::to_string(unit.range.line) + " #" +
         std::to_string(instances.instanceOf(event)) + " of " +
         std::to_string(instances.executions(id)) + " " + printable(unit.text);
}

void SliceReport::writeHeadline() {
  line(Emphasis::Strong,
       counted(summary.trace.size(), "executed statement instance") + ", " +
           llvm::Twine(summary.slice.events.count()) + " in the " +
           pinstripe::nameOf(summary.slice.kind) + " slice of " +
           llvm::join(summary.criterion, ", ") + ", " +
           describeSeconds(summary.totalSeconds));
}

void SliceReport::writeRegions() {
  ReductionSummary kept{summary.version, summary.theCase, summary.engine,
                        summary.table,   summary.trace,   summary.slice.events};
  std::vector<SourceRegion> regions = sourceRegions(kept, instances);
  llvm::erase_if(regions, [](const SourceRegion &region) {
    return llvm::all_of(region.units, [](const UnitTally &tally) {
      return tally.kept.empty();
    });
  });
  GutterWidths widths = gutterFor(summary.table, regions);
  std::map<FileId, std::optional<std::vector<std::string>>> sources;
  for (const SourceRegion &region : regions) {
    auto [source, isNew] = sources.try_emplace(region.file);
    if (isNew)
      source->second = readLines(summary.table.file(region.file));
    stream << '\n';
    line(Emphasis::Heading, summary.table.displayPath(region.file) + ": " +
                                llvm::join(region.functions, ", "));
    AnnotatedSource(summary.table, region,
                    source->second ? &*source->second : nullptr, widths, style,
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
    return "what was asked for was made of it, or happened because of it";
  case SliceKind::Executable:
    return "what was asked for was made of it, or happened because of it, or "
           "others in the slice use it when they are executed";
  case SliceKind::Relevant:
    return "what was asked for was made of it, or happened because of it, or "
           "could have been another if it had decided otherwise";
  }
  llvm_unreachable("not a kind");
}

void SliceReport::writeLegend() {
  stream << '\n';
  writeStyled(stream, style, Emphasis::Critical, "●");
  stream << " in the slice: " << meaningOf(summary.slice.kind) << '\n';
  line(Emphasis::Plain, "· executed in the run, not in the slice   #2-6 of 6: "
                        "instances 2 to 6 of 6");
}

void SliceReport::writeReads(const EventSet &events, llvm::StringRef what) {
  constexpr unsigned most = 5;
  unsigned count = events.count(), shown = 0;
  if (count == 0)
    return;
  line(Emphasis::Strong,
       "note: " + counted(count, "instance") + " read " + what + ":");
  for (EventIndex event : events)
    if (shown++ < most)
      line(Emphasis::Plain, "  " + nameOf(event));
  if (count > most)
    line(Emphasis::Plain, "  and " + llvm::Twine(count - most) + " more");
}

void SliceReport::writeCounts() {
  line(Emphasis::Dim,
       llvm::Twine(summary.slice.nodes) + " of " +
           counted(summary.instructions, "recorded instruction") + ", " +
           counted(summary.dependences, "dependence") + ", recorded in " +
           describeSeconds(summary.recordSeconds) + ", sliced in " +
           describeSeconds(summary.sliceSeconds));
}

void SliceReport::write() {
  writeHeadline();
  writeRegions();
  writeLegend();
  writeReads(summary.slice.readUnwritten, "memory that nobody had set");
  writeReads(summary.slice.readStale,
             summary.isPoisoned
                 ? "memory that only frames or heap blocks which were gone had "
                   "set"
                 : "what frames or heap blocks had left that were gone");
  writeCounts();
}

static llvm::StringRef verbOf(SliceReason::Kind kind) {
  switch (kind) {
  case SliceReason::Kind::Data:
    return "made a value for";
  case SliceReason::Kind::Address:
    return "made an address for";
  case SliceReason::Kind::Control:
    return "decided about";
  case SliceReason::Kind::Potential:
    return "could have decided otherwise and made another value for";
  }
  llvm_unreachable("not a kind");
}

void SliceReport::writeWhy(EventIndex event) {
  constexpr unsigned most = 40;
  line(Emphasis::Strong, nameOf(event));
  if (!summary.slice.events.contains(event))
    return line(Emphasis::Plain, llvm::Twine("  is not in the ") +
                                     pinstripe::nameOf(summary.slice.kind) +
                                     " slice of " +
                                     llvm::join(summary.criterion, ", "));
  for (unsigned shown = 0; !summary.slice.criterion.contains(event); ++shown) {
    llvm::ArrayRef<SliceReason> reasons = summary.slice.reasons(event);
    if (reasons.empty() || shown == most)
      return line(Emphasis::Plain,
                  shown == most ? "  and so on" : "  which the slice needs");
    event = reasons.front().neededBy;
    line(Emphasis::Plain,
         "  " + verbOf(reasons.front().kind) + " " + nameOf(event));
  }
  line(Emphasis::Plain, "  which is what was asked for");
}

void pinstripe::writeSlice(const SliceSummary &summary, TextStyle style,
                           llvm::raw_ostream &stream) {
  SliceReport(summary, style, stream).write();
}

void pinstripe::writeWhy(const SliceSummary &summary, EventIndex event,
                         TextStyle style, llvm::raw_ostream &stream) {
  SliceReport(summary, style, stream).writeWhy(event);
}
