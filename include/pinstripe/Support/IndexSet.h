// Defines a set of ids of one type, with one bit for each possible member.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_INDEXSET_H
#define PINSTRIPE_SUPPORT_INDEXSET_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

namespace pinstripe {

/// A set of ids, such as the events of a trace. Its *universe* is the number of
/// ids that may be members: 0 to universe() - 1. The universe never changes.
/// `Id` is an enum class over an unsigned index, so that sets of different
/// things can't be mixed. An operation on a single id takes constant time.
/// Other operations take time in proportion to the number of words, as in
/// llvm::BitVector.
///
/// A set that was created without a universe is *unset*, which means "no
/// answer". For example, the set of events that the user asked to keep is unset
/// if the user asked for none. An unset set has no members. contains() must not
/// be called for it.
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
  /// Creates an empty set, or the set of all ids of the universe if `isFull` is
  /// true.
  explicit IndexSet(size_t universe, bool isFull = false)
      : bits(static_cast<unsigned>(universe), isFull) {}

  bool isUnset() const { return bits.empty(); }
  /// Returns the size of the universe. The ids from 0 to universe() - 1 may be
  /// members.
  size_t universe() const { return bits.size(); }
  /// Returns the number of members of this set.
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
  /// Inserts the ids from `first` to `end` - 1.
  void insertRange(Id first, Id end) {
    bits.set(static_cast<unsigned>(first), static_cast<unsigned>(end));
  }

  /// Erases the ids from `first` to `end` - 1.
  void eraseRange(Id first, Id end) {
    bits.reset(static_cast<unsigned>(first), static_cast<unsigned>(end));
  }
  /// Turns the set into its complement. All ids of the universe that were not
  /// members become members, and all members are removed.
  IndexSet &flip() {
    bits.flip();
    return *this;
  }

  bool isSubsetOf(const IndexSet &other) const {
    return !bits.test(other.bits);
  }
  /// Adds all members of `other` to this set (union).
  IndexSet &operator|=(const IndexSet &other) {
    bits |= other.bits;
    return *this;
  }
  /// Removes all members that are not in `other` (intersection).
  IndexSet &operator&=(const IndexSet &other) {
    bits &= other.bits;
    return *this;
  }
  /// Removes all members of `other` from this set (difference).
  IndexSet &operator-=(const IndexSet &other) {
    bits.reset(other.bits);
    return *this;
  }
  /// Changes this set to the ids that are members of either this set or
  /// `other`, but not of both (symmetric difference).
  IndexSet &operator^=(const IndexSet &other) {
    bits ^= other.bits;
    return *this;
  }
  bool operator==(const IndexSet &) const = default;
  /// Returns the first id that is in only one of the two sets. If the sets are
  /// equal, returns the size of the universe.
  size_t firstDifference(const IndexSet &other) const {
    auto [own, theirs] =
        std::mismatch(words().begin(), words().end(), other.words().begin());
    if (own == words().end())
      return universe();
    return static_cast<size_t>(own - words().begin()) * 8 * sizeof *own +
           static_cast<size_t>(llvm::countr_zero(*own ^ *theirs));
  }

  /// Returns an iterator over the members of the set in ascending order.
  Iterator begin() const { return Iterator(bits.set_bits_begin()); }
  Iterator end() const { return Iterator(bits.set_bits_end()); }
  /// Calls `visit(size_t first, size_t end)` for each group of consecutive
  /// members. The group consists of the ids from `first` to `end` - 1.
  template <typename Visit> void forEachRun(Visit visit) const {
    for (int first = bits.find_first(); first >= 0;) {
      int unset = bits.find_next_unset(static_cast<unsigned>(first));
      size_t end = unset < 0 ? universe() : static_cast<size_t>(unset);
      visit(static_cast<size_t>(first), end);
      first = unset < 0 ? -1 : bits.find_next(static_cast<unsigned>(unset));
    }
  }

  /// Returns the set as 64-bit words, for fast loops over many events. Id `i`
  /// is bit `i % 64` of word `i / 64`. Unused bits of the last word are 0.
  llvm::ArrayRef<uintptr_t> words() const { return bits.getData(); }
  /// Inserts the ids whose bits are set in `words`. The bit of the id `i` is
  /// bit `i % 32` of word `i / 32`.
  void insertWords(llvm::ArrayRef<uint32_t> words) {
    bits.setBitsInMask(words.data(), static_cast<unsigned>(words.size()));
  }
  const llvm::BitVector &bitVector() const { return bits; }

private:
  llvm::BitVector bits;
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_INDEXSET_H
