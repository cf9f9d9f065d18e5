// A set of ids of one type, with one bit for each id that may be a member.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_INDEXSET_H
#define PINSTRIPE_SUPPORT_INDEXSET_H

#include "llvm/ADT/BitVector.h"

namespace pinstripe {

/// A set of ids between 0 and a fixed universe, such as the events of a trace.
/// `Id` is an enum class over an unsigned index, so that sets of different
/// things can't be mixed. A thin layer over llvm::BitVector with the same
/// costs: constant time for a single id, otherwise time in proportion to the
/// number of words.
///
/// A set that was created without a universe is *unset*: optional results, such
/// as the events that the user asked to keep, are unset where there is nothing
/// to say. An unset set has no members, but contains() needs a universe.
template <typename Id> class IndexSet {
public:
  using IdType = Id;

  class Iterator {
  public:
    using iterator_category = std::forward_iterator_tag;
    using difference_type = std::ptrdiff_t;
    using value_type = Id;
    using pointer = const Id *;
    using reference = Id;

    explicit Iterator(llvm::BitVector::const_set_bits_iterator position)
        : position(position) {}
    Id operator*() const { return static_cast<Id>(*position); }
    Iterator &operator++() {
      ++position;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++position;
      return before;
    }
    bool operator==(const Iterator &other) const {
      return position == other.position;
    }

  private:
    llvm::BitVector::const_set_bits_iterator position;
  };

  IndexSet() = default;
  /// Creates a set without members, or with all ids of its universe as members.
  explicit IndexSet(size_t universe, bool isFull = false)
      : bits(static_cast<unsigned>(universe), isFull) {}

  bool isUnset() const { return bits.empty(); }
  /// Returns the size of the universe: the ids from 0 to universe() - 1 may be
  /// members.
  size_t universe() const { return bits.size(); }
  /// Returns the number of members of the set.
  size_t count() const { return bits.count(); }
  bool none() const { return bits.none(); }
  bool any() const { return bits.any(); }
  bool isFull() const { return bits.all(); }

  bool contains(Id id) const { return bits[static_cast<unsigned>(id)]; }
  void insert(Id id) { bits.set(static_cast<unsigned>(id)); }
  void erase(Id id) { bits.reset(static_cast<unsigned>(id)); }
  void assign(Id id, bool isMember) {
    bits[static_cast<unsigned>(id)] = isMember;
  }
  /// Inserts all ids from `first` to the one before `end`.
  void insertRange(Id first, Id end) {
    bits.set(static_cast<unsigned>(first), static_cast<unsigned>(end));
  }

  /// Erases all ids from `first` to the one before `end`.
  void eraseRange(Id first, Id end) {
    bits.reset(static_cast<unsigned>(first), static_cast<unsigned>(end));
  }
  /// Turns the set into its complement.
  IndexSet &flip() {
    bits.flip();
    return *this;
  }

  bool isSubsetOf(const IndexSet &other) const {
    return !bits.test(other.bits);
  }
  /// Union.
  IndexSet &operator|=(const IndexSet &other) {
    bits |= other.bits;
    return *this;
  }
  /// Intersection.
  IndexSet &operator&=(const IndexSet &other) {
    bits &= other.bits;
    return *this;
  }
  /// Difference.
  IndexSet &operator-=(const IndexSet &other) {
    bits.reset(other.bits);
    return *this;
  }
  /// Changes this set to the ids that are in exactly one of the two sets.
  IndexSet &operator^=(const IndexSet &other) {
    bits ^= other.bits;
    return *this;
  }
  bool operator==(const IndexSet &) const = default;

  /// Iterates over the members in ascending order.
  Iterator begin() const { return Iterator(bits.set_bits_begin()); }
  Iterator end() const { return Iterator(bits.set_bits_end()); }
  /// Calls `visit(size_t first, size_t end)` for each group of consecutive
  /// members, which are the ids from `first` to the one before `end`.
  template <typename Visit> void forEachRun(Visit visit) const {
    for (int first = bits.find_first(); first >= 0;) {
      int unset = bits.find_next_unset(static_cast<unsigned>(first));
      size_t end = unset < 0 ? universe() : static_cast<size_t>(unset);
      visit(static_cast<size_t>(first), end);
      first = unset < 0 ? -1 : bits.find_next(static_cast<unsigned>(unset));
    }
  }

  /// Returns the words of the set, for code that passes over many events: id
  /// `i` is bit `i % 64` of word `i / 64`. Unused bits of the last word are 0.
  llvm::ArrayRef<uintptr_t> words() const { return bits.getData(); }
  /// Inserts ids given as words: id `i` is bit `i % 32` of word `i / 32`.
  void insertWords(llvm::ArrayRef<uint32_t> words) {
    bits.setBitsInMask(words.data(), static_cast<unsigned>(words.size()));
  }
  const llvm::BitVector &bitVector() const { return bits; }

private:
  llvm::BitVector bits;
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_INDEXSET_H
