// Tests that lines which say the same become one entry of the ranking.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Locate/LineGroups.h"

#include <catch2/catch.hpp>

using namespace pinstripe;

static SourceLine at(uint32_t number) { return {FileId{}, number}; }

static LineEvidence lineAt(uint32_t number) {
  LineEvidence line;
  line.line = at(number);
  return line;
}

static LineEvidence switched(uint32_t number, Effect effect) {
  LineEvidence line = lineAt(number);
  line.switched = ChangeEvidence{effect, 1, EventIndex(0), true};
  return line;
}

static LineEvidence omitted(uint32_t number, Effect effect) {
  LineEvidence line = lineAt(number);
  line.omitted = ChangeEvidence{effect, 1, EventIndex(0), true};
  return line;
}

/// Returns the numbers of the lines of each entry. `deciding` has the
/// conditions that decide about a line.
static std::vector<std::vector<uint32_t>>
entriesOf(std::vector<LineEvidence> lines, const DecidingLines &deciding = {}) {
  for (LineEvidence &line : lines)
    if (auto found = deciding.find(line.line); found != deciding.end())
      line.deciders.assign(found->second.begin(), found->second.end());
  groupLines(lines);
  std::vector<std::vector<uint32_t>> entries;
  for (const LineEvidence &line : lines) {
    REQUIRE(line.entry >= entries.size());
    REQUIRE(line.entry <= entries.size() + 1);
    entries.resize(line.entry);
    entries.back().push_back(line.line.number);
  }
  return entries;
}

using Entries = std::vector<std::vector<uint32_t>>;
static constexpr Effect mended = Effect::ExpectedOutput;

TEST_CASE("a decision and what it decides about are one entry",
          "[driver][groups]") {
  DecidingLines deciding = {{at(2), {at(1)}}, {at(3), {at(1)}}};
  CHECK(entriesOf({switched(1, mended), omitted(5, mended), omitted(2, mended),
                   lineAt(3)},
                  deciding) == Entries{{1, 2, 3}, {5}});
  // The decision must be read first, even if it is not the best line, but not
  // if it is far less suspect.
  LineEvidence best = omitted(2, mended), decision = switched(1, mended);
  best.score = 0.5;
  decision.score = 0.3;
  CHECK(entriesOf({best, decision}, deciding) == Entries{{1, 2}});
  decision.score = 0.2;
  CHECK(entriesOf({best, decision}, deciding) == Entries{{2, 1}});
}

TEST_CASE("a line that says something else has its own entry",
          "[driver][groups]") {
  DecidingLines deciding = {{at(2), {at(1)}}, {at(3), {at(1)}}};
  CHECK(entriesOf({switched(1, mended), omitted(2, Effect::Partly)},
                  deciding) == Entries{{1}, {2}});
  // The condition was left out, not sent the other way.
  CHECK(entriesOf({omitted(1, mended), omitted(2, mended)}, deciding) ==
        Entries{{1}, {2}});
  LineEvidence elsewhere = omitted(2, mended);
  elsewhere.function = FunctionId(1);
  CHECK(entriesOf({switched(1, mended), elsewhere}, deciding) ==
        Entries{{1}, {2}});
}

TEST_CASE("lines without evidence join only decisions about few lines",
          "[driver][groups]") {
  DecidingLines deciding;
  for (uint32_t line : {2, 3, 4, 5, 6})
    deciding[at(line)] = {at(1)};
  CHECK(entriesOf({switched(1, mended), lineAt(2), omitted(3, mended),
                   lineAt(4), lineAt(5), lineAt(6)},
                  deciding) == Entries{{1, 3}, {2}, {4}, {5}, {6}});
}

TEST_CASE("an entry has six lines at most", "[driver][groups]") {
  DecidingLines deciding;
  std::vector<LineEvidence> lines = {switched(1, mended)};
  for (uint32_t line = 2; line != 9; ++line) {
    deciding[at(line)] = {at(1)};
    lines.push_back(omitted(line, mended));
  }
  CHECK(entriesOf(lines, deciding) == Entries{{1, 2, 3, 4, 5, 6}, {7}, {8}});
}

TEST_CASE("a decision and what set the values it uses are one entry",
          "[driver][groups]") {
  LineEvidence decision = switched(3, mended);
  decision.definers = {at(1), at(2)};
  CHECK(entriesOf({decision, lineAt(2), lineAt(5)}) == Entries{{3, 2}, {5}});
  CHECK(entriesOf({omitted(1, mended), decision}) == Entries{{1, 3}});
  CHECK(entriesOf({lineAt(1), decision}) == Entries{{1, 3}});
  // The line that set the value has another effect, or was only left out.
  CHECK(entriesOf({decision, omitted(2, Effect::Partly)}) == Entries{{3}, {2}});
  LineEvidence user = omitted(3, mended);
  user.definers = {at(1)};
  CHECK(entriesOf({user, lineAt(1)}) == Entries{{3}, {1}});
  // The value that the line used was replaced.
  user.replaced = user.omitted;
  CHECK(entriesOf({user, lineAt(1)}) == Entries{{3, 1}});
}
