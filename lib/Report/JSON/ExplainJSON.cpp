// Writes the result of `pinstripe explain` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EvidenceText.h"
#include "JSONWriter.h"
#include "StoryText.h"

using namespace pinstripe;

/// Writes the JSON document of another verb, such as `locate`, as an attribute.
/// Writes null if there is no such document.
template <typename Summary, typename Write>
static void writeDocumentOf(JSONWriter &json, llvm::StringRef name,
                            const std::optional<Summary> &found,
                            llvm::StringRef version, Write write) {
  if (!found)
    return json.attribute(name, nullptr);
  Summary summary = *found;
  summary.version = version.str();
  json.attributeBegin(name);
  json.rawValue([&](llvm::raw_ostream &stream) { write(summary, stream); });
  json.attributeEnd();
}

static void writeSmaller(JSONWriter &json, const ExplainSummary &summary) {
  const SmallerRun &smaller = summary.smaller;
  json.text("command", smaller.command);
  json.text("original_command", smaller.originalCommand);
  json.attribute("original_events", smaller.originalEvents);
  json.attribute("smaller", smaller.isSmaller);
  json.textOrNull("discarded", smaller.discarded);
  json.textOrNull("not_smaller", whyNotSmaller(summary));
  writeDocumentOf(json, "options", smaller.options, summary.version,
                  writeOptionsJSON);
  writeDocumentOf(json, "inputs", smaller.inputs, summary.version,
                  writeInputsJSON);
}

static llvm::StringRef nameOf(SliceReason::Kind kind) {
  switch (kind) {
  case SliceReason::Kind::Data:
    return "value";
  case SliceReason::Kind::Address:
    return "address";
  case SliceReason::Kind::Control:
    return "decision";
  case SliceReason::Kind::Potential:
    return "other-decision";
  }
  llvm_unreachable("not a kind");
}

static void writeLink(ResultWriter &json, const ExplainSummary &summary,
                      const CauseLink &link) {
  json.event(link.event);
  json.textOrNull("leads", link.leads ? nameOf(*link.leads) : "");
  json.textOrNull("values", valuesOf(summary, link.event));
}

static void writeOrigin(ResultWriter &json, const ExplainSummary &summary,
                        const CauseOrigin &origin) {
  json.event(origin.event);
  json.attribute("leads", nameOf(origin.leads));
  json.attribute("for", static_cast<int64_t>(origin.neededBy) + 1);
  json.textOrNull("values", valuesOf(summary, origin.event));
}

static llvm::StringRef nameOf(Remedy::Kind kind) {
  switch (kind) {
  case Remedy::Kind::Mutation:
    return "mutate";
  case Remedy::Kind::Switch:
    return "switch";
  case Remedy::Kind::Replacement:
    return "replace";
  case Remedy::Kind::Omission:
    return "omit";
  }
  llvm_unreachable("not a kind");
}

/// Writes an effect, how many changes of one kind were tried, and how many of
/// them had this effect.
static void writeEffect(ResultWriter &json, Effect effect, uint32_t trials,
                        uint32_t hits) {
  json.attribute("effect", kebab(nameOf(effect)));
  json.attribute("trials", trials);
  json.attribute("hits", hits);
}

/// Writes the effect of a change and the number of the event that was changed.
static void writeChange(ResultWriter &json, const ChangeEvidence &change) {
  writeEffect(json, change.effect, change.trials, change.hits);
  json.index(change.event);
}

/// Writes the effect of a mutation, and the changed line of source.
static void writeMutation(ResultWriter &json, const MutationEvidence &found) {
  const Mutation &mutation = found.best.mutation;
  writeEffect(json, found.best.effect, found.trials, found.hits);
  json.attribute("changed_line", mutation.changedLine);
  json.text("before", mutation.before);
  json.text("after", mutation.after);
  json.attribute("inserted", mutation.isInsertion);
}

static void writeRemedy(ResultWriter &json, const EvidenceText &words,
                        const LocateSummary &location, const Remedy &remedy) {
  const LineEvidence &line = location.lines[remedy.line];
  json.text("file", json.table.displayPath(line.line.file));
  json.attribute("line", line.line.number);
  json.attribute("kind", nameOf(remedy.kind));
  json.text("text", words.ofRemedy(line, remedy.kind));
  switch (remedy.kind) {
  case Remedy::Kind::Mutation:
    return writeMutation(json, *line.mutated);
  case Remedy::Kind::Switch:
    return writeChange(json, *line.switched);
  case Remedy::Kind::Replacement:
    return writeChange(json, *line.replaced);
  case Remedy::Kind::Omission:
    return writeChange(json, *line.omitted);
  }
}

/// Writes the first event of the chain that leads to the failure: an instance
/// of the most suspect line.
static void writeCause(ResultWriter &json, const ExplainSummary &summary) {
  json.attribute(
      "cause", summary.cause
                   ? llvm::json::Value(static_cast<int64_t>(*summary.cause) + 1)
                   : llvm::json::Value(nullptr));
}

static void writeParts(JSONWriter &json, const ExplainSummary &summary) {
  static constexpr std::array<llvm::StringLiteral, explainParts> names = {
      "options", "inputs", "location", "trace_flow", "guarded_flow", "chain"};
  for (size_t i = 0; i != explainParts; ++i)
    json.attributeObject(names[i], [&] {
      json.decimal("seconds", summary.parts[i].seconds);
      json.textOrNull("no_result", summary.parts[i].omitted);
    });
}

void pinstripe::writeExplanationJSON(const ExplainSummary &summary,
                                     uint64_t maxEvents,
                                     llvm::raw_ostream &stream) {
  auto reduction = [&](const ReductionSummary &reduced, llvm::raw_ostream &to) {
    writeReductionJSON(reduced, maxEvents, to);
  };
  writeDocument(summary, stream, [&](ResultWriter &json) {
    json.attributeObject("run", [&] { writeSmaller(json, summary); });
    writeDocumentOf(json, "location", summary.location, summary.version,
                    writeLocationJSON);
    writeDocumentOf(json, "original_location", summary.inStated,
                    summary.version, writeLocationJSON);
    json.textOrNull("in_original", describeInStated(summary));
    writeCause(json, summary);
    json.objects("origins", summary.origins, [&](const CauseOrigin &origin) {
      writeOrigin(json, summary, origin);
    });
    json.objects("chain", summary.chain, [&](const CauseLink &link) {
      writeLink(json, summary, link);
    });
    json.objects("remedies", summary.remedies, [&](const Remedy &remedy) {
      writeRemedy(json, EvidenceText(*summary.location, json.instances),
                  *summary.location, remedy);
    });
    std::vector<std::string> open = summary.open;
    open.push_back(lastDoubt(summary));
    json.texts("open", open);
    json.textOrNull("sizes", describeSlices(summary));
    json.valueOrNull("sliced_events", summary.slicedEvents);
    writeDocumentOf(json, "in_trace_flow", summary.inTraceFlow, summary.version,
                    reduction);
    writeDocumentOf(json, "in_guarded_flow", summary.inGuardedFlow,
                    summary.version, reduction);
    json.attributeObject("parts", [&] { writeParts(json, summary); });
    json.attribute("interrupted", summary.interrupted);
    json.attributeObject(
        "time", [&] { json.decimal("total_s", summary.totalSeconds); });
  });
}
