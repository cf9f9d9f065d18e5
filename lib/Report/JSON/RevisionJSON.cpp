// Writes the result of `changes` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriter.h"

using namespace pinstripe;

static void writeRevision(JSONWriter &json, llvm::StringRef name,
                          const RevisionName &revision) {
  json.attributeObject(name, [&] {
    json.text("name", revision.name);
    json.textOrNull("id", revision.id);
    json.textOrNull("subject", revision.subject);
    json.textOrNull("author", revision.author);
  });
}

static void writeCommits(JSONWriter &json, const CommitRange &range) {
  json.attribute("commits", range.commits);
  json.attribute("tests", range.tests);
  json.attribute("finished", range.isFinished);
  writeRevision(json, "last_passing", range.lastPassing);
  json.objects("suspects", range.suspects, [&](const RevisionName &suspect) {
    json.text("name", suspect.name);
    json.text("id", suspect.id);
    json.text("subject", suspect.subject);
    json.text("author", suspect.author);
  });
}

static void writeReason(JSONWriter &json, llvm::StringRef name,
                        const HunkReason &reason) {
  json.attributeObject(name, [&] {
    json.textOrNull("part", reason.grain);
    json.textOrNull("outcome",
                    reason.outcome ? outcomeName(*reason.outcome) : "");
    json.textOrNull("cause", reason.cause);
    json.textOrNull("seen", reason.seen);
  });
}

static void writeHunk(JSONWriter &json, SearchForm form, const KeptHunk &hunk) {
  json.text("file", hunk.file);
  json.textOrNull("former_file", hunk.formerFile);
  json.textOrNull("function", hunk.function);
  json.attribute("old_line", hunk.oldLine);
  json.attribute("new_line", hunk.newLine);
  json.texts("lines", hunk.lines);
  json.textOrNull("commit", hunk.commit.id);
  writeReason(json, form == SearchForm::Maximise ? "with" : "without",
              hunk.reason);
}

static void writePatch(JSONWriter &json, llvm::StringRef name,
                       const std::optional<std::string> &patch) {
  if (patch)
    json.text(name, *patch);
  else
    json.attribute(name, nullptr);
}

static void writeTests(JSONWriter &json, const RevisionSummary &summary) {
  json.attribute("made", summary.tests);
  json.attribute("remembered", summary.remembered);
  json.attribute("pass", summary.pass);
  json.attribute("fail", summary.fail);
  json.attribute("unresolved", summary.unresolved);
  json.attributeObject("causes", [&] {
    for (const auto &[cause, count] : summary.causes)
      json.attribute(cause, count);
  });
}

void pinstripe::writeRevisionsJSON(const RevisionSummary &summary,
                                   llvm::raw_ostream &stream) {
  UnitTable none;
  JSONWriter json(none, stream);
  json.object([&] {
    json.tool(summary.version);
    json.texts("command", summary.command);
    json.textOrNull("build", summary.build);
    json.textOrNull("predicate", summary.predicate);
    json.text("form", formName(summary.form));
    writeRevision(json, "good", summary.good);
    writeRevision(json, "bad", summary.bad);
    json.text("good_run", summary.goodRun);
    json.text("bad_run", summary.badRun);
    if (summary.commits)
      json.attributeObject("history",
                           [&] { writeCommits(json, *summary.commits); });
    else
      json.attribute("history", nullptr);
    writeRevision(json, "base", summary.base);
    json.attribute("files", summary.files);
    json.attribute("hunks", summary.hunks);
    json.attribute("changes", summary.changes);
    json.attribute("kept_changes", summary.keptChanges);
    json.attribute("minimality", minimalityName(summary.minimality));
    json.text("grain", summary.grain);
    json.objects("levels", summary.levels, [&](const RevisionLevel &level) {
      json.text("grain", level.grain);
      json.attribute("before", level.before);
      json.attribute("after", level.after);
      json.attribute("tests", level.tests);
      json.attribute("finished", level.isFinished);
    });
    if (summary.open)
      json.attributeObject("open", [&] {
        json.text("grain", summary.open->grain);
        json.attribute("parts", summary.open->parts);
        json.attribute("needed", summary.open->needed);
      });
    else
      json.attribute("open", nullptr);
    json.objects("kept", summary.kept, [&](const KeptHunk &hunk) {
      writeHunk(json, summary.form, hunk);
    });
    writePatch(json, "patch", summary.patch);
    writePatch(json, "passing_patch", summary.passingPatch);
    json.valueOrNull("confirmed", summary.confirmed);
    json.attributeObject("tests", [&] { writeTests(json, summary); });
    json.attribute("interrupted", summary.interrupted);
    json.attribute("exhausted", summary.exhausted);
    json.attributeObject(
        "time", [&] { json.decimal("total_s", summary.totalSeconds); });
  });
  stream << '\n';
}
