// Makes variations of an input: parts of it left out, numbers changed.
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
/// input is a list of pieces: the lines of a text, each with its line end, or
/// the arguments of a command line. In this order, the variations are the input
///
/// - without each half of the pieces, each quarter, eighth and sixteenth,
/// - without each single piece,
/// - with a single piece alone,
/// - without each single token of each piece, and without each two neighbours.
///   If there are few pieces, first without each half of the tokens of a piece,
///   each quarter and eighth,
/// - with all numbers changed alike, and then with each number changed: to its
///   neighbours and to its half.
///
/// If an input has more variations than are wanted, each of these kinds has
/// its share, spread evenly over the input.
class InputVariations {
public:
  using Pieces = std::vector<std::string>;

  /// Prepares at most `most` variations of the input.
  InputVariations(Pieces pieces, size_t most);

  /// Returns the next variation; nullopt after the last one. No variation
  /// comes twice, and none is the input itself.
  std::optional<Pieces> next();

private:
  /// A part of a piece: a token, several tokens, or a number.
  struct Span {
    size_t piece = 0, offset = 0, length = 0;
  };
  /// How all numbers of the input are changed alike.
  enum class NumberChange : uint8_t { Up, Down, Half, FirstDigit };
  /// The difference between the input and one variation.
  struct Edit {
    enum class Kind : uint8_t {
      Without,   ///< leaves out the pieces from `first` to before `end`
      Only,      ///< leaves out all pieces but these
      Shorten,   ///< leaves out `span`
      Change,    ///< changes the number `span` as `change` says
      ChangeAll, ///< changes all numbers as `change` says
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
  /// The parts of pieces that are left out.
  std::vector<Span> tokens;
  std::vector<Span> numbers;
  std::vector<Edit> numberEdits;
  std::vector<Edit> edits;
  size_t position = 0;
  /// Hashes of the input and of all variations so far.
  std::set<std::pair<uint64_t, uint64_t>> seen;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_INPUTVARIATIONS_H
