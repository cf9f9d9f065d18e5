//===- SourceScanner.h - Statement units as the source has them -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. Walks Clang ASTs and lists the statements that can be
// skipped whole, without any idea of machine code. No clang type appears here.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCESCANNER_H
#define PINSTRIPE_LIB_PROGRAM_SOURCESCANNER_H

#include "pinstripe/Program/UnitTable.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// One compilation unit of the executable, as DWARF describes it.
struct CompilationUnit {
  std::string module;    ///< path of the executable or library
  std::string mainFile;  ///< absolute
  std::string directory; ///< in which the compiler ran
  std::string producer;  ///< DW_AT_producer; gcc lists its flags there
  bool isCxx = false;
  std::string standard; ///< "c11", "c++14", ... from DW_AT_language; or empty
  /// Folders of the files in the line table, absolute; used to find headers
  /// when there is no compilation database.
  std::vector<std::string> includeDirectories;
};

/// Lines and columns count from 1; `#line` is obeyed as debuggers do.
struct SourceLocation {
  uint32_t line = 0;
  uint32_t column = 0;
  auto operator<=>(const SourceLocation &) const = default;
};

/// Positions are expansion locations; ends are one past the last character.
struct SourceExtent {
  std::string file; ///< absolute, as real_path gives it
  SourceLocation begin;
  SourceLocation end;
  bool operator==(const SourceExtent &) const = default;
};

/// A function, method, lambda or template with a body. Instantiations of a
/// template are one SourceFunction.
struct SourceFunction {
  std::string name;
  SourceExtent extent; ///< from the start of the declaration to the last `}`
  SourceExtent body;   ///< including initialisers of a constructor
};

/// Whose habits an anchor describes.
enum class CompilerFamily : uint8_t { Any, Clang, GCC };

/// A range of positions, outside of a unit's extent or inside of another's,
/// at which this compiler puts rows of the unit: g++ has the increment of a
/// `for` at the keyword, clang the branch. Counts like an extent; at the same
/// range an anchor beats an extent.
struct SourceAnchor {
  SourceExtent extent;
  CompilerFamily compiler = CompilerFamily::Any;
};

/// The decisions that a statement makes inside of itself, in the order in which
/// both compilers make them. Each is one operand of `&&` or `||`, or what `?`
/// asks, or the condition of a whole statement.
struct SourceDecisions {
  /// A way to go on: to the code of a decision, by its index, or out of a tree.
  using Way = int32_t;
  static Way out(uint32_t tree, bool value) {
    return -1 - static_cast<Way>(2 * tree + value);
  }

  struct Decision {
    SourceExtent extent;
    std::string text;
    uint32_t tree = 0;
    Way whenTrue = 0, whenFalse = 0;
    bool isLast = false;    ///< of its tree
    bool isNegated = false; ///< it reads `!x`, and x is what is computed
    bool isOperand = true;  ///< else the condition of the statement
    /// Of a condition that may come to a value first (clang: in loops, g++:
    /// where something is called): the test of that.
    bool isSecondTest = false;
  };
  /// An expression of `&&`, `||`, `!` and `?`.
  struct Tree {
    /// The last decision may be without a jump: its value is used.
    bool mayEndInValue = false;
    bool isChoice = false; ///< what `?` asks
  };
  std::vector<Decision> decisions;
  std::vector<Tree> trees;
};

struct SourceUnit {
  SourceExtent extent;
  UnitKind kind = UnitKind::Expression;
  std::string text;
  std::vector<SourceAnchor> anchors;
  /// Of the test of a `do` without braces: the statement that is repeated.
  /// clang has the jump back somewhere in there.
  std::optional<SourceExtent> repeated = {};
  /// As compilers may see them, likely ones first. None: none, or none that
  /// can be told.
  std::vector<SourceDecisions> decisions = {};
  /// Index into SourceModel::functions; -1 for initialisers of globals and
  /// default member initialisers, whose code is in no function of the source.
  int32_t function = -1;
};

struct SourceModel {
  std::vector<SourceFunction> functions;
  /// Sorted by (file, begin, end descending): outer before inner.
  std::vector<SourceUnit> units;
  struct Cleanup {
    uint32_t declaration; ///< index into units
    uint32_t cleanup;
  };
  std::vector<Cleanup> cleanups;
  /// Units that a macro expansion made one: index and how many statements.
  std::vector<std::pair<uint32_t, uint32_t>> merged;
  /// Main files that could not be parsed, and the first error.
  std::map<std::string, std::string> failures;
};

/// Parses every compilation unit with the flags of `compilationDatabase`
/// (a folder, may be empty: then compile_commands.json beside the unit's
/// module, the program, or in a parent folder of the source), else what DWARF
/// records, else defaults. Functions of system headers are left out. The same
/// header in several units is listed once. Takes what is still true from
/// `cacheFolder`, and keeps there what it parsed, unless that is empty.
SourceModel scanSources(llvm::ArrayRef<CompilationUnit> units,
                        const std::string &compilationDatabase,
                        const std::string &programPath,
                        const std::string &cacheFolder = "");

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCESCANNER_H
