// Reads the ranking of source lines from the JSON of `pinstripe locate`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Export/RankedLines.h"
#include "KindNames.h"
#include "pinstripe/Result/Text.h"

using namespace pinstripe;

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace {

/// Reads one document of `locate`. Fields that are missing, or of another type,
/// count as 0 or as an empty text.
class RankingReader {
public:
  RankingReader(const CaseReport &report, const Object &document)
      : report(report), document(document) {}
  Ranking read();

private:
  void readQuestion();
  RankedLine readLine(const Object &line) const;
  LineHint readHint(const Object &evidence) const;
  std::optional<EventIndex> readEvent(const Object &evidence) const;
  std::optional<EventIndex> eventOfUse(uint64_t place) const;
  std::optional<FileId> findFile(llvm::StringRef path) const;

  const CaseReport &report;
  const Object &document;
  Ranking ranking;
};

} // namespace

static uint64_t number(const Object &object, llvm::StringRef key) {
  std::optional<int64_t> value = object.getInteger(key);
  return value && *value > 0 ? *value : 0;
}

static std::string text(const Object &object, llvm::StringRef key) {
  return object.getString(key).value_or("").str();
}

static bool isTrue(const Object &object, llvm::StringRef key) {
  return object.getBoolean(key).value_or(false);
}

static std::optional<std::string> textIfAny(const Object &object,
                                            llvm::StringRef key) {
  if (auto value = object.getString(key))
    return value->str();
  return std::nullopt;
}

static bool isStrong(llvm::StringRef effect) {
  return effect == kebab(nameOf(Effect::ExpectedOutput)) ||
         effect == kebab(nameOf(Effect::NoCrash));
}

static SourceChange readSourceChange(const Object &evidence) {
  return {static_cast<uint32_t>(number(evidence, "changed_line")),
          text(evidence, "before"), text(evidence, "after"),
          isTrue(evidence, "inserted")};
}

/// Returns the event whose number is the attribute `index` of a JSON object.
/// Returns nullopt if the run has no such event.
std::optional<EventIndex>
RankingReader::readEvent(const Object &evidence) const {
  uint64_t index = number(evidence, "index");
  if (index == 0 || index > report.trace.size())
    return std::nullopt;
  return EventIndex(index - 1);
}

/// Returns the event that used uninitialised memory. `place` is the index of
/// this use in the array `uses` of the JSON document. Returns nullopt if the
/// document has no such use.
std::optional<EventIndex> RankingReader::eventOfUse(uint64_t place) const {
  const Object *trace = document.getObject("trace");
  const Object *memory = trace ? trace->getObject("uninitialised") : nullptr;
  const Array *uses = memory ? memory->getArray("uses") : nullptr;
  const Object *use =
      uses && place < uses->size() ? (*uses)[place].getAsObject() : nullptr;
  return use ? readEvent(*use) : std::nullopt;
}

LineHint RankingReader::readHint(const Object &evidence) const {
  std::string kind = text(evidence, "kind");
  LineHint hint;
  // Older versions of Pinstripe wrote no sentence that explains the evidence.
  // Then the kind of the evidence is shown in its place.
  hint.sentence = evidence.getString("text").value_or(kind).str();
  hint.isStrong = isStrong(text(evidence, "effect"));
  hint.event = kind == "uninitialised" ? eventOfUse(number(evidence, "use"))
                                       : readEvent(evidence);
  if (kind == "mutate")
    hint.change = readSourceChange(evidence);
  return hint;
}

/// Returns the file that `path`, a path in `locate`'s JSON, stands for. The
/// program may know this file by another path, since `locate` may have run in
/// another folder.
std::optional<FileId> RankingReader::findFile(llvm::StringRef path) const {
  std::optional<FileId> found;
  for (size_t i = 0; i != report.table.files.size(); ++i) {
    if (report.table.displayPath(FileId(i)) == path)
      return FileId(i);
    if (!found && report.table.isNamed(FileId(i), path))
      found = FileId(i);
  }
  return found;
}

RankedLine RankingReader::readLine(const Object &line) const {
  RankedLine result;
  result.path = text(line, "file");
  result.file = findFile(result.path);
  result.line = number(line, "line");
  result.endLine = std::max<uint32_t>(number(line, "end_line"), result.line);
  result.function = text(line, "function");
  result.text = text(line, "text");
  result.executed = number(line, "executed");
  result.score = line.getNumber("score").value_or(0);
  if (const Array *evidence = line.getArray("evidence"))
    for (const Value &each : *evidence)
      if (const Object *object = each.getAsObject())
        if (LineHint hint = readHint(*object); !hint.sentence.empty())
          result.hints.push_back(std::move(hint));
  return result;
}

void RankingReader::readQuestion() {
  const Object *wrong = document.getObject("wrong");
  if (!wrong) {
    ranking.question = report.crash ? "the crash" : "the wrong output";
    return;
  }
  ranking.printed = textIfAny(*wrong, "printed");
  ranking.expected = textIfAny(*wrong, "expected");
  ranking.outputLine = number(*wrong, "line");
  std::string line = "line " + std::to_string(ranking.outputLine);
  auto quoted = [](llvm::StringRef text) {
    return "\"" + printable(text) + "\"";
  };
  if (!ranking.printed)
    ranking.question = "the output, which ends before " + line;
  else
    ranking.question =
        quoted(*ranking.printed) + " in " + line + " of the output";
  if (ranking.expected)
    ranking.question +=
        ", where " + quoted(*ranking.expected) + " was expected";
}

Ranking RankingReader::read() {
  readQuestion();
  if (const Array *lines = document.getArray("ranked"))
    for (const Value &each : *lines)
      if (const Object *line = each.getAsObject())
        if (RankedLine read = readLine(*line); read.line != 0 && read.score > 0)
          ranking.lines.push_back(std::move(read));
  return std::move(ranking);
}

Ranking pinstripe::readRanking(const CaseReport &report) {
  auto found = report.documents.find("locate");
  const Object *document =
      found == report.documents.end() ? nullptr : found->second.getAsObject();
  if (!document)
    return {};
  return RankingReader(report, *document).read();
}
