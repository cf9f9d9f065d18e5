// Defines configurations: the sets of elements that take part in a test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_CONFIGURATION_H
#define PINSTRIPE_REDUCTION_CONFIGURATION_H

#include "pinstripe/Reduction/Element.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

namespace pinstripe {

/// A 128-bit hash of a configuration, for quick comparisons. A configuration is
/// a set of elements. In practice, no two configurations of the same universe
/// have the same hash.
struct ConfigurationDigest {
  uint64_t low = 0;
  uint64_t high = 0;
  bool operator==(const ConfigurationDigest &) const = default;
};

/// Makes it possible to use a ConfigurationDigest as the key of a hash table.
struct DigestHash {
  size_t operator()(const ConfigurationDigest &digest) const {
    return digest.low;
  }
};

/// Returns a 128-bit hash of the members of the set. OutcomeCache.h states the
/// probability of a collision.
ConfigurationDigest digestOf(const llvm::BitVector &set);

/// A set of elements out of the fixed universe 0 .. n-1, with one bit for each.
/// Operations on two configurations need configurations of the same universe.
class Configuration {
public:
  static Configuration full(size_t universe);
  static Configuration empty(size_t universe);
  static Configuration of(size_t universe, llvm::ArrayRef<Element> members);

  size_t universe() const { return bits.size(); }
  size_t count() const { return bits.count(); }
  bool isEmpty() const { return bits.none(); }
  bool contains(Element element) const {
    return bits.test(static_cast<unsigned>(element));
  }
  bool contains(const Configuration &subset) const;

  void insert(Element element) { bits.set(static_cast<unsigned>(element)); }
  void erase(Element element) { bits.reset(static_cast<unsigned>(element)); }

  Configuration without(llvm::ArrayRef<Element> elements) const;
  Configuration with(llvm::ArrayRef<Element> elements) const;
  /// Returns the elements of this set that are not in `other`. `other` need not
  /// be a subset of this set.
  Configuration without(const Configuration &other) const;
  /// Returns the elements of this set that are not in `subset`, which must be a
  /// subset of this set. Papers on delta debugging call the result the
  /// complement, c - c_i.
  Configuration complementOf(const Configuration &subset) const;

  /// Returns the elements of the configuration in ascending order.
  auto members() const {
    return llvm::map_range(bits.set_bits(), [](unsigned index) {
      return static_cast<Element>(index);
    });
  }

  /// Calls `visit` for each run of consecutive members with indices from
  /// `begin` to `end` - 1. The arguments are the index of the run's first
  /// member and the index after its last member. This is faster than a visit of
  /// each member.
  template <typename Visit>
  void forEachRun(size_t begin, size_t end, Visit visit) const {
    while (begin < end) {
      int first = bits.find_first_in(begin, end);
      if (first < 0)
        return;
      int after = bits.find_first_unset_in(static_cast<unsigned>(first), end);
      size_t stop = after < 0 ? end : static_cast<size_t>(after);
      visit(static_cast<size_t>(first), stop);
      begin = stop;
    }
  }

  bool operator==(const Configuration &other) const = default;
  ConfigurationDigest digest() const { return digestOf(bits); }

private:
  explicit Configuration(llvm::BitVector bits) : bits(std::move(bits)) {}
  llvm::BitVector bits;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_CONFIGURATION_H
