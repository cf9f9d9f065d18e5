// Tells for each event of a run on which earlier events it depends.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Analysis/DataDependences.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

/// The largest number of events that are stored as the origins of one value.
/// The limit applies to an instruction that belongs to no event and passes the
/// value on to later events. For example, a library function may have read a
/// large memory area that many events have set. Only some of these events are
/// then stored.
static constexpr size_t maxPassedOn = 16;

namespace {

/// Turns the dependences between the nodes of a graph (executed instructions)
/// into dependences between events.
class Summary {
public:
  explicit Summary(const DependenceGraph &graph);

  struct Pair {
    uint32_t event = 0;
    uint32_t on = 0;
    bool isAddress = false;
  };
  /// Returns the pairs of an event and an event that it depends on. The pairs
  /// are sorted, and each pair is there only once.
  std::vector<Pair> run();

private:
  void markAddresses();
  void add(NodeId node, Dependence dependence);
  llvm::ArrayRef<uint32_t> sourcesOf(NodeId node) const;

  static constexpr uint32_t none = ~uint32_t(0);
  uint32_t eventOf(NodeId node) const {
    return events[static_cast<size_t>(node)];
  }

  const DependenceGraph &graph;
  /// The event of each node; `none` for a node outside of all events.
  std::vector<uint32_t> events;
  /// For each node, true if another instruction of the node's event uses the
  /// result of the node as an address.
  llvm::BitVector makesAddress;
  /// For each graph node outside of all events, such as one of the first
  /// instructions of a function: the events whose values the node uses. The
  /// node passes these values on to the nodes that use its result.
  llvm::DenseMap<uint32_t, llvm::SmallVector<uint32_t, 2>> passedOn;
  std::vector<Pair> pairs;
};

} // namespace

Summary::Summary(const DependenceGraph &graph)
    : graph(graph), events(graph.nodes(), none), makesAddress(graph.nodes()) {
  for (size_t i = static_cast<size_t>(DependenceGraph::firstNode);
       i < graph.nodes(); ++i)
    if (std::optional<EventIndex> event = graph.eventOf(NodeId(i)))
      events[i] = static_cast<uint32_t>(*event);
}

/// Marks the nodes whose results the same event uses as an address, either
/// directly or after a computation. Visits the nodes from the last to the
/// first, since the users of a node come after it.
void Summary::markAddresses() {
  for (size_t i = graph.nodes();
       i-- > static_cast<size_t>(DependenceGraph::firstNode);)
    for (Dependence dependence : graph.dependences(NodeId(i)))
      if ((dependence.isAddress() || makesAddress[i]) &&
          eventOf(dependence.on()) == events[i])
        makesAddress.set(static_cast<unsigned>(dependence.on()));
}

llvm::ArrayRef<uint32_t> Summary::sourcesOf(NodeId node) const {
  auto found = passedOn.find(static_cast<uint32_t>(node));
  return found == passedOn.end() ? llvm::ArrayRef<uint32_t>()
                                 : llvm::ArrayRef<uint32_t>(found->second);
}

void Summary::add(NodeId node, Dependence dependence) {
  if (dependence.on() < DependenceGraph::firstNode)
    return;
  uint32_t event = eventOf(node);
  uint32_t on = eventOf(dependence.on());
  llvm::ArrayRef<uint32_t> sources =
      on == none ? sourcesOf(dependence.on()) : llvm::ArrayRef(on);
  if (event != none) {
    bool isAddress =
        dependence.isAddress() || makesAddress[static_cast<size_t>(node)];
    for (uint32_t source : sources)
      if (source != event)
        pairs.push_back({event, source, isAddress});
    return;
  }
  // `sources` is copied first: it may point into `passedOn`, whose content can
  // move in memory when a new element is added.
  llvm::SmallVector<uint32_t, 2> copy(sources);
  if (copy.empty())
    return;
  auto &own = passedOn[static_cast<uint32_t>(node)];
  for (uint32_t source : copy)
    if (own.size() < maxPassedOn && !llvm::is_contained(own, source))
      own.push_back(source);
}

std::vector<Summary::Pair> Summary::run() {
  markAddresses();
  for (size_t i = static_cast<size_t>(DependenceGraph::firstNode);
       i < graph.nodes(); ++i)
    for (Dependence dependence : graph.dependences(NodeId(i)))
      add(NodeId(i), dependence);
  // If an event takes both a value and an address from another event, only the
  // dependence on the address is kept: sorting puts it first, and std::unique
  // keeps the first of the two.
  llvm::sort(pairs, [](const Pair &a, const Pair &b) {
    return std::tuple(a.event, a.on, !a.isAddress) <
           std::tuple(b.event, b.on, !b.isAddress);
  });
  pairs.erase(std::unique(pairs.begin(), pairs.end(),
                          [](const Pair &a, const Pair &b) {
                            return a.event == b.event && a.on == b.on;
                          }),
              pairs.end());
  return std::move(pairs);
}

DataDependences::DataDependences(const DependenceGraph &graph, size_t events) {
  std::vector<Summary::Pair> pairs = Summary(graph).run();
  first.assign(events + 1, 0);
  for (const Summary::Pair &pair : pairs) {
    all.push_back({EventIndex{pair.on}, pair.isAddress});
    ++first[pair.event + 1];
  }
  for (size_t i = 0; i < events; ++i)
    first[i + 1] += first[i];
}
