// Finds groups of elements that a reduction may be able to remove as a whole.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements are the parts of a run that a reduction removes. A test that removes
// a large group saves many tests of single elements.

#include "pinstripe/Driver/Reduce/CoarseGroups.h"
#include "Reduce/RunStructure.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>
#include <tuple>

using namespace pinstripe;

/// In a huge trace, a group must have at least 1 / smallestShare of all events
/// in the trace. Smaller groups are not tried before the reduction algorithm
/// begins.
static constexpr size_t smallestShare = size_t(1) << 14;
static constexpr size_t roomForElements = maxGroupMemory / sizeof(Element);

/// The estimated chance that a group of loop bodies can be removed. The lower
/// the chance, the later the group is tried. In two real programs and the
/// samples, only 10 of 215 such groups could be removed. By comparison, half of
/// the groups of conditions and a sixth of all other groups could be removed.
static constexpr double chanceOfLoops = 0.125;
/// The largest number of events of a short trace. In longer traces,
/// `chanceOfLoops` is not used: groups of loops get the same chance as other
/// groups, since many tests are saved if a loop is removed early. For example,
/// a reduction of 110,745 events of the Lua interpreter keeps 4,659 events, but
/// would keep 4,968 with `chanceOfLoops`.
static constexpr size_t longestShortTrace = 1024;
/// The smallest number of elements of a group in a long trace. With smaller
/// groups, the results of reductions would be larger. For example, the result
/// of a reduction of 49,810 events of the shell dash would have 6,287 events
/// instead of 6,124.
static constexpr size_t smallestInLongTrace = 4;

namespace {

/// A planned group of elements (removable parts of the run). It lists ranges of
/// events; the elements that contain these events are looked up later.
struct GroupDraft {
  llvm::StringLiteral label;
  size_t firstRange = 0;
  size_t ranges = 0;
  /// The number of events in the ranges of the group that can be removed, since
  /// they belong to elements (removable parts of the run).
  size_t events = 0;
};

class GroupBuilder {
public:
  GroupBuilder(const UnitTable &table, const Trace &trace,
               const ElementMap &elements, size_t smallest);

  std::vector<ElementGroup> run();

private:
  void addConditions();
  void addCalls();
  void addStatements();
  void addLoops();
  void addHalves(llvm::StringLiteral label, size_t firstRange, size_t count);
  void add(llvm::StringLiteral label, size_t firstRange, size_t count);
  ElementGroup groupOf(const GroupDraft &draft) const;

  const UnitEntry &entryOf(size_t event) const {
    return table.entry(trace.entryOf(EventIndex(event)));
  }
  size_t eventsIn(EventRange range) const {
    return eventsBefore[range.end] - eventsBefore[range.begin];
  }
  bool makesCalls(size_t event) const { return callsEnd[event] != event + 1; }

  const UnitTable &table;
  const Trace &trace;
  /// For each event, the element (removable part of the run) that contains it;
  /// noElement if there is none.
  const GrowingArray<uint32_t> elements;
  bool isTree;
  size_t smallest;
  /// For each event that called functions, the index after the last event in
  /// these functions. For each other event, the index of the next event.
  GrowingArray<uint32_t> callsEnd;
  /// For each event, how many earlier events can be removed, since they belong
  /// to elements. The number for a later event minus the number for an earlier
  /// one tells how many events between the two can be removed, including the
  /// earlier one.
  GrowingArray<uint32_t> eventsBefore;
  GrowingArray<EventRange> ranges;
  std::vector<GroupDraft> drafts;
};

} // namespace

/// Sorts the elements of a group and removes duplicates.
static void makeSet(std::vector<Element> &elements) {
  if (!llvm::is_sorted(elements))
    llvm::sort(elements);
  elements.erase(llvm::unique(elements), elements.end());
}

/// Sorts groups: the largest first. Of groups of the same size, the latest in
/// the run comes first.
static void sortGroups(std::vector<ElementGroup> &groups) {
  llvm::sort(groups, [](const ElementGroup &left, const ElementGroup &right) {
    if (left.elements.size() != right.elements.size())
      return left.elements.size() > right.elements.size();
    return std::tie(left.elements, left.label) >
           std::tie(right.elements, right.label);
  });
}

GroupBuilder::GroupBuilder(const UnitTable &table, const Trace &trace,
                           const ElementMap &elements, size_t smallest)
    : table(table), trace(trace), elements(elements.elementsByEvent()),
      isTree(elements.controlTree() != nullptr),
      smallest(std::max(smallest, trace.size() / smallestShare)) {
  eventsBefore.resize(trace.size() + 1);
  for (uint32_t i = 0; i != trace.size(); ++i)
    eventsBefore[i + 1] =
        eventsBefore[i] + (this->elements[i] != ElementMap::noElement);
  callsEnd.resize(trace.size());
  for (uint32_t i = trace.size(); i-- != 0;) {
    callsEnd[i] = std::max(callsEnd[i], i + 1);
    if (std::optional<EventIndex> call = callOf(trace, EventIndex{i})) {
      uint32_t &end = callsEnd[static_cast<size_t>(*call)];
      end = std::max(end, callsEnd[i]);
    }
  }
}

void GroupBuilder::add(llvm::StringLiteral label, size_t firstRange,
                       size_t count) {
  size_t events = 0;
  for (size_t i = firstRange; i != firstRange + count; ++i)
    events += eventsIn(ranges[i]);
  if (events >= smallest)
    drafts.push_back({label, firstRange, count, events});
}

/// Adds a group of all the given ranges of events. Then adds a group for each
/// half of these ranges, for each quarter, and so on, down to groups of a
/// single range or to the smallest size of a group.
void GroupBuilder::addHalves(llvm::StringLiteral label, size_t firstRange,
                             size_t count) {
  size_t before = drafts.size();
  add(label, firstRange, count);
  if (count < 2 || drafts.size() == before)
    return;
  addHalves(label, firstRange, count / 2);
  addHalves(label, firstRange + count / 2, count - count / 2);
}

void GroupBuilder::addConditions() {
  std::map<FunctionId, size_t> functions;
  auto addAll = [&](auto isWanted) {
    size_t first = ranges.size();
    for (uint32_t i = 0; i != trace.size(); ++i)
      if (table.unit(entryOf(i).unit).kind == UnitKind::Condition &&
          isWanted(i))
        ranges.push_back({i, i + 1});
    add("conditions", first, ranges.size() - first);
  };
  addAll([](uint32_t) { return true; });
  addAll([&](uint32_t i) {
    if (makesCalls(i))
      return false;
    ++functions[entryOf(i).function];
    return true;
  });
  // Puts the conditions that make no calls into `ranges`, sorted by function.
  // The conditions of each function form one group.
  size_t first = ranges.size();
  size_t end = first;
  for (auto &[function, count] : functions)
    end += std::exchange(count, end);
  ranges.resize(end);
  for (uint32_t i = 0; i != trace.size(); ++i)
    if (table.unit(entryOf(i).unit).kind == UnitKind::Condition &&
        !makesCalls(i))
      ranges[functions[entryOf(i).function]++] = {i, i + 1};
  for (const auto &[function, stretchEnd] : functions) {
    add("conditions", first, stretchEnd - first);
    first = stretchEnd;
  }
}

void GroupBuilder::addCalls() {
  for (uint32_t i = 0; i != trace.size(); ++i)
    if (makesCalls(i)) {
      ranges.push_back({i, callsEnd[i]});
      add("calls", ranges.size() - 1, 1);
    }
}

void GroupBuilder::addStatements() {
  std::vector<size_t> places(table.units.size() + 1);
  for (uint32_t i = 0; i != trace.size(); ++i)
    ++places[static_cast<size_t>(entryOf(i).unit)];
  size_t begin = ranges.size();
  for (size_t &place : places)
    begin += std::exchange(place, begin);
  size_t first = ranges.size();
  ranges.resize(begin);
  for (uint32_t i = 0; i != trace.size(); ++i)
    ranges[places[static_cast<size_t>(entryOf(i).unit)]++] = {i, i + 1};
  for (size_t unit = 0; unit != table.units.size(); ++unit) {
    addHalves("statements", first, places[unit] - first);
    first = places[unit];
  }
}

void GroupBuilder::addLoops() {
  auto isLarge = [&](EventRange iteration) {
    return eventsIn(iteration) >= smallest;
  };
  auto add = [&](llvm::ArrayRef<EventRange> bodies) {
    for (EventRange body : bodies)
      ranges.push_back(body);
    addHalves("loops", ranges.size() - bodies.size(), bodies.size());
  };
  LoopFinder(table, trace).run(isLarge, add);
}

ElementGroup GroupBuilder::groupOf(const GroupDraft &draft) const {
  ElementGroup group{draft.label.str(), {}};
  if (draft.label == "loops" && trace.size() <= longestShortTrace)
    group.chance = chanceOfLoops;
  group.elements.reserve(draft.events);
  for (size_t r = draft.firstRange; r != draft.firstRange + draft.ranges; ++r)
    for (uint32_t i = ranges[r].begin; i != ranges[r].end; ++i)
      if (elements[i] != ElementMap::noElement)
        group.elements.push_back(Element{elements[i]});
  makeSet(group.elements);
  return group;
}

std::vector<ElementGroup> GroupBuilder::run() {
  // In guarded flow, conditions must decide as recorded, so a condition or call
  // is always removed together with all events that depend on it. The reduction
  // algorithm tries this itself for each condition and call. So groups of
  // conditions and of calls are not needed.
  if (!isTree) {
    addConditions();
    addCalls();
  }
  addLoops();
  addStatements();
  // The largest groups come first, since the memory may not suffice for all
  // groups.
  llvm::sort(drafts, [](const GroupDraft &left, const GroupDraft &right) {
    return std::tie(right.events, left.firstRange, right.ranges) <
           std::tie(left.events, right.firstRange, left.ranges);
  });
  std::vector<ElementGroup> groups;
  size_t room = roomForElements;
  for (const GroupDraft &draft : drafts) {
    if (draft.events > room)
      break;
    room -= draft.events;
    ElementGroup group = groupOf(draft);
    if (group.elements.size() >= smallest)
      groups.push_back(std::move(group));
  }
  return groups;
}

using ElementsOfFunctions = std::map<FunctionId, std::vector<Element>>;

static void addFunctions(ElementsOfFunctions functions,
                         std::vector<ElementGroup> &groups) {
  for (auto &[function, elements] : functions) {
    makeSet(elements);
    groups.push_back({"functions", std::move(elements)});
  }
}

/// Returns the groups for a reduction by statement. There are few statements,
/// so only two kinds of groups are worth a test: all conditions of the program,
/// and all statements of one function.
static std::vector<ElementGroup>
groupsOfStatements(const UnitTable &table, const ElementMap &elements) {
  ElementsOfFunctions functions;
  std::vector<Element> conditions;
  for (uint32_t i = 0; i != table.entries.size(); ++i) {
    EntryId id{i};
    if (elements.elementAt(id) == ElementMap::noElement)
      continue;
    Element element{elements.elementAt(id)};
    functions[table.entry(id).function].push_back(element);
    if (table.unitOf(id).kind == UnitKind::Condition)
      conditions.push_back(element);
  }
  makeSet(conditions);
  std::vector<ElementGroup> groups;
  if (!elements.controlTree())
    groups.push_back({"conditions", std::move(conditions)});
  addFunctions(std::move(functions), groups);
  return groups;
}

namespace {

/// The elements (removable parts of the run) from the index `begin` up to but
/// not including the index `end`. Elements are in the order of their first
/// events, so a call and all calls inside it form one range of elements.
struct ElementRange {
  uint32_t begin = ElementMap::noElement;
  uint32_t end = 0;

  uint32_t size() const { return end > begin ? end - begin : 0; }
  void add(ElementRange other) {
    begin = std::min(begin, other.begin);
    end = std::max(end, other.end);
  }
};

} // namespace

/// Returns a range of elements (removable parts of the run) for each invocation
/// (call of a function). The range has only the element that stands for the
/// invocation. It is empty if the invocation can't be removed and so has no
/// element.
static std::vector<ElementRange> elementsOf(const Trace &trace,
                                            const ElementMap &elements) {
  std::vector<ElementRange> result(trace.allInvocations().size());
  GrowingArray<uint32_t> byEvent = elements.elementsByEvent();
  for (uint32_t i = 0; i != trace.size(); ++i)
    if (uint32_t element = byEvent[i]; element != ElementMap::noElement)
      result[static_cast<size_t>(trace.invocationOf(EventIndex{i}))] = {
          element, element + 1};
  return result;
}

static std::vector<ElementGroup> groupsOfInvocations(const Trace &trace,
                                                     const ElementMap &elements,
                                                     size_t smallest) {
  std::vector<ElementRange> calls = elementsOf(trace, elements);
  ElementsOfFunctions functions;
  for (size_t i = 0; i != calls.size(); ++i)
    if (calls[i].size() != 0)
      functions[trace.invocation(InvocationId(i)).function].push_back(
          Element{calls[i].begin});
  std::vector<ElementGroup> groups;
  addFunctions(std::move(functions), groups);
  // In `calls`, a caller comes before the functions that it has called. The
  // calls are visited from the last to the first, so the range of a call is
  // complete before it is added to the range of its caller.
  for (size_t i = calls.size(); i-- != 0;)
    if (std::optional<InvocationId> caller =
            trace.invocation(InvocationId(i)).caller)
      calls[static_cast<size_t>(*caller)].add(calls[i]);
  // The largest groups come first, since the memory may not suffice for all
  // groups.
  llvm::sort(calls, [](ElementRange left, ElementRange right) {
    return std::make_pair(right.size(), left.begin) <
           std::make_pair(left.size(), right.begin);
  });
  size_t room = roomForElements;
  for (ElementRange call : calls) {
    if (call.size() < smallest || call.size() > room)
      break;
    room -= call.size();
    ElementGroup group{"calls", {}};
    for (uint32_t i = call.begin; i != call.end; ++i)
      group.elements.push_back(Element{i});
    groups.push_back(std::move(group));
  }
  return groups;
}

std::vector<ElementGroup> pinstripe::coarseGroups(const UnitTable &table,
                                                  const Trace &trace,
                                                  const ElementMap &elements,
                                                  size_t smallest) {
  std::vector<ElementGroup> groups;
  if (elements.granularity() == Granularity::Statement) {
    groups = groupsOfStatements(table, elements);
  } else if (trace.size() > largestGroupedTrace) {
    return groups;
  } else if (elements.granularity() == Granularity::Invocation) {
    groups = groupsOfInvocations(trace, elements, smallest);
  } else {
    if (trace.size() > longestShortTrace)
      smallest = std::max(smallest, smallestInLongTrace);
    groups = GroupBuilder(table, trace, elements, smallest).run();
  }
  llvm::erase_if(groups, [smallest](const ElementGroup &group) {
    return group.elements.size() < smallest;
  });
  sortGroups(groups);
  return groups;
}
