// Writes a short summary in Markdown, for issues and pull requests.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Export/Formats.h"
#include "Export/KeptEvents.h"
#include "Export/MarkdownText.h"
#include "Export/RankedLines.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pinstripe;

namespace {

/// The largest numbers of ranked lines, reasons for a line, critical lines, and
/// lines of the output that a summary shows. Users who want to see more can run
/// Pinstripe again.
constexpr size_t maxRankedLines = 5;
constexpr size_t maxHints = 2;
constexpr size_t maxCriticalLines = 30;
constexpr size_t maxOutputLines = 12;

class MarkdownWriter {
public:
  MarkdownWriter(const CaseReport &report, llvm::raw_ostream &stream)
      : index(report), report(report), ranking(readRanking(report)),
        stream(stream) {}
  void write();

private:
  void writeTitle();
  void writeOutput();
  bool writeDifference(const ReportedText &expected);
  void writeRankedLines();
  void writeCriticalLines();
  std::string criticalCode() const;
  void writeCommand();
  std::string languageOf() const;

  ReportIndex index;
  const CaseReport &report;
  Ranking ranking;
  llvm::raw_ostream &stream;
};

} // namespace

static llvm::SmallVector<llvm::StringRef> linesOf(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  if (lines.back().empty())
    lines.pop_back();
  return lines;
}

void MarkdownWriter::writeTitle() {
  stream << "### " << markdownCode(report.theCase.program) << ": ";
  if (report.crash)
    stream << "crash: " << markdownProse(report.crash->text);
  else if (ranking.printed && ranking.expected)
    stream << markdownCode(*ranking.printed) << " in place of "
           << markdownCode(*ranking.expected);
  else if (!ranking.lines.empty())
    stream << "wrong output";
  else
    stream << "what its output needs";
  stream << "\n\n";
}

/// Returns the lines of an output. If the end of the output was cut off, the
/// last line is left out, since it may be incomplete.
static llvm::SmallVector<llvm::StringRef>
wholeLinesOf(const ReportedText &output) {
  auto lines = linesOf(output.text);
  if (output.isTruncated() && !lines.empty())
    lines.pop_back();
  return lines;
}

/// Writes the output from the first wrong line on, with two lines before it.
/// Returns false, and writes nothing, if no line is known to be wrong.
bool MarkdownWriter::writeDifference(const ReportedText &expected) {
  const ReportedText &output = report.standardOutput;
  auto printed = wholeLinesOf(output);
  auto wanted = wholeLinesOf(expected);
  // If one output was cut, only as many lines are compared as this output has.
  if (output.isTruncated() && wanted.size() > printed.size())
    wanted.resize(printed.size());
  if (expected.isTruncated() && printed.size() > wanted.size())
    printed.resize(wanted.size());
  if (printed == wanted)
    return false;
  // Lines that are equal at the beginning of both outputs, or at their end, are
  // left out.
  size_t first = 0;
  while (first < std::min(printed.size(), wanted.size()) &&
         printed[first] == wanted[first])
    ++first;
  bool isCut = output.isTruncated() || expected.isTruncated();
  while (!isCut && std::min(printed.size(), wanted.size()) > first &&
         printed.back() == wanted.back()) {
    printed.pop_back();
    wanted.pop_back();
  }
  std::string text;
  for (size_t i = first < 2 ? 0 : first - 2; i != first; ++i)
    text += " " + printed[i].str() + "\n";
  auto add = [&](char sign, llvm::ArrayRef<llvm::StringRef> lines) {
    llvm::ArrayRef<llvm::StringRef> rest = lines.drop_front(first);
    for (llvm::StringRef line : rest.take_front(maxOutputLines / 2))
      text += sign + line.str() + "\n";
    if (rest.size() > maxOutputLines / 2)
      text += std::string(1, sign) + "...\n";
  };
  add('-', wanted);
  add('+', printed);
  stream << "**Output** from line " << first + 1
         << " on (`-` expected, `+` printed"
         << (isCut ? "; only the beginning was compared" : "") << "):\n\n"
         << markdownBlock("diff", text) << '\n';
  return true;
}

/// Describes an output that has no wrong line. The output may be cut, or differ
/// from the expected one in the newline at its end.
static llvm::StringRef describeEqualLines(const ReportedText &output,
                                          const ReportedText &expected) {
  if (output.isTruncated() || expected.isTruncated())
    return ", of which the beginning is as expected";
  if (output.text == expected.text)
    return ", as expected";
  return llvm::StringRef(output.text).ends_with("\n")
             ? ", as expected but for a newline too many at the end"
             : ", as expected but for the newline at the end, which is missing";
}

void MarkdownWriter::writeOutput() {
  const ReportedText &output = report.standardOutput;
  bool isKnown = !report.ending.empty() || output.bytes != 0;
  if (!isKnown)
    return;
  llvm::StringRef comparison;
  if (const auto &expected = report.expectedOutput) {
    if (writeDifference(*expected))
      return;
    comparison = describeEqualLines(output, *expected);
  }
  auto lines = linesOf(output.text);
  if (lines.empty())
    return;
  std::string text;
  for (llvm::StringRef line : llvm::ArrayRef(lines).take_front(maxOutputLines))
    text += line.str() + "\n";
  if (lines.size() > maxOutputLines || output.isTruncated())
    text += "...\n";
  stream << "**Output** (" << printable(report.ending) << ")" << comparison
         << ":\n\n"
         << markdownBlock("text", text) << '\n';
}

void MarkdownWriter::writeRankedLines() {
  if (ranking.lines.empty())
    return;
  stream << "**Lines to read first** (hints from experiments, not verdicts):\n"
            "\n";
  auto shown = llvm::ArrayRef(ranking.lines).take_front(maxRankedLines);
  for (size_t i = 0; i != shown.size(); ++i) {
    const RankedLine &line = shown[i];
    std::optional<llvm::StringRef> source;
    if (line.file)
      source = index.sourceLine({*line.file, line.line});
    stream << i + 1 << ". "
           << markdownCode(line.path + ":" + std::to_string(line.line))
           << " in " << markdownCode(line.function) << ": "
           << markdownCode(source ? source->trim() : line.text) << '\n';
    for (const LineHint &hint : llvm::ArrayRef(line.hints).take_front(maxHints))
      stream << "   - " << markdownProse(hint.sentence) << '\n';
  }
  stream << '\n';
}

/// Returns the language of the block of code: "c" if the first file with a kept
/// line ends in `.c`, otherwise "cpp".
std::string MarkdownWriter::languageOf() const {
  auto lines = keptByLine(index);
  bool isC = lines.empty() ||
             llvm::StringRef(index.table.file(lines.begin()->first.file))
                 .ends_with(".c");
  return isC ? "c" : "cpp";
}

/// Returns the source lines that have kept instances. Each line begins with its
/// number, and ends with the numbers of its kept instances.
std::string MarkdownWriter::criticalCode() const {
  struct Row {
    SourceLine place;
    std::string source, instances;
  };
  std::map<SourceLine, LineInstances> counts = countInstances(index);
  std::map<SourceLine, std::vector<EventIndex>> lines = keptByLine(index);
  std::vector<Row> rows;
  for (const auto &[place, kept] : lines) {
    if (rows.size() == maxCriticalLines)
      break;
    llvm::StringRef source =
        index.sourceLine(place).value_or(index.unitOf(kept.front()).text);
    rows.push_back({place, printable(source),
                    describeInstances(index, kept, counts[place])});
  }
  // After each source line, a comment says which instances are kept. All
  // comments begin in the same column, except after source lines that are
  // longer than `maxWidth`.
  constexpr unsigned maxWidth = 64;
  unsigned width = 0;
  for (const Row &row : rows)
    width = std::max(width, displayWidth(row.source));
  width = std::min(width, maxWidth);
  std::string text;
  std::optional<FileId> file;
  for (const Row &row : rows) {
    if (file != row.place.file)
      text += "// " + index.table.displayPath(row.place.file) + "\n";
    file = row.place.file;
    unsigned used = displayWidth(row.source);
    text += llvm::formatv("{0,4} ", row.place.number).str() + row.source +
            std::string(used < width ? width - used : 0, ' ') + "  // " +
            row.instances + "\n";
  }
  if (lines.size() > rows.size())
    text += "// and " + counted(lines.size() - rows.size(), "more line") + "\n";
  return text;
}

void MarkdownWriter::writeCriticalLines() {
  if (!report.reduction)
    return;
  const ReportedReduction &reduction = *report.reduction;
  bool isProved = reduction.certificate.isOneMinimal();
  stream << "**" << (isProved ? "Critical" : "Kept")
         << " lines**: " << reduction.kept.count() << " of "
         << counted(report.trace.size(), "executed statement instance");
  if (!report.theCase.predicates.empty())
    stream << " for " << markdownCode(describeQuestion(report));
  std::string proof = describeProof(report);
  proof[0] = llvm::toUpper(proof[0]);
  stream << ". " << markdownProse(proof) << "."
         << "\n\n"
         << markdownBlock(languageOf(), criticalCode()) << '\n';
}

void MarkdownWriter::writeCommand() {
  if (!report.command.empty())
    stream << "**Repeat it:**\n\n"
           << markdownBlock("sh", report.command) << '\n';
  stream << "_Pinstripe " << markdownProse(report.version) << ", "
         << markdownProse(report.engine.name) << " engine_\n";
}

void MarkdownWriter::write() {
  writeTitle();
  writeOutput();
  writeRankedLines();
  writeCriticalLines();
  writeCommand();
}

void pinstripe::writeMarkdown(const CaseReport &report,
                              llvm::raw_ostream &stream) {
  MarkdownWriter(report, stream).write();
}
