// Lists the statement units of a program's sources.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scan walks Clang ASTs and lists the statements that can be skipped whole.
// It knows nothing of machine code, and no type of Clang appears in this
// header.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCESCANNER_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCESCANNER_H

#include "Binary/CompilationUnit.h"
#include "pinstripe/Program/UnitTable.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// Lines and columns of a source count from 1; `#line` is obeyed.
struct SourceLocation {
  uint32_t line = 0;
  uint32_t column = 0;
  auto operator<=>(const SourceLocation &) const = default;
};

/// A range of source. A position in a macro is that of its expansion; an end is
/// one past the last character.
struct SourceExtent {
  std::string file; ///< Absolute path, as real_path returns it.
  SourceLocation begin;
  SourceLocation end;
  bool operator==(const SourceExtent &) const = default;
};

/// A function, method, lambda or template with a body. All instantiations of a
/// template are one SourceFunction.
struct SourceFunction {
  std::string name;
  SourceExtent extent; ///< The function from its declaration to the last `}`.
  SourceExtent body;   ///< The body, with a constructor's initialisers.
};

/// The compilers that put line table rows at an anchor.
enum class CompilerFamily : uint8_t { Any, Clang, GCC };

/// A range of positions at which a compiler puts line table rows of a unit,
/// although the range lies outside the unit's extent or inside that of another
/// unit: g++ puts the increment of a `for` at the keyword, clang the branch. An
/// anchor counts like an extent, and beats an extent with the same range.
struct SourceAnchor {
  SourceExtent extent;
  CompilerFamily compiler = CompilerFamily::Any;
};

/// The decisions that a statement makes, in the order in which both compilers
/// make them. Each is an operand of `&&` or `||`, the question before `?`, or
/// the condition of a whole statement.
struct SourceDecisions {
  /// Where control goes on from a decision: at the code of another decision,
  /// given by its index, or out of a tree.
  using Way = int32_t;
  static Way out(uint32_t tree, bool value) {
    return -1 - static_cast<Way>(2 * tree + value);
  }

  struct Decision {
    SourceExtent extent;
    std::string text;
    uint32_t tree = 0;
    Way whenTrue = 0, whenFalse = 0;
    bool isLast = false;    ///< True for the last decision of its tree.
    bool isNegated = false; ///< The source has `!x`, while the code computes x.
    bool isOperand = true;  ///< False for the condition of a whole statement.
    /// True for a second test of a condition whose value may be computed first
    /// (by clang in loops, by g++ if something is called).
    bool isSecondTest = false;
  };
  /// An expression made of `&&`, `||`, `!` and `?`.
  struct Tree {
    /// True if the last decision may have no jump, because its value is used.
    bool mayEndInValue = false;
    bool isChoice = false; ///< True for the question before `?`.
  };
  std::vector<Decision> decisions;
  std::vector<Tree> trees;
};

struct SourceUnit {
  SourceExtent extent;
  UnitKind kind = UnitKind::Expression;
  std::string text;
  std::vector<SourceAnchor> anchors;
  /// The repeated statement, for the test of a `do` without braces: clang puts
  /// the jump back somewhere in that statement.
  std::optional<SourceExtent> repeated = {};
  /// The unit's decisions in each form that a compiler may give them, likely
  /// ones first. Empty if the unit decides nothing or the source does not tell
  /// how.
  std::vector<SourceDecisions> decisions = {};
  /// The function of the unit, as an index into SourceModel::functions; -1 for
  /// initialisers of globals and default member initialisers, whose code is in
  /// no function of the source.
  int32_t function = -1;
};

struct SourceModel {
  std::vector<SourceFunction> functions;
  /// Sorted by (file, begin, end descending): outer units before inner ones.
  std::vector<SourceUnit> units;
  struct Cleanup {
    uint32_t declaration; ///< Index into SourceModel::units.
    uint32_t cleanup;
    auto operator<=>(const Cleanup &) const = default;
  };
  std::vector<Cleanup> cleanups;
  /// Units made of several statements of one macro expansion: the index of the
  /// unit and the number of statements.
  std::vector<std::pair<uint32_t, uint32_t>> merged;
  /// The first error of each main file that could not be parsed.
  std::map<std::string, std::string> failures;
};

/// Returns true for the path of a header of the system or of a compiler.
inline bool isSystemFile(llvm::StringRef path) {
  return path.starts_with("/usr/include/") || path.starts_with("/usr/lib/") ||
         path.starts_with("/usr/local/include/");
}

/// Parses every compilation unit with the flags of `compilationDatabase`, a
/// folder. If no folder is given, compile_commands.json is looked for beside
/// the unit's module, beside the program, and in the parent folders of the
/// source; then the flags come from DWARF, then from defaults. Functions of
/// system headers are left out. A header of several units is listed once.
/// Parsed sources are cached in `cacheFolder`, unless that is empty.
SourceModel scanSources(llvm::ArrayRef<CompilationUnit> units,
                        const std::string &compilationDatabase,
                        const std::string &programPath,
                        const std::string &cacheFolder = "");

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCESCANNER_H
