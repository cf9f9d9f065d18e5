// Writes the graph of kept events for Graphviz.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small graph has a node for each event. A larger one has a node for each
// statement, since nobody can read more nodes.

#include "Export/Formats.h"
#include "Export/KeptGraph.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/DenseMap.h"
#include <set>

using namespace pinstripe;

namespace {

/// The largest number of events in a graph that has a node for each event. If
/// there are more, the graph has a node for each statement.
constexpr size_t maxEventNodes = 150;
/// The largest number of statements in a graph. If there are more, only those
/// that were executed last are shown.
constexpr size_t maxStatementNodes = 250;

struct Node {
  /// The first of the kept events for which the node stands.
  EventIndex event{};
  /// How many kept events the node of the graph stands for.
  uint64_t events = 0;
};

/// The drawn edge between two nodes: it stands for all edges between their
/// events.
struct JoinedEdge {
  EdgeKind kind = EdgeKind::Control;
  bool isIndirect = true;
  uint64_t edges = 0;
};

class DOTWriter {
public:
  DOTWriter(const CaseReport &report, llvm::raw_ostream &stream)
      : index(report), report(report), stream(stream) {}
  void write();

private:
  void addNodes();
  void addEdges(const KeptGraph &graph);
  uint64_t keyOf(EventIndex event) const;
  std::string describeGraph(const KeptGraph &graph) const;
  std::string labelOf(const Node &node) const;
  void writeNode(size_t number);
  void writeClusters();
  void writeEdges();

  ReportIndex index;
  const CaseReport &report;
  llvm::raw_ostream &stream;
  bool isByStatement = false;
  bool hasSeveralFiles = false;
  uint64_t leftOut = 0; ///< How many statements the graph leaves out.
  std::vector<Node> nodes;
  /// Maps the number of an event or a statement to the index of its node.
  llvm::DenseMap<uint64_t, size_t> numbers;
  std::map<std::pair<size_t, size_t>, JoinedEdge> edges;
};

} // namespace

/// Returns the number of the node for an event: the number of its statement if
/// the graph has a node for each statement, otherwise the number of the event.
uint64_t DOTWriter::keyOf(EventIndex event) const {
  return isByStatement ? static_cast<uint64_t>(index.instances.unitOf(event))
                       : static_cast<uint64_t>(event);
}

void DOTWriter::addNodes() {
  const EventSet &kept = report.reduction->kept;
  isByStatement = kept.count() > maxEventNodes;
  std::map<uint64_t, EventIndex> last;
  for (EventIndex event : kept)
    last[keyOf(event)] = event;
  std::vector<EventIndex> latest;
  for (const auto &[key, event] : last)
    latest.push_back(event);
  llvm::sort(latest, std::greater<>());
  size_t shown = std::min(latest.size(), maxStatementNodes);
  leftOut = latest.size() - shown;
  std::set<uint64_t> wanted;
  for (EventIndex event : llvm::ArrayRef(latest).take_front(shown))
    wanted.insert(keyOf(event));
  std::set<FileId> files;
  for (EventIndex event : kept) {
    uint64_t key = keyOf(event);
    if (!wanted.count(key))
      continue;
    auto [place, isNew] = numbers.try_emplace(key, nodes.size());
    if (isNew)
      nodes.push_back({event, 0});
    ++nodes[place->second].events;
    files.insert(index.unitOf(event).range.file);
  }
  hasSeveralFiles = files.size() > 1;
}

void DOTWriter::addEdges(const KeptGraph &graph) {
  for (const KeptEdge &edge : graph.edges) {
    auto cause = numbers.find(keyOf(edge.cause));
    auto effect = numbers.find(keyOf(edge.effect));
    if (cause == numbers.end() || effect == numbers.end())
      continue;
    JoinedEdge &joined = edges[{cause->second, effect->second}];
    joined.kind = std::min(joined.kind, edge.kind);
    joined.isIndirect &= edge.isIndirect;
    ++joined.edges;
  }
}

/// Returns text as a quoted string of DOT. `\n` begins a new line, and `\l` one
/// whose text is aligned to the left.
static std::string quotedLabel(llvm::StringRef text) {
  std::string result = "\"";
  for (char each : text) {
    if (each == '\n') {
      result += "\\l";
      continue;
    }
    if (each == '"' || each == '\\')
      result += '\\';
    result += each;
  }
  return result + "\"";
}

std::string DOTWriter::labelOf(const Node &node) const {
  constexpr unsigned maxColumns = 48;
  const SourceRange &range = index.unitOf(node.event).range;
  std::string place = hasSeveralFiles ? placeOf(index.table, range)
                                      : "line " + std::to_string(range.line);
  uint32_t executions = index.executionsOf(node.event);
  std::string text =
      isByStatement
          ? place + "  " + std::to_string(node.events) + " of " +
                std::to_string(executions)
          : place + " #" +
                std::to_string(index.instances.instanceOf(node.event));
  text += "\n" + fitted(printable(index.unitOf(node.event).text), maxColumns);
  std::string values = isByStatement ? "" : index.valuesOf(node.event);
  if (!values.empty())
    text += "\n" + fitted(printable(values), maxColumns);
  return text + "\n";
}

void DOTWriter::writeNode(size_t number) {
  const Node &node = nodes[number];
  bool isCondition = index.unitOf(node.event).kind == UnitKind::Condition;
  stream << "    n" << number << " [label=" << quotedLabel(labelOf(node));
  if (isCondition)
    stream << ", style=rounded";
  std::string reason = index.reasonOf(node.event);
  stream << ", tooltip="
         << quotedLabel("event " +
                        std::to_string(ReportIndex::numberOf(node.event)) +
                        (reason.empty() ? "" : "; " + printable(reason)))
         << "];\n";
}

void DOTWriter::writeClusters() {
  std::map<FunctionId, std::vector<size_t>> functions;
  for (size_t i = 0; i != nodes.size(); ++i) {
    EntryId entry = index.trace.entryOf(nodes[i].event);
    functions[index.table.entry(entry).function].push_back(i);
  }
  for (const auto &[id, members] : functions) {
    const TracedFunction &function = index.table.function(id);
    stream << "  subgraph cluster_" << static_cast<uint32_t>(id)
           << " {\n    label="
           << quotedLabel(printable(index.table.displayName(function)))
           << ";\n";
    for (size_t node : members)
      writeNode(node);
    stream << "  }\n";
  }
}

/// Returns how an edge is drawn. Each kind has its own line style and colour,
/// so that kinds can be told apart in print.
static llvm::StringRef styleOf(EdgeKind kind) {
  switch (kind) {
  case EdgeKind::Data:
    return "style=solid, color=\"#1f5fa8\"";
  case EdgeKind::Address:
    return "style=dotted, penwidth=2, color=\"#a05a00\"";
  case EdgeKind::Control:
    return "style=dashed, color=\"#707070\"";
  }
  llvm_unreachable("all kinds have a style");
}

void DOTWriter::writeEdges() {
  for (const auto &[ends, edge] : edges) {
    stream << "  n" << ends.first << " -> n" << ends.second << " ["
           << styleOf(edge.kind);
    if (edge.isIndirect)
      stream << ", arrowhead=empty";
    if (edge.edges > 1)
      stream << ", label=\"" << edge.edges << "\"";
    stream << ", tooltip=\"" << nameOf(edge.kind)
           << (edge.isIndirect ? ", indirect" : "") << "\"];\n";
  }
}

/// Returns the caption of the graph: what solid, dotted and dashed lines mean,
/// and what the graph leaves out.
std::string DOTWriter::describeGraph(const KeptGraph &graph) const {
  std::string text =
      printable(report.theCase.program) + ": " +
      std::to_string(report.reduction->kept.count()) + " of " +
      counted(report.trace.size(), "executed statement instance") +
      "\nsolid: uses its value; dotted: only as an address; dashed: decides "
      "that it happens, or calls\nhollow arrow: by way of instances that were "
      "not kept\n";
  if (isByStatement)
    text += "a node is a statement, with its kept and its executed instances\n";
  if (leftOut != 0)
    text += counted(leftOut, "statement") +
            " that were executed earlier are not shown\n";
  if (!report.dependences)
    text +=
        "no solid and dotted lines: " + printable(report.withoutDependences) +
        "\n";
  if (graph.lacksIndirect)
    text += "not all hollow arrows were looked for: the run is too long\n";
  return text;
}

void DOTWriter::write() {
  KeptGraph graph = graphOfKept(index);
  addNodes();
  addEdges(graph);
  stream << "digraph kept {\n"
            "  graph [fontname=\"monospace\", fontsize=10, labelloc=b, "
            "labeljust=l, style=rounded, color=\"#b0b0b0\"];\n"
            "  node [fontname=\"monospace\", fontsize=10, shape=box];\n"
            "  edge [fontname=\"monospace\", fontsize=9];\n"
         << "  label=" << quotedLabel(describeGraph(graph)) << ";\n";
  writeClusters();
  writeEdges();
  stream << "}\n";
}

void pinstripe::writeDOT(const CaseReport &report, llvm::raw_ostream &stream) {
  DOTWriter(report, stream).write();
}
