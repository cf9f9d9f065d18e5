// Makes variations of an input that lack a part of it or have other numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_INPUTVARIATIONS_H
#define PINSTRIPE_CASE_INPUTVARIATIONS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pinstripe {

/// Returns the lines of a text, each with its line end.
std::vector<std::string> linesOf(llvm::StringRef text);

/// Makes variations of an input, always the same ones in the same order. An
/// input is a list of pieces. The pieces are the lines of a text, each with its
/// line end, or the arguments of a command line. The variations are, in this
/// order:
///
/// - the input without a half of the pieces, then without a quarter, an eighth
///   and a sixteenth;
/// - the input without a single piece;
/// - a single piece alone;
/// - the input without a token, or without two neighbouring tokens; before
///   that, if there are few pieces, without a half, a quarter or an eighth of
///   the tokens of a piece;
/// - the input with all numbers changed in the same way;
/// - the input with one number changed, by one or to its half.
///
/// If an input has more variations than are wanted, each of these kinds has its
/// share, spread evenly over the input.
class InputVariations {
public:
  using Pieces = std::vector<std::string>;

  /// Prepares variations of the input; `most` is the largest number of them.
  InputVariations(Pieces pieces, size_t most);

  /// Returns the next variation; nullopt after the last one. No variation is
  /// returned twice. The input itself is never returned.
  std::optional<Pieces> next();

private:
  /// A part of a piece (a line or an argument of the input). It is a token,
  /// several tokens, or a number.
  struct Span {
    size_t piece = 0, offset = 0, length = 0;
  };
  /// The ways in which numbers of the input can be changed.
  enum class NumberChange : uint8_t { Up, Down, Half, FirstDigit };
  /// The difference between the input and one variation.
  struct Edit {
    enum class Kind : uint8_t {
      Without, ///< leaves out the pieces with the indices `first` to `end` - 1
      Only,    ///< leaves out all pieces before `first` and all from `end` on
      Shorten, ///< leaves out a part of a piece, `span`
      Change,  ///< changes one number, `span`, as `change` says
      ChangeAll, ///< changes all numbers of the input as `change` says
    } kind = Kind::Without;
    size_t first = 0, end = 0;
    Span span = {};
    NumberChange change = NumberChange::Up;
  };
  void findTokens();
  void findTokens(size_t piece);
  void findNumbers(size_t piece);
  void listNumberEdits();
  void plan(size_t most);
  Pieces apply(const Edit &edit) const;
  static std::string changed(llvm::StringRef number, NumberChange change);
  std::string withAllChanged(llvm::StringRef piece, NumberChange change) const;

  Pieces pieces;
  /// The parts of lines or arguments that are left out in variations.
  std::vector<Span> tokens;
  std::vector<Span> numbers;
  std::vector<Edit> numberEdits;
  std::vector<Edit> edits;
  size_t position = 0;
  /// The hashes of the input and of all variations so far. No text is returned
  /// twice.
  std::set<std::pair<uint64_t, uint64_t>> seen;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_INPUTVARIATIONS_H
