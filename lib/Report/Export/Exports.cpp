// Lists the export formats, and says which results each of them needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/Exports.h"
#include "Export/Formats.h"
#include "Export/RankedLines.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

using Need = ExportFormat::Need;

static constexpr ExportFormat formats[] = {
    {"sarif",
     "ranked or critical lines with their evidence and the chain of causes, "
     "for editors and code scanning (SARIF 2.1.0)",
     Need::Lines, true, writeSARIF},
    {"markdown", "a short summary for issues and pull requests", Need::Lines,
     false, writeMarkdown},
    {"lcov",
     "executed lines and functions, for genhtml and the margins of editors",
     Need::Recording, false, writeExecutedLCOV},
    {"lcov-kept", "the same, but only kept instances count", Need::Reduction,
     false, writeKeptLCOV},
    {"dot", "the graph of kept events, for Graphviz", Need::Reduction, true,
     writeDOT},
    {"graphml", "the same graph for yEd, Gephi and networkx", Need::Reduction,
     true, writeGraphML},
    {"chrome-trace",
     "the run as nested calls with kept events marked, for Perfetto and "
     "speedscope",
     Need::Recording, true, writeChromeTrace},
    {"ndjson", "a row for each event, for tables and databases",
     Need::Recording, true, writeEventsNDJSON},
    {"ndjson-tests", "a row for each test of the last reduction", Need::Tests,
     false, writeTestsNDJSON},
};

llvm::ArrayRef<ExportFormat> pinstripe::allExportFormats() { return formats; }

llvm::Expected<ExportFormat> pinstripe::findExportFormat(llvm::StringRef name) {
  std::string names;
  for (const ExportFormat &each : formats) {
    if (each.name == name)
      return each;
    names += (names.empty() ? "" : ", ") + each.name.str();
  }
  return llvm::make_error<UsageError>(
      "'" + name + "' is not a format; the formats are " + names);
}

/// Finds out what the case (a recorded run with its results) lacks for a
/// format. Returns the verb that makes the missing thing, and a description of
/// this thing. Returns two empty texts if nothing is missing.
static std::pair<std::string, std::string>
whatIsMissing(const CaseReport &report, Need need) {
  switch (need) {
  case Need::Recording:
    return {};
  case Need::Reduction:
    if (!report.reduction)
      return {"reduce", "the events that a reduction has kept"};
    return {};
  case Need::Lines:
    if (!report.reduction && readRanking(report).lines.empty())
      return {"locate", "the lines that `locate` has ranked or a reduction has "
                        "kept"};
    return {};
  case Need::Tests:
    if (report.tests.empty())
      return {"reduce", "the tests of a reduction"};
    return {};
  }
  llvm_unreachable("not a need");
}

llvm::Error pinstripe::checkExport(const CaseReport &report,
                                   const ExportFormat &format) {
  auto [verb, thing] = whatIsMissing(report, format.need);
  if (verb.empty())
    return llvm::Error::success();
  std::string folder = report.table.displayPath(report.theCase.caseDirectory);
  std::string option = folder == ".pinstripe"
                           ? ""
                           : " -o " + quoteForShell(llvm::StringRef(folder));
  return llvm::make_error<UsageError>(
      folder + ": " + format.name + " shows " + thing +
      ", and this case has none; run `pinstripe " + verb + option + "` first");
}
