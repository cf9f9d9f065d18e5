// Remembers the outcomes of configurations, so that none is tested twice.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OutcomeCache.h"

using namespace pinstripe;

std::optional<Outcome>
OutcomeCache::lookup(const Configuration &configuration) const {
  auto outcomes = byCount.find(configuration.count());
  if (outcomes == byCount.end())
    return std::nullopt;
  auto found = outcomes->second.find(configuration.digest());
  if (found == outcomes->second.end())
    return std::nullopt;
  return found->second;
}

void OutcomeCache::insert(const Configuration &configuration, Outcome outcome) {
  byCount[configuration.count()].insert_or_assign(configuration.digest(),
                                                  outcome);
}

void OutcomeCache::evictLargerThan(size_t count) {
  byCount.erase(byCount.upper_bound(count), byCount.end());
}

size_t OutcomeCache::size() const {
  size_t size = 0;
  for (const auto &[count, outcomes] : byCount)
    size += outcomes.size();
  return size;
}
