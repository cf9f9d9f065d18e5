// Writes the progress of a verb (a command of the tool) as lines of JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/ProgressJSON.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace pinstripe;

static constexpr double secondsBetweenObjects = 0.5;

/// Returns a JSON object in one line. The attributes that all objects have come
/// first. Then `write` writes further attributes.
static std::string
objectLine(llvm::StringRef kind, double seconds,
           llvm::function_ref<void(llvm::json::OStream &)> write) {
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::json::OStream json(out);
  json.object([&] {
    json.attribute("progress", kind);
    json.attributeBegin("seconds");
    json.rawValue([&](llvm::raw_ostream &value) {
      value << llvm::format("%.3f", seconds);
    });
    json.attributeEnd();
    write(json);
  });
  return text;
}

void ProgressJSON::step(llvm::StringRef name, uint64_t done, uint64_t all,
                        llvm::StringRef unit) {
  double now = clock();
  bool isCounted = !unit.empty();
  report(name.str(),
         objectLine("step", now,
                    [&](llvm::json::OStream &json) {
                      using llvm::json::Value;
                      json.attribute("step", name);
                      json.attribute("done", isCounted ? Value(done) : nullptr);
                      json.attribute("all", all != 0 ? Value(all) : nullptr);
                      json.attribute("unit", isCounted ? Value(unit) : nullptr);
                    }),
         now);
}

void ProgressJSON::reduction(const ReductionProgress &progress) {
  double now = clock();
  const TestCounts &counts = progress.counts;
  auto write = [&](llvm::json::OStream &json) {
    json.attribute("phase", progress.phase);
    json.attribute("kept", progress.bestCount);
    json.attribute("elements", progress.elements);
    json.attributeObject("tests", [&] {
      json.attribute("distinct", counts.distinct());
      json.attribute("cached", counts.cached + counts.known);
      json.attribute("pass", counts.pass);
      json.attribute("fail", counts.fail);
      json.attribute("unresolved", counts.unresolved);
    });
    json.attribute("tests_left", progress.testsLeft
                                     ? llvm::json::Value(*progress.testsLeft)
                                     : nullptr);
  };
  report("reduction: " + progress.phase.str(),
         objectLine("reduction", now, write), now);
}

void ProgressJSON::ranking(const LocateSummary &summary) {
  constexpr uint32_t maxEntries = 10;
  auto write = [&](llvm::json::OStream &json) {
    json.attributeArray("ranked", [&] {
      for (const LineEvidence &line : summary.lines)
        if (line.score > 0 && line.entry <= maxEntries)
          json.object([&] {
            json.attribute("entry", line.entry);
            json.attribute(
                "file",
                llvm::json::fixUTF8(summary.table.displayPath(line.line.file)));
            json.attribute("line", line.line.number);
          });
    });
  };
  finish();
  pending = objectLine("ranking", clock(), write);
  finish();
}

void ProgressJSON::report(std::string newStage, std::string line, double now) {
  bool begins = newStage != stage;
  if (begins)
    finish();
  stage = std::move(newStage);
  pending = std::move(line);
  if (!begins && now < nextTime)
    return;
  finish();
  nextTime = now + secondsBetweenObjects;
}

void ProgressJSON::finish() {
  if (pending.empty())
    return;
  stream << pending << '\n';
  stream.flush();
  pending.clear();
}
