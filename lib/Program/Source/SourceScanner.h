// Lists the statement units of a program's sources.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scan walks Clang ASTs and lists the statements that can be skipped whole.
// It knows nothing of machine code, and no type of Clang appears in this
// header.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCESCANNER_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCESCANNER_H

#include "Binary/CompilationUnit.h"
#include "pinstripe/Program/UnitTableBuilder.h"
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
  /// The range from the beginning of the function's declaration to its last
  /// `}`.
  SourceExtent extent;
  /// The function's body. For a constructor, the initialisers are included.
  SourceExtent body;
  /// True for a coroutine of C++20, a function that can be suspended.
  bool isCoroutine = false;
};

/// A group of compilers whose line tables assign the code of a statement to the
/// same places in the source.
enum class CompilerFamily : uint8_t { Any, Clang, GCC };

/// A further place in the source to which a line table assigns code of a
/// statement. The place, called an anchor, lies outside the statement or inside
/// another one. For example, g++ assigns the increment of a `for` to the
/// keyword. Code at an anchor belongs to the statement, even if the anchor is
/// also the extent of another statement.
struct SourceAnchor {
  SourceExtent extent;
  CompilerFamily compiler = CompilerFamily::Any;
};

/// The decisions that one statement makes, in the order in which compiled code
/// makes them. A decision is about an operand of `&&` or `||`, about the
/// condition before `?`, or about the condition of the whole statement.
struct SourceDecisions {
  /// Says where control goes after a decision. If the number is 0 or larger, it
  /// is the index of the next decision. If the number is negative, control
  /// leaves the whole expression. The function out() makes this negative number
  /// from the index of the expression and the expression's value.
  using Way = int32_t;
  static Way out(uint32_t tree, bool value) {
    return -1 - static_cast<Way>(2 * tree + value);
  }

  struct Decision {
    SourceExtent extent;
    std::string text;
    uint32_t tree = 0;
    Way whenTrue = 0, whenFalse = 0;
    /// True if no other decision of the same expression (tree) follows.
    bool isLast = false;
    /// True if the decision in the source is about `!x`, but the code decides
    /// about x.
    bool isNegated = false;
    /// False if the decision is the whole condition of a statement. True if it
    /// is only an operand of such a condition, or of another expression.
    bool isOperand = true;
    /// True if the decision tests a condition a second time. Some compilers
    /// first compute the value of a condition made of `&&`, `||` or `?`, and
    /// then test this value. clang may do so in loops, g++ if the condition
    /// calls something.
    bool isSecondTest = false;
  };
  /// A whole expression that makes decisions: an expression of `&&`, `||`, `!`
  /// and `?`, the condition before a `?`, or the condition of a statement.
  struct Tree {
    /// True if the code may compute the value of the whole expression instead
    /// of jumping, as for an assignment. In this case the code may make the
    /// last decision without a jump.
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
  /// The body of a `do` loop without braces, if this statement is the loop's
  /// condition. clang's line table assigns the jump from the condition back to
  /// the body to some place in the body.
  std::optional<SourceExtent> repeated = {};
  /// The names between brackets of a structured binding, from the `[` to the
  /// `]`, if this statement declares one. clang's line table assigns code that
  /// uses a binding to these names.
  std::optional<SourceExtent> bindings = {};
  /// The decisions that the statement makes. A compiler may translate the
  /// statement in several ways. Each way has a list of its own, the likely ones
  /// first. Empty if the statement decides nothing, or if the source does not
  /// tell how.
  std::vector<SourceDecisions> decisions = {};
  /// The function that holds the statement, as an index into
  /// SourceModel::functions. It is -1 for initialisers of globals and default
  /// member initialisers, since no function of the source holds them.
  int32_t function = -1;
};

struct SourceModel {
  std::vector<SourceFunction> functions;
  /// The statements, sorted by file and begin. An outer statement comes before
  /// the statements that it contains.
  std::vector<SourceUnit> units;
  struct Cleanup {
    /// The index in SourceModel::units of the declaration whose object the
    /// clean-up destroys.
    uint32_t declaration;
    uint32_t cleanup;
    auto operator<=>(const Cleanup &) const = default;
  };
  std::vector<Cleanup> cleanups;
  /// The declarations of functions with `= default` in place of a body. The
  /// code of such a function is made by the compiler.
  std::vector<SourceExtent> defaulted;
  /// The units that were made of several statements of one macro expansion.
  /// Each pair has the index of the unit and its number of statements.
  std::vector<std::pair<uint32_t, uint32_t>> merged;
  /// Maps the path of each main file that could not be parsed to the first
  /// error in it.
  std::map<std::string, std::string> failures;
};

/// Parses every compilation unit and lists its statements. Functions of system
/// headers are left out. A header that several compilation units include is
/// listed once. If `options.cacheFolder` is not empty, results are cached in
/// this folder. If the scan is stopped, the result lacks some sources.
///
/// The command lines come from the file compile_commands.json in the folder
/// `options.compilationDatabase`. If that is empty, Pinstripe looks for the
/// file beside the executable or library, beside the program, and in the parent
/// folders of the source. If no such file is found, the command lines come from
/// DWARF. If DWARF has none either, they are guessed.
SourceModel scanSources(llvm::ArrayRef<CompilationUnit> units,
                        const ModelOptions &options,
                        const std::string &programPath);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCESCANNER_H
