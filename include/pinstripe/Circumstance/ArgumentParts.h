// Splits the arguments of a program into groups, single arguments and parts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing here knows which options a program has. What looks like the value of
// an option is treated as one, and a wrong guess costs a few tests: a search
// first tries options with their values, then single arguments.

#ifndef PINSTRIPE_CIRCUMSTANCE_ARGUMENTPARTS_H
#define PINSTRIPE_CIRCUMSTANCE_ARGUMENTPARTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pinstripe {

/// Returns whether an argument looks like an option: it begins with a dash, and
/// is neither a single dash, nor two, nor a negative number.
bool looksLikeOption(llvm::StringRef argument);

/// Returns where the groups of arguments begin, and at last the number of
/// arguments. A group is an option without `=` together with the argument after
/// it, if that does not look like an option itself; or any other argument.
/// After `--`, each argument is a group.
std::vector<size_t> groupBounds(llvm::ArrayRef<std::string> arguments);

/// Returns whether an argument may be several options in one, as `-abc` may be
/// `-a -b -c`: a dash and at least two letters. Only a run can show whether it
/// is.
bool mayBeCluster(llvm::StringRef argument);

/// Returns the options of a cluster: `-a`, `-b` and `-c` of `-abc`.
std::vector<std::string> optionsOfCluster(llvm::StringRef cluster);

/// An argument, split into parts that can be left out one by one. It is the
/// head, the opener and the items with the separator between them. The opener
/// is left out if there are no items. These arguments have items:
///
///     --x=V        head --x, opener =, item V
///     --x=A,B      head --x, opener =, items A and B
///     -Wl,A,B      head -Wl, opener `,`, items A and B
///     A,B          items A and B
///     -abc         opener -, items a, b and c, if it is a cluster
struct ArgumentParts {
  /// Empty if the argument vanishes with its last item.
  std::string head;
  std::string opener, separator;
  std::vector<std::string> items;
};

/// Splits an argument. It is split like a cluster if it is in `clusters`.
ArgumentParts partsOf(llvm::StringRef argument,
                      const std::set<std::string> &clusters);

/// Two texts that correspond to each other in two sequences, by their indices,
/// or a text that only one of the sequences has.
struct AlignedPair {
  std::optional<size_t> passing, failing;
};

/// A text that is to be aligned with others.
struct AlignedText {
  std::string text;
  /// Texts that differ, but have the same key, may correspond to each other.
  std::string key;
};

/// Aligns two sequences of texts: as many equal texts as possible correspond to
/// each other, and between these, texts with the same key. The result has both
/// sequences in their order.
std::vector<AlignedPair> align(llvm::ArrayRef<AlignedText> passing,
                               llvm::ArrayRef<AlignedText> failing);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_ARGUMENTPARTS_H
