// Splits the arguments of a program into groups, single arguments and parts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing here knows which options a program has. A text that looks like the
// value of an option is treated as one. A wrong guess only costs a few tests,
// since a search first removes options with their values, and then single
// arguments.

#ifndef PINSTRIPE_CIRCUMSTANCE_ARGUMENTPARTS_H
#define PINSTRIPE_CIRCUMSTANCE_ARGUMENTPARTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pinstripe {

/// Returns true if an argument looks like an option: it begins with a dash, but
/// is neither `-` nor `--` nor a negative number.
bool looksLikeOption(llvm::StringRef argument);

/// Returns where the groups of arguments begin, followed by the number of
/// arguments. An option without `=` and the argument after it form a group,
/// unless that argument looks like an option, too. Any other argument is a
/// group of its own, and so is each argument after `--`.
std::vector<size_t> groupBounds(llvm::ArrayRef<std::string> arguments);

/// Returns true if an argument may be a cluster: several options in one, as
/// `-abc` may be `-a -b -c`. It then has a dash and at least two letters. Only
/// a run can show whether the program takes it for a cluster.
bool mayBeCluster(llvm::StringRef argument);

/// Returns the options of a cluster. For `-abc`, these are `-a`, `-b` and `-c`.
std::vector<std::string> optionsOfCluster(llvm::StringRef cluster);

/// An argument that is split into parts, so that a search can leave out each
/// of them. An argument is the head, the opener, and the items with separators
/// between them. Without items, the opener is left out, too. These arguments
/// have items:
///
///     --x=V        head --x, opener =, item V
///     --x=A,B      head --x, opener =, items A and B
///     -Wl,A,B      head -Wl, opener `,`, items A and B
///     A,B          items A and B
///     -abc         opener -, items a, b and c, if it is a cluster
struct ArgumentParts {
  /// The head of the argument. An argument without a head vanishes when its
  /// last item is removed.
  std::string head;
  std::string opener, separator;
  std::vector<std::string> items;
};

/// Splits an argument into parts. `clusters` holds the arguments that are
/// several options in one, as `-abc` is `-a -b -c`.
ArgumentParts partsOf(llvm::StringRef argument,
                      const std::set<std::string> &clusters);

/// A pair of corresponding texts in two sequences, given by the index that each
/// has in its sequence. If only one sequence has the text, the other index is
/// nullopt.
struct AlignedPair {
  std::optional<size_t> passing, failing;
};

/// An element of a sequence of texts. The function `align` finds out which
/// elements of two sequences correspond to each other.
struct AlignedText {
  std::string text;
  /// Two texts that differ can correspond to each other if they have the same
  /// key.
  std::string key;
};

/// Aligns two sequences of texts. As many equal texts as possible correspond to
/// each other. Between these, texts with the same key correspond to each other.
/// The result keeps the order of both sequences.
std::vector<AlignedPair> align(llvm::ArrayRef<AlignedText> passing,
                               llvm::ArrayRef<AlignedText> failing);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_ARGUMENTPARTS_H
