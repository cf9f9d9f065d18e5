// Defines configurations: the sets of elements that take part in a test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Reduction/Configuration.h"

#include "llvm/Support/xxhash.h"

using namespace pinstripe;

Configuration Configuration::full(size_t universe) {
  return Configuration(llvm::BitVector(universe, true));
}

Configuration Configuration::empty(size_t universe) {
  return Configuration(llvm::BitVector(universe, false));
}

Configuration Configuration::of(size_t universe,
                                llvm::ArrayRef<Element> members) {
  return empty(universe).with(members);
}

bool Configuration::contains(const Configuration &subset) const {
  assert(universe() == subset.universe() && "different universes");
  // In LLVM's BitVector, a.test(b) is true if a has an element that b does not
  // have: a is not a subset of b.
  return !subset.bits.test(bits);
}

Configuration Configuration::without(llvm::ArrayRef<Element> elements) const {
  Configuration result = *this;
  for (Element element : elements)
    result.erase(element);
  return result;
}

Configuration Configuration::with(llvm::ArrayRef<Element> elements) const {
  Configuration result = *this;
  for (Element element : elements)
    result.insert(element);
  return result;
}

Configuration Configuration::without(const Configuration &other) const {
  assert(universe() == other.universe() && "different universes");
  Configuration result = *this;
  result.bits.reset(other.bits);
  return result;
}

Configuration Configuration::complementOf(const Configuration &subset) const {
  assert(contains(subset) && "not a subset of this configuration");
  return without(subset);
}

ConfigurationDigest pinstripe::digestOf(const llvm::BitVector &set) {
  // The hash covers whole words. BitVector guarantees that the unused bits of
  // the last word are 0.
  auto words = set.getData();
  llvm::XXH128_hash_t hash = llvm::xxh3_128bits(
      llvm::ArrayRef(reinterpret_cast<const uint8_t *>(words.data()),
                     words.size() * sizeof(words[0])));
  return {hash.low64, hash.high64};
}
