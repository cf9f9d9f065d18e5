// Writes executed or kept lines in the format of lcov.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The manual page geninfo(1) describes the format. Functions have their linkage
// names, as in the files of gcov. `genhtml --demangle-cpp` shows readable
// names.

#include "Export/Formats.h"
#include "Export/ReportIndex.h"
#include "pinstripe/Support/PrintableText.h"

using namespace pinstripe;

namespace {

/// Says which instances of statements are counted: the executed ones, or the
/// kept ones.
enum class Counted : uint8_t { Executed, Kept };

struct FunctionCount {
  std::string name;
  uint32_t line = 0;
  /// How many calls of the function executed at least one event (one kept
  /// event, if kept instances are counted).
  uint64_t calls = 0;
};

/// A source file in the exported file, with the counts of its functions and
/// lines.
struct FileRecord {
  std::vector<FunctionCount> functions;
  /// The lines of the file, each with the number of its executed (or kept)
  /// instances. If a line has several statements, the largest number counts.
  std::vector<std::pair<uint32_t, uint64_t>> lines;
};

} // namespace

/// Counts, for each function, the calls that executed at least one event (one
/// kept event, if kept instances are counted).
static std::vector<uint64_t> countCalls(const ReportIndex &index,
                                        Counted counted) {
  const Trace &trace = index.trace;
  std::vector<uint64_t> calls(index.table.functions.size());
  for (size_t i = 0; i != trace.allInvocations().size(); ++i) {
    auto id = InvocationId(i);
    calls[static_cast<size_t>(trace.invocation(id).function)] +=
        llvm::any_of(trace.eventsOf(id), [&](EventIndex event) {
          return counted == Counted::Executed || index.isKept(event);
        });
  }
  return calls;
}

/// Makes the records of all files with an executed statement. If kept instances
/// are counted, lines that were not executed are left out, so that viewers show
/// which share of the executed lines was kept.
static std::map<FileId, FileRecord> collect(const ReportIndex &index,
                                            Counted counted) {
  std::map<FileId, FileRecord> files;
  std::map<SourceLine, LineInstances> lines = countInstances(index);
  for (const auto &[place, counts] : lines)
    if (counts.executed != 0)
      files[place.file];
  for (const auto &[place, counts] : lines) {
    auto file = files.find(place.file);
    if (file == files.end())
      continue;
    if (counted == Counted::Executed)
      file->second.lines.push_back({place.number, counts.mostExecuted});
    else if (counts.executed != 0)
      file->second.lines.push_back({place.number, counts.mostKept});
  }
  std::vector<uint64_t> executed = countCalls(index, Counted::Executed);
  std::vector<uint64_t> calls = countCalls(index, counted);
  for (size_t i = 0; i != index.table.functions.size(); ++i) {
    const TracedFunction &function = index.table.functions[i];
    auto file = files.find(function.range.file);
    if (file != files.end() &&
        (counted == Counted::Executed || executed[i] != 0))
      file->second.functions.push_back(
          {function.linkageName.empty() ? function.name : function.linkageName,
           function.range.line, calls[i]});
  }
  return files;
}

static void writeFile(const FileRecord &file, llvm::raw_ostream &stream) {
  for (const FunctionCount &each : file.functions)
    stream << "FN:" << each.line << ',' << printable(each.name) << '\n';
  for (const FunctionCount &each : file.functions)
    stream << "FNDA:" << each.calls << ',' << printable(each.name) << '\n';
  stream << "FNF:" << file.functions.size() << "\nFNH:"
         << llvm::count_if(file.functions,
                           [](const auto &each) { return each.calls != 0; })
         << '\n';
  for (auto [line, count] : file.lines)
    stream << "DA:" << line << ',' << count << '\n';
  stream << "LF:" << file.lines.size() << "\nLH:"
         << llvm::count_if(file.lines,
                           [](const auto &each) { return each.second != 0; })
         << "\nend_of_record\n";
}

static void writeLCOV(const CaseReport &report, Counted counted,
                      llvm::raw_ostream &stream) {
  ReportIndex index(report);
  for (const auto &[file, record] : collect(index, counted)) {
    stream << "TN:" << (counted == Counted::Executed ? "executed" : "kept")
           << "\nSF:" << printable(report.table.file(file)) << '\n';
    writeFile(record, stream);
  }
}

void pinstripe::writeExecutedLCOV(const CaseReport &report,
                                  llvm::raw_ostream &stream) {
  writeLCOV(report, Counted::Executed, stream);
}

void pinstripe::writeKeptLCOV(const CaseReport &report,
                              llvm::raw_ostream &stream) {
  writeLCOV(report, Counted::Kept, stream);
}
