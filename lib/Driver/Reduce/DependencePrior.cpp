// Estimates from a run's dependences which parts of the run its output needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Reduce/DependencePrior.h"
#include "Reduce/RunStructure.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

namespace {

/// The relation of an event to the output. Outside: the output does not depend
/// on the event. InSlice: the event computes a value of the output. Reached:
/// the output depends on the event in another way.
enum class Relation : uint8_t { Outside, Reached, InSlice };

} // namespace

static constexpr size_t relations = 3;
/// For each Relation, the estimated probability that an event with this
/// relation is needed.
static constexpr float neededBy[relations] = {0.02f, 0.2f, 0.5f};

std::unique_ptr<MissingEvents>
pinstripe::missingEventsFor(const OutputDependences &output,
                            const RecordedCase &recorded,
                            const ControlTree *control) {
  std::vector<EventIndex> criterion = output.criterion.events;
  llvm::append_range(criterion, output.criterion.occurrences);
  auto addEventOf = [&](NodeId node) {
    if (std::optional<EventIndex> event = output.run.graph.eventOf(node))
      criterion.push_back(*event);
  };
  for (NodeId node : output.criterion.nodes)
    addEventOf(node);
  for (const SliceCriterion::UsedValue &value : output.criterion.used)
    addEventOf(value.writer);
  llvm::sort(criterion);
  criterion.erase(std::unique(criterion.begin(), criterion.end()),
                  criterion.end());
  return std::make_unique<MissingEvents>(
      DataDependences(output.run.graph, recorded.trace.size()),
      std::move(criterion), recorded.table, recorded.trace, control);
}

ElementPrior pinstripe::priorOf(const OutputDependences &output,
                                const MissingEvents &missing,
                                const RecordedCase &recorded,
                                const ElementMap &elements,
                                const ControlTree *control) {
  const Trace &trace = recorded.trace;
  EventSet inSlice = withCauses(output.slice(SliceKind::Data), trace, control);
  EventSet reached = missing.reached();
  ElementPrior prior;
  prior.seed = elements.configurationOf(inSlice);
  prior.needed.resize(elements.size());
  prior.kinds.resize(elements.size());
  GrowingArray<uint32_t> elementOf = elements.elementsByEvent();
  for (uint32_t i = 0; i != trace.size(); ++i) {
    if (elementOf[i] == ElementMap::noElement)
      continue;
    Relation relation = inSlice.contains(EventIndex{i})   ? Relation::InSlice
                        : reached.contains(EventIndex{i}) ? Relation::Reached
                                                          : Relation::Outside;
    auto number = static_cast<size_t>(relation);
    float &needed = prior.needed[elementOf[i]];
    if (neededBy[number] <= needed)
      continue;
    needed = neededBy[number];
    UnitId unit = recorded.table.entry(trace.entryOf(EventIndex{i})).unit;
    prior.kinds[elementOf[i]] =
        static_cast<uint32_t>(static_cast<size_t>(unit) * relations + number);
  }
  return prior;
}
