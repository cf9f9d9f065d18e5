//===- Checkpoints.cpp - Runs that start in the middle --------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checkpoints.h"
#include "DuplicableState.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

using namespace pinstripe;

/// Shorter runs are not worth a fork of a process that has run for a while.
static constexpr double shortestRun = 0.002;
static constexpr double smallestGain = 0.001;
static constexpr size_t blockBits = 4096;
static constexpr size_t bitsPerWord = 64;
static_assert(sizeof(uintptr_t) * 8 == bitsPerWord);

/// The first event that is in one set only; their size if there is none.
static size_t firstDifference(const EventSet &a, const EventSet &b) {
  llvm::ArrayRef<uintptr_t> x = a.getData(), y = b.getData();
  auto [left, right] = std::mismatch(x.begin(), x.end(), y.begin());
  if (left == x.end())
    return a.size();
  size_t word = static_cast<size_t>(left - x.begin());
  return word * bitsPerWord +
         static_cast<size_t>(llvm::countr_zero(*left ^ *right));
}

void Checkpoints::focus(const EventSet &configuration) {
  // EventSet::test: whether there is something that the other one has not.
  bool isSubset =
      configuration.size() == base.size() && !configuration.test(base);
  size_t same = isSubset ? firstDifference(configuration, base) : 0;
  dropFrom(same + 1);
  base = configuration;
  ranks.clear();
  count = 0;
  llvm::ArrayRef<uintptr_t> words = base.getData();
  for (size_t i = 0; i < words.size(); ++i) {
    if (i % (blockBits / bitsPerWord) == 0)
      ranks.push_back(count);
    count += static_cast<size_t>(llvm::popcount(words[i]));
  }
  for (Checkpoint &each : checkpoints)
    each.before = rankOf(each.event);
  wanted = {};
}

size_t Checkpoints::rankOf(size_t event) const {
  size_t block = event / blockBits;
  if (block >= ranks.size())
    return count;
  size_t rank = ranks[block];
  llvm::ArrayRef<uintptr_t> words = base.getData();
  size_t word = block * (blockBits / bitsPerWord);
  for (; word < event / bitsPerWord; ++word)
    rank += static_cast<size_t>(llvm::popcount(words[word]));
  uintptr_t before = (uintptr_t(1) << event % bitsPerWord) - 1;
  if (word < words.size())
    rank += static_cast<size_t>(llvm::popcount(words[word] & before));
  return rank;
}

size_t Checkpoints::eventOfRank(size_t rank) const {
  auto block = llvm::upper_bound(ranks, rank) - ranks.begin() - 1;
  size_t event = static_cast<size_t>(block) * blockBits;
  for (size_t left = rank - ranks[static_cast<size_t>(block)];; ++event)
    if (base.test(static_cast<unsigned>(event)) && left-- == 0)
      return event;
}

void Checkpoints::learn(double seconds, uint64_t events) {
  // Of shorter runs mostly the start is measured.
  if (events * 4 > count && events > 0)
    secondsPerEvent = seconds / static_cast<double>(events);
}

llvm::Expected<uint32_t> Checkpoints::startOf(const LaunchSpec &spec,
                                              const EventSet &included) {
  double whole = secondsPerEvent * static_cast<double>(count);
  if (whole < shortestRun || included.size() != base.size() ||
      included.test(base))
    return 0;
  size_t same = firstDifference(included, base);
  size_t before = rankOf(same);
  auto best = [&] {
    Checkpoint found;
    for (const Checkpoint &each : checkpoints)
      if (each.event <= same)
        found = each;
    return found;
  };
  Checkpoint found = best();
  double gain = secondsPerEvent * static_cast<double>(before - found.before);
  size_t part = before * parts / count;
  if (part == 0 || gain < std::max(smallestGain, whole / parts))
    return found.slot;
  // Once is chance.
  if (part == parts)
    part = parts - 1;
  if (++wanted[part] < 2)
    return found.slot;
  wanted[part] = 0;
  size_t event = eventOfRank(count * part / parts);
  if (event <= found.event || event >= limit)
    return found.slot;
  llvm::Expected<bool> made = make(spec, event);
  if (!made)
    return made.takeError();
  return best().slot;
}

llvm::Expected<bool> Checkpoints::make(const LaunchSpec &spec, size_t event) {
  uint32_t slot = freeSlot();
  session.plan().fillPrefix(event, session.prefix());
  session.include(base);
  DuplicableState state(spec, outputs, slot);
  llvm::Expected<pid_t> process = session.server().makeCheckpoint(slot, spec);
  if (!process)
    return process.takeError();
  if (*process == 0 || !state.isAllOf(*process)) {
    if (*process != 0)
      session.server().dropCheckpoint(slot);
    limit = event;
    return false;
  }
  checkpoints.push_back({event, rankOf(event), slot});
  llvm::sort(checkpoints, [](const Checkpoint &a, const Checkpoint &b) {
    return a.event < b.event;
  });
  return true;
}

/// Takes one away if there is none left: the first, which saves least.
uint32_t Checkpoints::freeSlot() {
  if (checkpoints.size() == parts) {
    session.server().dropCheckpoint(checkpoints.front().slot);
    checkpoints.erase(checkpoints.begin());
  }
  uint32_t slot = 1;
  while (llvm::any_of(
      checkpoints, [&](const Checkpoint &each) { return each.slot == slot; }))
    ++slot;
  return slot;
}

void Checkpoints::dropFrom(size_t event) {
  while (!checkpoints.empty() && checkpoints.back().event >= event) {
    session.server().dropCheckpoint(checkpoints.back().slot);
    checkpoints.pop_back();
  }
}

void Checkpoints::giveUp() {
  dropFrom(0);
  limit = 0;
}
