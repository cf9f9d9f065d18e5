// Makes annotations for CI systems from results, and writes them for GitHub.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/Annotations.h"
#include "KindNames.h"
#include "pinstripe/Result/SourceLine.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace pinstripe;

/// Adds to the last annotation how many places have no annotation. `all` is the
/// number of all places.
static void mentionOthers(std::vector<Annotation> &annotations, size_t all) {
  if (all > annotations.size() && !annotations.empty())
    annotations.back().message +=
        "\nand " + counted(all - annotations.size(), "more place") +
        ", see the log";
}

static Annotation annotationAt(const UnitTable &table,
                               const SourceRange &range) {
  Annotation result;
  result.file = table.file(range.file);
  result.line = range.line;
  result.endLine = std::max(range.line, range.endLine);
  return result;
}

std::vector<Annotation> pinstripe::annotationsOf(const MutationSummary &summary,
                                                 size_t max) {
  std::vector<Annotation> result;
  for (const MutatedUnit &unit :
       llvm::ArrayRef(summary.units).take_front(max)) {
    const StatementUnit &statement = summary.table.unit(unit.unit);
    Annotation each = annotationAt(summary.table, statement.range);
    each.title = "pinstripe mutate: " + describe(unit.best).str();
    each.message = statement.text;
    if (!unit.mutations.empty()) {
      const Mutation &mutation = unit.mutations.front().mutation;
      each.message = mutation.isInsertion
                         ? "with `" + mutation.after + "` before it"
                         : "written as `" + mutation.after + "`";
    }
    result.push_back(std::move(each));
  }
  mentionOthers(result, summary.units.size());
  return result;
}

std::vector<Annotation> pinstripe::annotationsOf(const CriticalSummary &summary,
                                                 size_t max) {
  std::vector<Annotation> result;
  for (const StatementNeed &need : summary.statements) {
    if (need.kind != StatementNeed::Kind::Critical || result.size() == max)
      continue;
    const StatementUnit &statement = summary.table.unit(need.unit);
    Annotation each = annotationAt(summary.table, statement.range);
    each.level = Annotation::Level::Notice;
    each.title = "pinstripe omit: critical";
    each.message =
        "without this statement the output is not the same: " + statement.text;
    result.push_back(std::move(each));
  }
  mentionOthers(result, summary.count(StatementNeed::Kind::Critical));
  return result;
}

namespace {

/// How often statements on a line of source were executed, and how often they
/// were kept by a reduction.
struct LineUse {
  uint64_t executed = 0, kept = 0;
  uint32_t endLine = 0;
  EventIndex last{}; ///< The last event that was kept on the line.
};

} // namespace

/// Returns the source lines with an event that a reduction has kept and that
/// can be skipped. Each line is mapped to its counts.
static std::map<SourceLine, LineUse>
criticalLines(const ReductionSummary &summary) {
  std::map<SourceLine, LineUse> lines;
  const UnitTable &table = summary.table;
  auto unitOf = [&](EventIndex event) -> const StatementUnit & {
    return table.unit(table.entry(summary.trace.entryOf(event)).unit);
  };
  for (EventIndex event : summary.kept) {
    const StatementUnit &unit = unitOf(event);
    if (unit.isPinned() || summary.isUserPinned(event))
      continue;
    LineUse &use = lines[lineOf(unit)];
    ++use.kept;
    use.last = event;
    use.endLine = std::max(use.endLine, unit.range.endLine);
  }
  for (Event event : summary.trace.allEvents()) {
    auto found = lines.find(lineOf(table.unit(table.entry(event.entry).unit)));
    if (found != lines.end())
      ++found->second.executed;
  }
  return lines;
}

std::vector<Annotation>
pinstripe::annotationsOf(const ReductionSummary &summary, size_t max) {
  /// Neighbouring lines that share an annotation, and their counts.
  struct Block {
    SourceLine first;
    LineUse use;
  };
  std::vector<Block> blocks;
  for (const auto &[line, use] : criticalLines(summary)) {
    bool isNext = !blocks.empty() && blocks.back().first.file == line.file &&
                  line.number <= blocks.back().use.endLine + 1;
    if (!isNext) {
      blocks.push_back({line, use});
      continue;
    }
    LineUse &whole = blocks.back().use;
    whole.executed += use.executed;
    whole.kept += use.kept;
    whole.endLine = std::max(whole.endLine, use.endLine);
    whole.last = std::max(whole.last, use.last);
  }
  size_t all = blocks.size();
  // No two blocks of lines have the same last event, since a block has the
  // events of its own lines. So the order of the sorted blocks does not depend
  // on the sorting algorithm.
  llvm::sort(blocks, [](const Block &left, const Block &right) {
    return left.use.last > right.use.last;
  });
  blocks.resize(std::min(max, all));
  llvm::sort(blocks, [](const Block &left, const Block &right) {
    return left.first < right.first;
  });
  std::vector<Annotation> result;
  for (const Block &block : blocks) {
    Annotation each;
    each.level = Annotation::Level::Notice;
    each.file = summary.table.file(block.first.file);
    each.line = block.first.number;
    each.endLine = std::max(each.line, block.use.endLine);
    each.title = "pinstripe reduce: critical";
    each.message =
        "the output needs " + std::to_string(block.use.kept) + " of " +
        counted(block.use.executed, "executed statement instance") +
        (each.endLine == each.line ? " of this line" : " of these lines");
    result.push_back(std::move(each));
  }
  mentionOthers(result, all);
  return result;
}

/// Escapes a text for an annotation of GitHub. Commas and colons are escaped
/// only in a property, such as the title: there they would end the property.
static std::string escaped(llvm::StringRef text, bool isProperty) {
  std::string result;
  for (char c : text) {
    bool isSpecial = c == '%' || c == '\r' || c == '\n' ||
                     (isProperty && (c == ':' || c == ','));
    if (!isSpecial) {
      result += c;
      continue;
    }
    constexpr llvm::StringLiteral digits = "0123456789ABCDEF";
    result += '%';
    result += digits[static_cast<unsigned char>(c) >> 4];
    result += digits[static_cast<unsigned char>(c) & 15];
  }
  return result;
}

void pinstripe::writeGitHubAnnotations(llvm::ArrayRef<Annotation> annotations,
                                       llvm::StringRef root,
                                       llvm::raw_ostream &stream) {
  root = root.rtrim('/');
  for (const Annotation &each : annotations) {
    llvm::StringRef file = each.file;
    llvm::StringRef rest = file;
    if (rest.consume_front(root) && rest.consume_front("/"))
      file = rest;
    stream << "::"
           << (each.level == Annotation::Level::Warning ? "warning" : "notice")
           << " file=" << escaped(printable(file), /*isProperty=*/true)
           << ",line=" << each.line << ",endLine=" << each.endLine
           << ",title=" << escaped(printable(each.title), /*isProperty=*/true)
           << "::"
           << escaped(printableLines(each.message), /*isProperty=*/false)
           << '\n';
  }
}
