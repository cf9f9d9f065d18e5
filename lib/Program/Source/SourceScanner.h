// Lists the statement units of a program's sources.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scan walks Clang ASTs and lists the statements that can be skipped whole.
// It knows nothing of machine code, and no type of Clang appears in this
// header.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCESCANNER_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCESCANNER_H

#include "Binary/CompilationUnit.h"
#include "pinstripe/Program/SourceFinder.h"
#include "pinstripe/Program/UnitTable.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// A position in a source file. Lines and columns count from 1. `#line`
/// directives are taken into account.
struct SourceLocation {
  uint32_t line = 0;
  uint32_t column = 0;
  auto operator<=>(const SourceLocation &) const = default;
};

/// A range of source text; `end` is one past the last character. A place inside
/// a macro counts as the place where the macro is used.
struct SourceExtent {
  /// Absolute path of the file, with symbolic links resolved.
  std::string file;
  SourceLocation begin;
  SourceLocation end;
  bool operator==(const SourceExtent &) const = default;
};

/// A function, method, lambda or template that has a body. All instantiations
/// of a template are one SourceFunction.
struct SourceFunction {
  std::string name;
  /// The range of the function from its declaration to the last `}`.
  SourceExtent extent;
  /// The range of the function's body, with the initialisers if it is a
  /// constructor.
  SourceExtent body;
};

/// Groups of compilers whose line tables agree on the place of a statement's
/// code.
enum class CompilerFamily : uint8_t { Any, Clang, GCC };

/// An anchor, which is a further range of source positions to which a line
/// table assigns code of a statement. An anchor lies outside the statement or
/// inside another one. For example, g++ assigns the increment of a `for` to the
/// keyword. Code at an anchor belongs to the statement, even if the anchor
/// equals the extent of another statement.
struct SourceAnchor {
  SourceExtent extent;
  CompilerFamily compiler = CompilerFamily::Any;
};

/// The decisions that one statement makes, in the order in which compiled code
/// makes them. A decision is an operand of `&&` or `||`, the condition before
/// `?`, or the condition of the whole statement.
struct SourceDecisions {
  /// Where control goes from a decision. A number from 0 on is the index of the
  /// next decision. A negative number means that control leaves the whole
  /// expression. It is computed by out(), from the index of the expression and
  /// from the expression's value.
  using Way = int32_t;
  static Way out(uint32_t tree, bool value) {
    return -1 - static_cast<Way>(2 * tree + value);
  }

  struct Decision {
    SourceExtent extent;
    std::string text;
    uint32_t tree = 0;
    Way whenTrue = 0, whenFalse = 0;
    /// True if the decision is the last one in its expression (tree).
    bool isLast = false;
    /// True if the decision is about `!x` in the source, while the code
    /// computes x.
    bool isNegated = false;
    /// False if the decision is the condition of a whole statement.
    bool isOperand = true;
    /// True if the decision tests a condition a second time. Some compilers
    /// first compute the value of a condition made of `&&`, `||` or `?`, and
    /// then test this value. clang may do so in loops, g++ if the condition
    /// calls something.
    bool isSecondTest = false;
  };
  /// A whole expression that makes decisions: one made of `&&`, `||`, `!` and
  /// `?`, a condition before `?`, or the condition of a statement.
  struct Tree {
    /// True if the code may compute the value of the whole expression. Then the
    /// last decision of the expression may be made without a jump.
    bool mayEndInValue = false;
    /// True if the expression is a condition that stands before `?`.
    bool isChoice = false;
  };
  std::vector<Decision> decisions;
  std::vector<Tree> trees;
};

struct SourceUnit {
  SourceExtent extent;
  UnitKind kind = UnitKind::Expression;
  std::string text;
  std::vector<SourceAnchor> anchors;
  /// If this statement is the condition of a `do` loop without braces: the
  /// statement that the loop repeats. clang's line table assigns the jump back
  /// to some place in that statement.
  std::optional<SourceExtent> repeated = {};
  /// The decisions that the statement makes: one list for each way in which a
  /// compiler may translate it, the likely ones first. Empty if the statement
  /// decides nothing, or if the source does not tell how.
  std::vector<SourceDecisions> decisions = {};
  /// The function that holds the statement: an index into
  /// SourceModel::functions. It is -1 for initialisers of globals and default
  /// member initialisers, whose code is in no function of the source.
  int32_t function = -1;
};

struct SourceModel {
  std::vector<SourceFunction> functions;
  /// The statements, sorted by file and begin. A statement that contains others
  /// comes before them.
  std::vector<SourceUnit> units;
  struct Cleanup {
    /// The declaration whose object the clean-up destroys: an index into
    /// SourceModel::units.
    uint32_t declaration;
    uint32_t cleanup;
    auto operator<=>(const Cleanup &) const = default;
  };
  std::vector<Cleanup> cleanups;
  /// The units that join several statements of one macro expansion, as pairs:
  /// the index of the unit, and its number of statements.
  std::vector<std::pair<uint32_t, uint32_t>> merged;
  /// Maps the path of each main file that could not be parsed to the first
  /// error in it.
  std::map<std::string, std::string> failures;
};

/// Parses every compilation unit and lists its statements. Functions of system
/// headers are left out. A header that several units include is listed once.
/// Results are cached in `cacheFolder`, unless that is empty.
///
/// The command lines come from compile_commands.json in the folder
/// `compilationDatabase`. If no folder is given, the file is looked for beside
/// the executable or library that has the code, beside the program, and in the
/// parent folders of the source. Without this file, the command lines come from
/// DWARF, or are guessed.
SourceModel scanSources(llvm::ArrayRef<CompilationUnit> units,
                        const std::string &compilationDatabase,
                        const std::string &programPath,
                        const std::string &cacheFolder = "");

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCESCANNER_H
