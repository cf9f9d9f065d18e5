// Starts runs at checkpoints: processes stopped in the middle of earlier runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Sessions/PlanCheckpoints.h"
#include "Sessions/PlanSession.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

using namespace pinstripe;

/// Checkpoints are made only if runs take at least this long. A checkpoint is a
/// stopped process from which several runs are forked. In shorter runs, the
/// fork costs more time than it saves.
static constexpr double minRunSeconds = 0.002;
static constexpr double minGainSeconds = 0.001;
static constexpr size_t blockBits = 4096;
static constexpr size_t bitsPerWord = 64;
static_assert(sizeof(uintptr_t) * 8 == bitsPerWord);

void PlanCheckpoints::focus(const EventSet &configuration) {
  bool isSubset = configuration.universe() == base.universe() &&
                  configuration.isSubsetOf(base);
  size_t same = isSubset ? configuration.firstDifference(base) : 0;
  dropFrom(same + 1);
  base = configuration;
  ranks.clear();
  count = 0;
  llvm::ArrayRef<uintptr_t> words = base.words();
  for (size_t i = 0; i < words.size(); ++i) {
    if (i % (blockBits / bitsPerWord) == 0)
      ranks.push_back(count);
    count += static_cast<size_t>(llvm::popcount(words[i]));
  }
  for (Checkpoint &each : checkpoints)
    each.before = rankOf(each.event);
  requests = {};
}

size_t PlanCheckpoints::rankOf(size_t event) const {
  size_t block = event / blockBits;
  if (block >= ranks.size())
    return count;
  size_t rank = ranks[block];
  llvm::ArrayRef<uintptr_t> words = base.words();
  size_t word = block * (blockBits / bitsPerWord);
  for (; word < event / bitsPerWord; ++word)
    rank += static_cast<size_t>(llvm::popcount(words[word]));
  uintptr_t before = (uintptr_t(1) << event % bitsPerWord) - 1;
  if (word < words.size())
    rank += static_cast<size_t>(llvm::popcount(words[word] & before));
  return rank;
}

size_t PlanCheckpoints::eventOfRank(size_t rank) const {
  auto block = llvm::upper_bound(ranks, rank) - ranks.begin() - 1;
  size_t event = static_cast<size_t>(block) * blockBits;
  for (size_t left = rank - ranks[static_cast<size_t>(block)];; ++event)
    if (base.contains(EventIndex(event)) && left-- == 0)
      return event;
}

llvm::Expected<uint32_t> PlanCheckpoints::startOf(const LaunchSpec &spec,
                                                  const EventSet &included) {
  double whole = session.secondsFor(count);
  if (whole < minRunSeconds || included.universe() != base.universe() ||
      !included.isSubsetOf(base))
    return 0;
  size_t same = included.firstDifference(base);
  size_t before = rankOf(same);
  auto best = [&] {
    Checkpoint found;
    for (const Checkpoint &each : checkpoints)
      if (each.event <= same)
        found = each;
    return found;
  };
  Checkpoint found = best();
  double gain = session.secondsFor(before - found.before);
  size_t part = before * parts / count;
  if (part == 0 || gain < std::max(minGainSeconds, whole / parts))
    return found.slot;
  if (part == parts)
    part = parts - 1;
  // The first run that could start at a checkpoint (a stopped process from
  // which runs are forked) does not cause one to be made, since there may be no
  // further such run. The second one does.
  if (++requests[part] < 2)
    return found.slot;
  requests[part] = 0;
  size_t event = eventOfRank(count * part / parts);
  if (event <= found.event || session.isLate(event))
    return found.slot;
  if (llvm::Error error = makeBefore(event, spec))
    return error;
  return best().slot;
}

llvm::Error PlanCheckpoints::makeBefore(size_t event, const LaunchSpec &spec) {
  uint32_t slot = freeSlot();
  session.plan()->fillPrefix(event, session.prefix());
  session.include(base);
  llvm::Expected<bool> isMade = session.makeCheckpoint(spec, slot, event);
  if (!isMade)
    return isMade.takeError();
  if (*isMade)
    checkpoints.push_back({event, rankOf(event), slot});
  std::ranges::sort(checkpoints, {}, &Checkpoint::event);
  return llvm::Error::success();
}

/// Returns a number for a new checkpoint. If all numbers are in use, first
/// drops the checkpoint that comes earliest in the run, since it saves the
/// least time.
uint32_t PlanCheckpoints::freeSlot() {
  if (checkpoints.size() == parts) {
    session.server().dropCheckpoint(checkpoints.front().slot);
    checkpoints.erase(checkpoints.begin());
  }
  uint32_t slot = 1;
  while (std::ranges::count(checkpoints, slot, &Checkpoint::slot) != 0)
    ++slot;
  return slot;
}

void PlanCheckpoints::dropFrom(size_t event) {
  while (!checkpoints.empty() && checkpoints.back().event >= event) {
    session.server().dropCheckpoint(checkpoints.back().slot);
    checkpoints.pop_back();
  }
}
