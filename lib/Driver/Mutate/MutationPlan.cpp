// Decides which mutations of the source are tried, and in which order.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutate/MutationPlan.h"
#include "pinstripe/Program/GluedUnits.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

/// The largest number of mutations that are compiled in one go. With this many,
/// the fixed cost of a compilation hardly counts any more, so larger batches
/// would save little time.
static constexpr size_t maxMutations = 1000;
/// A batch (mutations that are compiled in one go) also gets mutations that are
/// due only in later rounds. If the program has more than `fewSources` sources,
/// a batch gets at most `maxEarly` of them, so that batches of the other
/// sources need not wait long.
static constexpr size_t fewSources = 3;
static constexpr size_t maxEarly = 250;
/// The sizes of the tiers, into which the statements are sorted. The highest
/// tier has the `maxTop` most suspect statements. The two highest tiers
/// together have `maxHigh` statements.
static constexpr size_t maxTop = 40, maxHigh = 200;

/// Classes of mutation operators, which are kinds of mutations. The operators
/// in `First` find the most defects for each run that they take. The only
/// operator in `Last` makes more mutations than all other operators together.
enum class OperatorClass : uint8_t { First, Second, Last };

/// The table of the rounds in which mutations are tried. The first index is the
/// tier of the mutated statement, and the second index is the class of the
/// mutation operator.
static constexpr unsigned roundTable[4][3] = {
    {0, 1, 5}, {2, 3, 8}, {4, 6, 10}, {7, 9, 11}};
static constexpr unsigned rounds = 12;

static OperatorClass classOf(MutationOperator kind) {
  if (kind == MutationOperator::AssignmentInserted)
    return OperatorClass::Last;
  return kind <= MutationOperator::ConditionReduced ? OperatorClass::First
                                                    : OperatorClass::Second;
}

MutationPlan::MutationPlan(const UnitTable &table, const Trace &trace,
                           llvm::ArrayRef<MutationUnit> units,
                           const Suspicions &suspicions, IsTried isTried)
    : table(table), suspicions(suspicions), isTried(std::move(isTried)) {
  findExecuted(trace);
  findTiers();
  for (size_t i = 0; i != units.size(); ++i) {
    double suspicion = -1;
    for (const std::string &file : units[i].files)
      if (auto found = executed.find(file); found != executed.end())
        for (const auto &[line, statements] : found->second)
          for (UnitId unit : statements)
            suspicion =
                std::max(suspicion, suspicions[static_cast<size_t>(unit)]);
    if (suspicion >= 0)
      sources.push_back({i, suspicion, false, {}, {}, 0});
  }
  llvm::sort(sources, [](const Source &a, const Source &b) {
    return std::pair(-a.suspicion, a.index) < std::pair(-b.suspicion, b.index);
  });
}

void MutationPlan::findExecuted(const Trace &trace) {
  UnitSet seen(table.units.size());
  for (Event event : trace.allEvents()) {
    UnitId id = table.entry(event.entry).unit;
    if (seen.contains(id))
      continue;
    seen.insert(id);
    const SourceRange &range = table.unit(id).range;
    executed[table.file(range.file)][range.line].push_back(id);
  }
  for (auto [id, host] : gluedUnits(table))
    if (seen.contains(host)) {
      const SourceRange &range = table.unit(id).range;
      executed[table.file(range.file)][range.line].push_back(id);
    }
  for (const Invocation &call : trace.allInvocations())
    starts.try_emplace(call.function, call.parent.value_or(EventIndex{}));
}

/// Assigns each executed statement to a tier. The most suspect statements are
/// in the highest tier.
void MutationPlan::findTiers() {
  std::vector<std::pair<double, UnitId>> suspects;
  for (const auto &[file, lines] : executed)
    for (const auto &[line, units] : lines)
      for (UnitId unit : units)
        if (double suspicion = suspicions[static_cast<size_t>(unit)])
          suspects.emplace_back(-suspicion, unit);
  llvm::sort(suspects);
  tiers.assign(table.units.size(), Tier::None);
  for (size_t i = 0; i != suspects.size(); ++i)
    tiers[static_cast<size_t>(suspects[i].second)] = i < maxTop    ? Tier::Top
                                                     : i < maxHigh ? Tier::High
                                                                   : Tier::Some;
}

std::optional<UnitId> MutationPlan::unitAt(const Mutation &mutation) const {
  auto file = executed.find(mutation.file);
  if (file == executed.end())
    return std::nullopt;
  auto line = file->second.find(mutation.line);
  if (line == file->second.end())
    return std::nullopt;
  for (UnitId unit : line->second)
    if (table.unit(unit).range.column == mutation.column)
      return unit;
  return std::nullopt;
}

/// Returns true if the traced function begins within the lines of `function`.
/// The traced function then is `function` itself or a lambda in `function`.
static bool isPartOf(const UnitTable &table, const TracedFunction &traced,
                     const MutableFunction &function) {
  return traced.range.line >= function.firstLine &&
         traced.range.line <= function.lastLine &&
         table.file(traced.range.file) == function.file;
}

EventIndex MutationPlan::startOf(const MutableFunction &function) const {
  std::optional<EventIndex> start;
  for (const auto &[id, event] : starts)
    if ((!start || event < *start) &&
        isPartOf(table, table.function(id), function))
      start = event;
  return start.value_or(EventIndex{});
}

bool MutationPlan::isCopied(const MutableFunction &function) const {
  auto isCopy = [&](const auto &started) {
    const TracedFunction &traced = table.function(started.first);
    return traced.range.line == function.firstLine &&
           traced.name == function.name &&
           table.file(traced.range.file) == function.file;
  };
  return function.isOfUnit && llvm::count_if(starts, isCopy) > 1;
}

double MutationPlan::suspicionOf(const MutableFunction &function) const {
  double suspicion = -1;
  auto file = executed.find(function.file);
  if (file == executed.end())
    return suspicion;
  for (auto line = file->second.lower_bound(function.firstLine);
       line != file->second.end() && line->first <= function.lastLine; ++line)
    for (UnitId unit : line->second)
      suspicion = std::max(suspicion, suspicions[static_cast<size_t>(unit)]);
  return suspicion;
}

void MutationPlan::refuse(const MutableFunction &function, std::string reason) {
  refused.push_back(
      {function.name, function.file, function.firstLine, std::move(reason)});
}

void MutationPlan::list(Source &itsSource, MutationSource &opened) {
  llvm::ArrayRef<MutableFunction> functions = opened.functions();
  for (size_t i = 0; i != functions.size(); ++i) {
    double suspicion = suspicionOf(functions[i]);
    const MutableFunction &function = functions[i];
    covered[function.file].emplace_back(function.firstLine, function.lastLine);
    constexpr size_t anySource = ~size_t(0);
    size_t owner = function.isOfUnit ? itsSource.index : anySource;
    if (suspicion < 0 ||
        !known
             .emplace(function.file, function.firstLine, function.firstColumn,
                      function.name, owner)
             .second)
      continue;
    if (isCopied(function)) {
      if (known
              .emplace(function.file, function.firstLine, function.firstColumn,
                       function.name, anySource)
              .second)
        refuse(function, "several sources have a copy of it, and only one copy "
                         "can be exchanged at a time");
      continue;
    }
    llvm::Expected<std::vector<Mutation>> mutations = opened.mutationsOf(i);
    if (!mutations) {
      refuse(function, llvm::toString(mutations.takeError()));
      continue;
    }
    PlannedFunction planned;
    planned.function = functions[i];
    planned.index = i;
    planned.start = startOf(functions[i]);
    planned.suspicion = suspicion;
    planned.listed = std::move(*mutations);
    itsSource.functions.push_back(std::move(planned));
  }
  llvm::sort(itsSource.functions, [](const PlannedFunction &a,
                                     const PlannedFunction &b) {
    return std::pair(-a.suspicion, a.index) < std::pair(-b.suspicion, b.index);
  });
  for (size_t i = 0; i != itsSource.functions.size(); ++i) {
    const std::vector<Mutation> &listed = itsSource.functions[i].listed;
    TriedFunction former{itsSource.functions[i].function, {}};
    for (size_t k = 0; k != listed.size(); ++k) {
      std::optional<UnitId> unit = unitAt(listed[k]);
      if (!unit)
        continue;
      ++listedCount;
      if (isTried && isTried(listed[k]))
        former.mutations.emplace_back(listed[k], *unit);
      else
        itsSource.waiting.push_back({roundOf(listed[k], *unit), i, {k, *unit}});
    }
    if (!former.mutations.empty())
      tried.push_back(std::move(former));
  }
  llvm::sort(itsSource.waiting, [](const Waiting &a, const Waiting &b) {
    return std::tuple(a.round, a.function, a.mutation.number) <
           std::tuple(b.round, b.function, b.mutation.number);
  });
}

unsigned MutationPlan::roundOf(const Mutation &mutation, UnitId unit) const {
  Tier tier = tiers[static_cast<size_t>(unit)];
  return roundTable[static_cast<size_t>(tier)]
                   [static_cast<size_t>(classOf(mutation.kind))];
}

/// Returns a batch with mutations of one source. Mutations of the current round
/// come first. Mutations of later rounds fill the batch up to its largest size.
PlannedBatch MutationPlan::take(Source &itsSource) const {
  PlannedBatch batch;
  batch.source = itsSource.index;
  size_t room = sources.size() <= fewSources ? maxMutations : maxEarly;
  std::map<size_t, std::vector<PlannedMutation>> taken;
  for (size_t count = 0; itsSource.taken != itsSource.waiting.size();
       ++count, ++itsSource.taken) {
    const Waiting &next = itsSource.waiting[itsSource.taken];
    if (count == maxMutations || (next.round > round && count >= room))
      break;
    taken[next.function].push_back(next.mutation);
  }
  for (auto &[function, mutations] : taken) {
    batch.functions.push_back(&itsSource.functions[function]);
    batch.mutations.push_back(std::move(mutations));
  }
  return batch;
}

std::vector<FunctionId> MutationPlan::uncovered() const {
  std::vector<FunctionId> functions;
  for (const auto &[id, start] : starts) {
    const SourceRange &range = table.function(id).range;
    auto lines = covered.find(table.file(range.file));
    bool isCovered =
        lines != covered.end() &&
        llvm::any_of(lines->second, [&](const auto &extent) {
          return extent.first <= range.line && range.line <= extent.second;
        });
    if (!isCovered && !table.function(id).isImplicit)
      functions.push_back(id);
  }
  return functions;
}

std::optional<PlannedBatch> MutationPlan::next(WithSource withSource) {
  for (; round != rounds; ++round, source = 0)
    for (; source != sources.size(); ++source) {
      Source &itsSource = sources[source];
      if (!itsSource.isOpened) {
        itsSource.isOpened = true;
        withSource(itsSource.index,
                   [&](MutationSource &opened) { list(itsSource, opened); });
      }
      bool isDue = itsSource.taken != itsSource.waiting.size() &&
                   itsSource.waiting[itsSource.taken].round <= round;
      if (isDue)
        return take(itsSource);
    }
  return std::nullopt;
}
