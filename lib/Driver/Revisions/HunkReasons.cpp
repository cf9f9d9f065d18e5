// Tells, for each hunk of a result, how the program ends without or with the
// hunk.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HunkReasons.h"
#include "KeptHunks.h"
#include <map>

using namespace pinstripe;

static std::vector<std::vector<Element>> partsIn(const ResultHunks &hunks,
                                                 Grain grain) {
  return partsOf(hunks.difference, hunks.bounds.between(), grain);
}

std::vector<KeptHunk> pinstripe::describeHunks(const ResultHunks &hunks) {
  std::vector<KeptHunk> kept;
  for (const std::vector<Element> &hunk : partsIn(hunks, Grain::Hunks))
    kept.push_back(describeHunk(hunks.difference, hunk));
  return kept;
}

/// Returns the state whose test tells whether a part of the changes is needed.
/// If the search leaves parts out, this is the failing state without the part.
/// If the search adds parts, this is the passing state with the part.
static llvm::Expected<StateId> stateFor(const ResultHunks &hunks,
                                        llvm::ArrayRef<Element> part) {
  return mixedState(hunks.store, hunks.difference,
                    hunks.bounds.beside(part, hunks.isMaximised));
}

llvm::Error pinstripe::testReasons(const ResultHunks &hunks, StateTests &tests,
                                   std::vector<KeptHunk> &kept) {
  std::vector<StateId> states;
  for (const std::vector<Element> &hunk : partsIn(hunks, Grain::Hunks)) {
    llvm::Expected<StateId> state = stateFor(hunks, hunk);
    if (!state)
      return state.takeError();
    states.push_back(*state);
  }
  tests.expect(states);
  for (size_t i = 0; i < states.size(); ++i) {
    llvm::Expected<std::optional<TestedRun>> tested =
        tests.test(states[i], /*needsDetails=*/true);
    if (!tested)
      return tested.takeError();
    if (!*tested)
      break;
    kept[i].reason = {grainName(Grain::Hunks).str(), (*tested)->outcome,
                      (*tested)->cause, (*tested)->ending};
  }
  tests.expect({});
  return llvm::Error::success();
}

llvm::Error pinstripe::recallReasons(const ResultHunks &hunks,
                                     const StateTests &tests,
                                     std::vector<KeptHunk> &kept) {
  // Known tests are looked up only if there are at most this many parts of one
  // size. It takes some milliseconds to look up one part.
  constexpr size_t mostParts = 1000;
  std::vector<std::vector<Element>> all = partsIn(hunks, Grain::Hunks);
  Outcome same = hunks.isMaximised ? Outcome::Pass : Outcome::Fail;
  size_t changes = hunks.bounds.between().count();
  std::map<Element, size_t> hunkOf;
  for (size_t i = 0; i < all.size(); ++i)
    for (Element change : all[i])
      hunkOf[change] = i;
  for (Grain grain :
       {Grain::Hunks, Grain::Functions, Grain::Files, Grain::Commits}) {
    std::vector<std::vector<Element>> parts = partsIn(hunks, grain);
    if (parts.size() > mostParts)
      continue;
    for (const std::vector<Element> &part : parts) {
      // A part that has all changes of the result is ignored if it has several
      // hunks. The failing state without this part is the passing state, whose
      // outcome says nothing about a single hunk.
      if (part.size() == changes && grain != Grain::Hunks)
        continue;
      llvm::Expected<StateId> state = stateFor(hunks, part);
      if (!state)
        return state.takeError();
      std::optional<TestedRun> tested = tests.known(*state);
      if (!tested || tested->outcome == same)
        continue;
      for (Element change : part) {
        HunkReason &reason = kept[hunkOf[change]].reason;
        if (!reason.outcome)
          reason = {grainName(grain).str(), tested->outcome, tested->cause,
                    tested->ending};
      }
    }
  }
  return llvm::Error::success();
}
