// Chooses the results that `pinstripe explain` shows to the user.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/Story.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

/// The last place in the ranking of suspect lines for which remedies (changes
/// that mend the run) are listed. Changes of later lines rarely show what the
/// programmer meant.
static constexpr uint32_t maxPlaces = 5;
/// The largest number of remedies that an explanation lists.
static constexpr size_t maxRemedies = 4;
/// A line is reported as nearly as suspect as the first line of the ranking if
/// its score is at least this share of the first line's score.
static constexpr double nearShare = 0.5;

const LineEvidence *pinstripe::suspectOf(const LocateSummary &location) {
  if (location.lines.empty() || location.lines.front().score <= 0)
    return nullptr;
  return &location.lines.front();
}

/// Returns true if a change with this effect makes the output right at least up
/// to the first wrong line, or prevents the crash.
static bool mends(Effect effect) { return effect <= Effect::Partly; }

std::optional<EventIndex> pinstripe::shownInstance(const LineEvidence &line) {
  const ChangeEvidence *best = nullptr;
  for (const auto *change : {&line.switched, &line.replaced, &line.omitted})
    if (*change && (*change)->effect <= Effect::Prefix &&
        (!best || (*change)->effect < best->effect))
      best = &**change;
  if (best)
    return best->event;
  if (line.crashed)
    return line.crashed->event;
  return std::nullopt;
}

/// Returns the effect of the line's best change of the kind `kind`, such as a
/// switched decision. Returns nullopt if the line has no such change.
static std::optional<Effect> effectOf(const LineEvidence &line,
                                      Remedy::Kind kind) {
  auto of = [](const std::optional<ChangeEvidence> &change) {
    return change ? std::optional(change->effect) : std::nullopt;
  };
  switch (kind) {
  case Remedy::Kind::Mutation:
    return line.mutated ? std::optional(line.mutated->best.effect)
                        : std::nullopt;
  case Remedy::Kind::Switch:
    return of(line.switched);
  case Remedy::Kind::Replacement:
    return of(line.replaced);
  case Remedy::Kind::Omission:
    return of(line.omitted);
  }
  llvm_unreachable("not a kind");
}

std::vector<Remedy> pinstripe::remediesIn(const LocateSummary &location) {
  std::vector<Remedy> remedies;
  for (size_t i = 0; i != location.lines.size(); ++i) {
    const LineEvidence &line = location.lines[i];
    if (line.score <= 0 || line.entry > maxPlaces)
      break;
    std::optional<std::pair<Effect, Remedy>> best;
    for (auto kind : {Remedy::Kind::Mutation, Remedy::Kind::Switch,
                      Remedy::Kind::Replacement, Remedy::Kind::Omission}) {
      std::optional<Effect> effect = effectOf(line, kind);
      if (effect && mends(*effect) && (!best || *effect < best->first))
        best = {*effect, {i, kind}};
    }
    if (best && remedies.size() != maxRemedies)
      remedies.push_back(best->second);
  }
  return remedies;
}

/// Returns a sentence about the lines that are nearly as suspect as the first
/// line of the ranking; empty if there are none.
static std::string nearPlaces(const LocateSummary &location) {
  std::vector<std::string> places;
  uint32_t last = 1;
  for (const LineEvidence &line : location.lines) {
    if (line.score < nearShare * location.lines.front().score)
      break;
    if (line.entry == last)
      continue;
    last = line.entry;
    places.push_back(location.table.displayPath(line.line.file) + ":" +
                     std::to_string(line.line.number));
  }
  constexpr size_t maxNamed = 3;
  if (places.empty())
    return "";
  if (places.size() == 1)
    return places.front() + " is nearly as suspect";
  size_t named = std::min(places.size() - 1, maxNamed);
  std::string end = places.size() == named + 1
                        ? places.back()
                        : counted(places.size() - named, "more place");
  return llvm::join(llvm::ArrayRef(places).take_front(named), ", ") + " and " +
         end + " are nearly as suspect";
}

/// Returns the names of those steps of the search for suspect lines that ended
/// early.
static std::string incompleteSteps(const LocateSummary &location) {
  struct Named {
    const SearchStep &step;
    const char *name;
  };
  std::vector<std::string> names;
  for (const Named &each : {Named{location.switching, "decisions"},
                            Named{location.omission, "omissions"},
                            Named{location.mutation, "mutations"},
                            Named{location.replacement, "replaced values"}}) {
    bool wasMade = each.step.tests != 0 || each.step.seconds != 0;
    if (wasMade && !each.step.isComplete && each.step.omitted.empty())
      names.push_back(each.name);
  }
  return llvm::join(names, ", ");
}

/// Returns a sentence about what is not proved for the result of a reduction;
/// empty if all is proved.
static std::string doubtAbout(const std::optional<ReductionSummary> &reduced,
                              llvm::StringRef flow) {
  if (!reduced)
    return "";
  if (reduced->isFlaky())
    return "what remains in " + flow.str() +
           " flow does not make the output each time: the program does not do "
           "the same each time";
  if (!reduced->isOneMinimal())
    return "the reduction in " + flow.str() +
           " flow was ended early; some of what it has left may not be needed";
  return "";
}

std::vector<std::string>
pinstripe::openQuestions(const ExplainSummary &summary) {
  std::vector<std::string> open;
  auto add = [&](std::string sentence) {
    if (!sentence.empty())
      open.push_back(std::move(sentence));
  };
  if (const auto &location = summary.location) {
    const LineEvidence *suspect = suspectOf(*location);
    if (!suspect)
      add("no line stands out; more runs say more: --passing, --failing, "
          "--reference");
    else if (summary.remedies.empty())
      add("no change that was tried makes the output right, so the place is "
          "suspected only by what depends on it");
    if (suspect)
      add(nearPlaces(*location));
    if (suspect && !location->reference &&
        location->passingRuns + location->failingRuns == 0)
      add("whether changes that mend this run mend others: no other runs were "
          "compared; --passing, --failing or --reference give some");
    if (std::string steps = incompleteSteps(*location); !steps.empty())
      add("not all " + steps +
          " were tried in the time; --max-time gives more");
    if (const std::string &reason = location->mutation.omitted; !reason.empty())
      add("no statements were written otherwise: " + reason);
    if (suspect && summary.slicedEvents && summary.chain.empty())
      add("no dependences lead from the suspect line to " +
          std::string(location->isAboutCrash ? "the crash" : "the wrong line") +
          ": it matters by what it did not do");
  }
  if (!summary.withoutStated.empty())
    add("the suspect lines come from the smaller run alone; the run as it was "
        "given shows nothing: " +
        llvm::StringRef(summary.withoutStated).split('\n').first.str());
  add(doubtAbout(summary.inTraceFlow, "trace"));
  add(doubtAbout(summary.inGuardedFlow, "guarded"));
  struct Named {
    ExplainPart part;
    const char *missing;
  };
  for (const Named &each :
       {Named{ExplainPart::Location, "there are no suspect lines: "},
        Named{ExplainPart::TraceFlow, "there is no critical slice in trace "
                                      "flow: "},
        Named{ExplainPart::GuardedFlow, "there is no critical slice in guarded "
                                        "flow: "},
        Named{ExplainPart::Chain, "there is no chain of dependences: "}})
    if (const PartReport &part = summary.part(each.part); !part.omitted.empty())
      add(each.missing + part.omitted);
  return open;
}
