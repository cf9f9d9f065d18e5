// Computes immediate post-dominators in the control-flow graph of one function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PostDominators.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/Support/GenericDomTreeConstruction.h"

using namespace pinstripe;

namespace {

struct FlowGraph;

/// A node of the control-flow graph. It is either an entry or the end of the
/// function. An entry is an address at which control enters a statement.
struct FlowNode {
  EntryId entry{};
  FlowGraph *graph = nullptr;
  llvm::SmallVector<FlowNode *, 2> successors = {}, predecessors = {};

  FlowGraph *getParent() const { return graph; }
  /// LLVM's templates call this function to print graphs.
  void printAsOperand(llvm::raw_ostream &stream, bool) const {
    stream << static_cast<uint32_t>(entry);
  }
  void addEdgeTo(FlowNode &next) {
    successors.push_back(&next);
    next.predecessors.push_back(this);
  }
};

/// The control-flow graph of a function. Its nodes are the entries of the
/// function (the addresses at which control enters statements), in order of
/// address. One more node at the end stands for the end of the function.
struct FlowGraph {
  std::vector<FlowNode> nodes;
};

} // namespace

template <> struct llvm::GraphTraits<FlowNode *> {
  using NodeRef = FlowNode *;
  using ChildIteratorType = FlowNode **;
  static NodeRef getEntryNode(FlowNode *node) { return node; }
  static auto child_begin(FlowNode *node) { return node->successors.begin(); }
  static auto child_end(FlowNode *node) { return node->successors.end(); }
};

template <> struct llvm::GraphTraits<llvm::Inverse<FlowNode *>> {
  using NodeRef = FlowNode *;
  using ChildIteratorType = FlowNode **;
  static NodeRef getEntryNode(Inverse<FlowNode *> node) { return node.Graph; }
  static auto child_begin(FlowNode *node) { return node->predecessors.begin(); }
  static auto child_end(FlowNode *node) { return node->predecessors.end(); }
};

template <>
struct llvm::GraphTraits<FlowGraph *> : llvm::GraphTraits<FlowNode *> {
  using nodes_iterator = pointer_iterator<std::vector<FlowNode>::iterator>;
  static NodeRef getEntryNode(FlowGraph *graph) { return &graph->nodes[0]; }
  static nodes_iterator nodes_begin(FlowGraph *graph) {
    return nodes_iterator(graph->nodes.begin());
  }
  static nodes_iterator nodes_end(FlowGraph *graph) {
    return nodes_iterator(graph->nodes.end());
  }
  static size_t size(FlowGraph *graph) { return graph->nodes.size(); }
};

/// Gives each endless loop an edge to the end of the function, since
/// post-dominators exist only where the end can be reached. The edge starts at
/// the loop's entry with the highest address. LLVM would add such an edge
/// itself, but from an entry of its own choice.
static void endAllLoops(FlowGraph &graph) {
  llvm::df_iterator_default_set<FlowNode *> ending;
  auto mark = [&](FlowNode &node) {
    for (FlowNode *before : llvm::inverse_depth_first_ext(&node, ending))
      (void)before;
  };
  FlowNode &end = graph.nodes.back();
  mark(end);
  for (FlowNode &node : llvm::reverse(graph.nodes))
    if (!ending.contains(&node)) {
      node.addEdgeTo(end);
      mark(node);
    }
}

void pinstripe::findPostDominators(
    llvm::ArrayRef<uint32_t> entries,
    llvm::ArrayRef<llvm::SmallVector<EntryId, 2>> successors, EntryId exit,
    llvm::MutableArrayRef<EntryId> postDominators) {
  FlowGraph graph;
  for (uint32_t entry : entries)
    graph.nodes.push_back({EntryId(entry), &graph});
  graph.nodes.push_back({exit, &graph});
  FlowNode &end = graph.nodes.back();
  llvm::DenseMap<EntryId, FlowNode *> nodeOf;
  for (FlowNode &node : llvm::drop_end(graph.nodes))
    nodeOf[node.entry] = &node;
  for (uint32_t entry : entries)
    for (EntryId next : successors[entry])
      if (FlowNode *to = next == exit ? &end : nodeOf.lookup(next))
        nodeOf[EntryId(entry)]->addEdgeTo(*to);
  endAllLoops(graph);
  llvm::DominatorTreeBase<FlowNode, /*IsPostDom=*/true> tree;
  tree.recalculate(graph);
  for (uint32_t entry : entries)
    postDominators[entry] =
        tree[nodeOf[EntryId(entry)]]->getIDom()->getBlock()->entry;
}
