// Finds the events and bytes from which a slice starts (its criterion).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/SourcePlace.h"
#include "pinstripe/Driver/Slice/SliceVerb.h"
#include "pinstripe/Predicate/MatchedOutput.h"
#include "pinstripe/Predicate/PredicateError.h"
#include "pinstripe/Program/ExpressionCompiler.h"
#include "pinstripe/Support/ShellQuote.h"
#include "pinstripe/Trace/InstanceTable.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace pinstripe;

static llvm::Expected<std::vector<OutputMatch>>
wantedOutput(const PredicateSpec &predicate, llvm::StringRef output) {
  std::vector<OutputMatch> wanted;
  for (const std::string &expression : predicate.keep) {
    auto found = findMatches(expression, output);
    if (!found)
      return found.takeError();
    if (found->empty())
      return llvm::make_error<UsageError>(
          "--keep " + quoteForShell(llvm::StringRef(expression)) +
          ": matches nothing in the recorded standard output");
    llvm::append_range(wanted, *found);
  }
  if (predicate.sameStdout || predicate.isEmpty())
    wanted.push_back({0, output.size()});
  return wanted;
}

/// Makes the slice start from those bytes of `output` that are in `range`: adds
/// to `criterion` the event that printed them, and the instructions that wrote
/// these bytes to memory. The printing call must have copied the bytes
/// unchanged from memory.
static void addBytes(SliceCriterion &criterion, const DependenceGraph &graph,
                     const DependenceGraph::Output &output, OutputRange range) {
  std::optional<EventIndex> event = graph.eventOf(output.call);
  if (event)
    criterion.occurrences.push_back(*event);
  uint64_t begin = output.range.begin;
  for (const DependenceGraph::PrintedBytes &bytes : output.bytes) {
    if (begin < range.end && range.begin < bytes.end) {
      if (event && graph.eventOf(bytes.writer) != event)
        criterion.used.push_back({bytes.writer, *event});
      else
        criterion.nodes.push_back(bytes.writer);
    }
    begin = bytes.end;
  }
}

SliceCriterion pinstripe::criterionOf(const DependenceGraph &graph,
                                      OutputRange range) {
  SliceCriterion criterion;
  for (const DependenceGraph::Output &output : graph.outputs()) {
    const OutputRange &printed = output.range;
    if (range.begin >= printed.end || printed.begin >= range.end)
      continue;
    bool isWhole = range.begin <= printed.begin && printed.end <= range.end;
    if (isWhole || output.bytes.empty())
      criterion.nodes.push_back(output.call);
    else
      addBytes(criterion, graph, output, range);
  }
  return criterion;
}

std::optional<EventIndex> pinstripe::crashEvent(const RecordedCase &recorded) {
  const auto *crashed = std::get_if<Crashed>(&recorded.observation.ending);
  return crashed ? crashed->event : std::nullopt;
}

static constexpr const char *criterionAdvice = "say what the slice is of with";

llvm::Expected<SliceCriterion>
pinstripe::outputCriterion(const RecordedCase &recorded,
                           const PredicateSpec &predicate,
                           const DependenceGraph &graph) {
  auto wanted = wantedOutput(predicate, recorded.observation.standardOutput);
  if (!wanted)
    return wanted.takeError();
  SliceCriterion criterion;
  if (predicate.sameCrash)
    if (std::optional<EventIndex> event = crashEvent(recorded))
      criterion.events.push_back(*event);
  if (wanted->empty() && !criterion.events.empty())
    return criterion;
  if (wanted->empty() || recorded.observation.standardOutput.empty())
    return llvm::make_error<UnfitPredicateError>(
        "nothing of standard output is asked for",
        std::vector<std::string>{"--keep", "--criterion"}, criterionAdvice);
  for (const OutputMatch &match : *wanted) {
    SliceCriterion each = criterionOf(graph, {match.begin, match.end});
    llvm::append_range(criterion.nodes, each.nodes);
    llvm::append_range(criterion.occurrences, each.occurrences);
    llvm::append_range(criterion.used, each.used);
  }
  if (criterion.isEmpty())
    return llvm::make_error<PredicateError<TargetError>>(
        "which call printed it can't be told",
        std::vector<std::string>{"--criterion"}, criterionAdvice);
  return criterion;
}

static llvm::Expected<SourcePlace> readPlace(llvm::StringRef text) {
  if (std::optional<SourcePlace> place = parsePlace(text))
    return *place;
  return llvm::make_error<UsageError>(
      text.str() + ": write FILE:LINE, or FILE:LINE#K for the K-th instance");
}

static llvm::Error nothingAt(const UnitTable &table, const Trace &trace,
                             const SourcePlace &place, llvm::StringRef text) {
  constexpr std::pair<uint32_t, uint32_t> none(~uint32_t(0), 0);
  // `nearest` describes the executed line that is nearest to the wanted line so
  // far. The first number is the distance between the two lines. The second
  // number is the complement of the executed line's number. So the smallest
  // pair is the nearest line and, if two lines are equally near, the later one.
  auto nearest = none;
  for (Event event : trace.allEvents()) {
    const StatementUnit &unit = table.unitOf(event.entry);
    uint32_t line = unit.range.line;
    if (table.isNamed(unit.range.file, place.file))
      nearest = std::min(nearest,
                         {llvm::AbsoluteDifference(line, place.line), ~line});
  }
  std::string hint = "its statements have fewer instances";
  if (nearest == none)
    hint = "no statement of that file was executed; name a file as `pinstripe "
           "show` does";
  else if (nearest.first != 0)
    hint = "the nearest line with an executed statement is " +
           std::to_string(~nearest.second);
  return llvm::make_error<UsageError>(text.str() +
                                      ": nothing was executed there; " + hint);
}

llvm::Expected<std::vector<EventIndex>>
pinstripe::eventsAt(const UnitTable &table, const Trace &trace,
                    llvm::StringRef text) {
  llvm::Expected<SourcePlace> place = readPlace(text);
  if (!place)
    return place.takeError();
  InstanceTable instances(table, trace);
  std::map<UnitId, EventIndex> found;
  for (uint32_t i = 0; i < trace.size(); ++i) {
    EventIndex event{i};
    UnitId unit = instances.unitOf(event);
    uint32_t wanted =
        place->instance ? place->instance : instances.executions(unit);
    if (instances.instanceOf(event) == wanted &&
        beginsAt(table, table.unit(unit), *place))
      found[unit] = event;
  }
  std::vector<EventIndex> events;
  for (auto [unit, event] : found)
    events.push_back(event);
  if (events.empty())
    return nothingAt(table, trace, *place, text);
  return events;
}

/// Returns the place of an expression's value in memory, if the place is a
/// fixed address or a fixed offset in the frame of the function, as that of a
/// variable is. Otherwise returns nullopt.
static std::optional<FixedStore> fixedPlace(const LocationProgram &location) {
  using Kind = LocationStep::Kind;
  using Extent = LocationProgram::Extent;
  if (location.extent != Extent::Fixed && location.extent != Extent::Terminated)
    return std::nullopt;
  FixedStore place;
  place.size = location.size;
  for (const LocationStep &step : location.steps) {
    bool isFirst = &step == location.steps.data();
    bool isBase = step.kind == Kind::Frame || step.kind == Kind::Address;
    if (isFirst != isBase || (!isBase && step.kind != Kind::Add))
      return std::nullopt;
    if (isBase)
      place.isInFrame = step.kind == Kind::Frame;
    place.place += step.number;
  }
  return place;
}

/// Returns where the value of an expression is in memory, for each statement
/// that begins on the line of `place`. If control can enter a statement at
/// several addresses, there is one result for each of these entries.
static llvm::Expected<std::map<EntryId, FixedStore>>
placesOf(const UnitTable &table, const SourcePlace &place,
         llvm::StringRef text) {
  ExpressionCompiler compiler(table);
  std::map<EntryId, FixedStore> found;
  std::string problem;
  for (size_t i = 0; i < table.entries.size(); ++i) {
    const UnitEntry &entry = table.entries[i];
    if (!beginsAt(table, table.unit(entry.unit), place))
      continue;
    auto compiled = compiler.compile(place.expression, entry.address);
    if (!compiled)
      problem = llvm::toString(compiled.takeError());
    else if (auto where = fixedPlace(compiled->location))
      found[EntryId(i)] = *where;
    else
      problem = "only the run can tell where that is; name a variable, a "
                "member of one, or an element with a constant index";
  }
  if (found.empty() && !problem.empty())
    return llvm::make_error<UsageError>(text.str() + ": " + problem);
  return found;
}

llvm::Expected<std::optional<TrackedBytes>>
pinstripe::trackedAt(const UnitTable &table, const Trace &trace,
                     llvm::StringRef text) {
  llvm::Expected<SourcePlace> place = readPlace(text);
  if (!place)
    return place.takeError();
  if (place->expression.empty())
    return std::nullopt;
  auto places = placesOf(table, *place, text);
  if (!places)
    return places.takeError();
  std::optional<TrackedBytes> tracked;
  uint32_t instances = 0;
  for (size_t i = 0; i < trace.size(); ++i) {
    auto found = places->find(trace.entryOf(EventIndex(i)));
    if (found != places->end() &&
        (++instances == place->instance || place->instance == 0))
      tracked = TrackedBytes{EventIndex(i), found->second};
  }
  if (!tracked)
    return nothingAt(table, trace, *place, text);
  return tracked;
}
