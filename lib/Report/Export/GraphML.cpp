// Writes the graph of kept events as GraphML.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Export/Formats.h"
#include "Export/KeptGraph.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

/// The largest number of nodes in the graph. If more events are kept, only
/// those that happened last are written, since programs that read graphs hold
/// them in memory.
constexpr size_t maxNodes = 100000;

class GraphMLWriter {
public:
  GraphMLWriter(const CaseReport &report, llvm::raw_ostream &stream)
      : index(report), report(report), stream(stream) {}
  void write();

private:
  void writeKeys();
  void writeNode(EventIndex event);
  void writeEdge(const KeptEdge &edge);
  void writeNote(size_t leftOut);
  template <typename T> void writeNumber(llvm::StringRef key, T value) {
    stream << "<data key=\"" << key << "\">" << value << "</data>";
  }
  void writeText(llvm::StringRef key, llvm::StringRef text);
  void writeFlag(llvm::StringRef key, bool value) {
    writeNumber(key, value ? "true" : "false");
  }

  ReportIndex index;
  const CaseReport &report;
  llvm::raw_ostream &stream;
};

} // namespace

void GraphMLWriter::writeText(llvm::StringRef key, llvm::StringRef text) {
  stream << "<data key=\"" << key << "\">";
  llvm::printHTMLEscaped(printable(text), stream);
  stream << "</data>";
}

/// Declares the attributes of nodes and edges.
void GraphMLWriter::writeKeys() {
  auto writeKey = [&](llvm::StringRef what, llvm::StringRef name,
                      llvm::StringRef type) {
    stream << "  <key id=\"" << name << "\" for=\"" << what << "\" attr.name=\""
           << name << "\" attr.type=\"" << type << "\"/>\n";
  };
  writeKey("graph", "note", "string");
  writeKey("node", "label", "string");
  writeKey("node", "event", "long");
  writeKey("node", "file", "string");
  writeKey("node", "line", "long");
  writeKey("node", "column", "long");
  writeKey("node", "function", "string");
  writeKey("node", "invocation", "long");
  writeKey("node", "instance", "long");
  writeKey("node", "kind", "string");
  writeKey("node", "text", "string");
  writeKey("node", "values", "string");
  writeKey("node", "without_it", "string");
  writeKey("node", "guard", "boolean");
  writeKey("edge", "dependence", "string");
  writeKey("edge", "indirect", "boolean");
}

void GraphMLWriter::writeNode(EventIndex event) {
  const StatementUnit &unit = index.unitOf(event);
  stream << "    <node id=\"e" << ReportIndex::numberOf(event) << "\">";
  std::string instance =
      " #" + std::to_string(index.instances.instanceOf(event));
  writeText("label",
            std::to_string(unit.range.line) + instance + " " + unit.text);
  writeNumber("event", ReportIndex::numberOf(event));
  writeText("file", index.table.displayPath(unit.range.file));
  writeNumber("line", unit.range.line);
  writeNumber("column", unit.range.column);
  writeText("function", index.table.displayName(index.functionOf(event)));
  writeNumber("invocation",
              static_cast<uint64_t>(index.trace.invocationOf(event)) + 1);
  writeNumber("instance", index.instances.instanceOf(event));
  writeText("kind", unitKindName(unit.kind));
  writeText("text", unit.text);
  writeText("values", index.valuesOf(event));
  writeText("without_it", index.reasonOf(event));
  writeFlag("guard", index.isGuard(event));
  stream << "</node>\n";
}

void GraphMLWriter::writeEdge(const KeptEdge &edge) {
  stream << "    <edge source=\"e" << ReportIndex::numberOf(edge.cause)
         << "\" target=\"e" << ReportIndex::numberOf(edge.effect) << "\">";
  writeText("dependence", nameOf(edge.kind));
  writeFlag("indirect", edge.isIndirect);
  stream << "</edge>\n";
}

/// Writes a note as an attribute of the graph. The note says how many earlier
/// events the graph leaves out. If the graph has no edges for data, the note
/// says why.
void GraphMLWriter::writeNote(size_t leftOut) {
  std::string note;
  if (leftOut != 0)
    note = counted(leftOut, "earlier event") + " left out";
  if (!report.dependences)
    note += (note.empty() ? "" : "; ") +
            ("no data and address edges: " + report.withoutDependences);
  if (note.empty())
    return;
  stream << "    ";
  writeText("note", note);
  stream << '\n';
}

void GraphMLWriter::write() {
  KeptGraph graph = graphOfKept(index);
  stream << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
            "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
            "xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns "
            "http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n";
  writeKeys();
  stream << "  <graph id=\"kept\" edgedefault=\"directed\">\n";
  const EventSet &kept = report.reduction->kept;
  size_t count = kept.count();
  size_t leftOut = count - std::min(count, maxNodes);
  writeNote(leftOut);
  std::optional<EventIndex> first;
  for (EventIndex event : kept) {
    if (leftOut != 0) {
      --leftOut;
      continue;
    }
    first = first.value_or(event);
    writeNode(event);
  }
  for (const KeptEdge &edge : graph.edges)
    if (edge.cause >= *first && edge.effect >= *first)
      writeEdge(edge);
  stream << "  </graph>\n</graphml>\n";
}

void pinstripe::writeGraphML(const CaseReport &report,
                             llvm::raw_ostream &stream) {
  GraphMLWriter(report, stream).write();
}
