//===- UnitTable.h - Statement units and where their code is -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program model: which source statements can be skipped whole, at which
// addresses control can enter them, and where functions begin and end. Plain
// data, computed once per executable and shared by all engines, the trace and
// the reports. Words: design section "Words" in ARCHITECTURE.md.
//
// All addresses in a table are *table addresses*: the address in the module's
// file plus the `base` of the module, without load bias. The program is module
// 0 with base 0, so that without libraries they are plain file addresses; the
// bases of libraries lie above all that a process can map, so that a table
// address of a library is never mistaken for a run-time address. Engines go
// from one to the other through LoadedModules (Execution).
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_PROGRAM_UNITTABLE_H
#define PINSTRIPE_PROGRAM_UNITTABLE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// Indices into the vectors of a UnitTable. Distinct types: mixing them is
/// our likeliest bug.
enum class FileId : uint32_t {};
enum class UnitId : uint32_t {};
enum class FunctionId : uint32_t {};
enum class EntryId : uint32_t {};
enum class ModuleId : uint32_t {};
enum class OperandId : uint32_t {};

/// The program, or a shared library that is traced like it.
struct TracedModule {
  std::string path;      ///< absolute, links resolved
  std::string buildHash; ///< of the file's bytes, hexadecimal
  uint64_t base = 0;     ///< table address = address in the file + base
};

/// User space ends at 2^47. JSON readers keep 53 bits of a number, which makes
/// this the largest number of modules.
constexpr uint64_t moduleSpacing = uint64_t(1) << 47;
constexpr size_t maximumModules = 64;

/// A range of source text: lines and columns count from 1, the end column is
/// one past the last character. The file as the compiler names it, absolute.
struct SourceRange {
  FileId file{};
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t endLine = 0;
  uint32_t endColumn = 0;
};

enum class UnitKind : uint8_t {
  Expression,  ///< an expression statement, asm
  Declaration, ///< one declarator with code: initialiser, constructor, VLA
  Condition,   ///< head of if, while, do, for, switch, range-for; goto *p
  LoopInit,    ///< first part of a for
  LoopIncrement,
  Return,      ///< the value of a return, without the epilogue
  Initializer, ///< a member or base initialiser of a constructor
  Cleanup,     ///< destructor calls at the end of a scope
  Line,        ///< a row of the line table: the source did not fit
};

/// How a unit kind is written in reports and JSON ("declaration", ...).
llvm::StringRef unitKindName(UnitKind kind);

/// The smallest source statement that can be skipped whole. One unit may have
/// code in several functions (template instantiations, constructors).
struct StatementUnit {
  SourceRange range;
  UnitKind kind = UnitKind::Expression;
  /// Source text of the range, white space folded.
  std::string text;
  /// Why the unit is always executed; empty when it can be skipped.
  std::string pinReason;
  bool isPinned() const { return !pinReason.empty(); }
};

/// Before control is sent to an entry, `dwarfRegister` must be loaded with
/// the 8 bytes at rbp + frameOffset: the compiler keeps the value of a frame
/// slot in a register across statements (clang does so with `this`).
struct RegisterReload {
  uint8_t dwarfRegister = 0;
  int32_t frameOffset = 0;
};

/// Bytes that are written in the same place whenever the code is executed.
struct FixedStore {
  bool isInFrame = false;
  int64_t place = 0; ///< relative to rbp, or a table address
  uint32_t size = 0;
};

/// What the machine code does between an entry and those that come next.
struct EntryFlow {
  /// Addresses of the entries that control can reach without passing another
  /// one; sorted. The entry itself is among them where code loops.
  std::vector<uint64_t> successors;
  /// Control can reach the function's exit, or leave it otherwise.
  bool mayLeave = false;
  /// Where no register but rbp or rip is part of the address.
  std::vector<FixedStore> stores;
};

/// An address at which control can enter a unit from outside, and to which it
/// may be sent: apart from `reloads`, no register is live into it, and the
/// stack pointer has its base depth.
struct UnitEntry {
  uint64_t address = 0; ///< table address
  UnitId unit{};
  FunctionId function{};
  std::vector<RegisterReload> reloads = {};
  EntryFlow flow = {};
};

enum class ReturnClass : uint8_t {
  None,     ///< void
  Register, ///< rax, rdx, xmm0, xmm1
  Memory,   ///< through a hidden pointer; rax returns that pointer
};

/// A machine function whose statements can be skipped. Frames are standard: rbp
/// holds the frame address after the prologue, the caller's rbp is at [rbp],
/// the return address at [rbp + 8].
struct TracedFunction {
  std::string name;        ///< as users write it: `Shape::area`
  std::string linkageName; ///< as in the symbol table
  SourceRange range;       ///< of the definition
  uint64_t low = 0, high = 0;
  /// Where dispatch begins: after the prologue, the parameter spills and code
  /// that can't be told from them.
  uint64_t bodyStart = 0;
  /// Start of the epilogue: reload of the return value from its frame slot,
  /// if there is one, then the tear-down. 0 in functions that never return.
  uint64_t exit = 0;
  /// Start of the tear-down proper; equal to `exit` if nothing is reloaded.
  uint64_t tearDown = 0;
  /// Code that brings the value of an executed return to where callers look
  /// for it, then goes on to `exit`; equal to `exit` where that does it. gcc
  /// keeps the value in rbx while destructors run and moves it afterwards.
  uint64_t resultReload = 0;
  /// The `ret` instruction.
  uint64_t ret = 0;
  /// Bytes below the return address that the frame uses.
  uint32_t frameSize = 0;
  ReturnClass returns = ReturnClass::None;
  /// Units come from the line table since the source did not fit; why.
  std::string fallbackReason;
  bool isFallback() const { return !fallbackReason.empty(); }
  bool canReturn() const { return exit != 0; }
};

/// A function with code that runs as it is, and why.
struct RefusedFunction {
  std::string name;
  std::string file;
  uint32_t line = 0;
  std::string reason;
  /// False where nothing of the user's is lost: it comes from the system, from
  /// the compiler, or is empty.
  bool mayHoldStatements() const;
};

/// What the model decided about a piece of code, for `pinstripe units`.
struct ModelNote {
  enum class Kind : uint8_t { Merged, Glued, Dropped, Moved };
  Kind kind = Kind::Glued;
  FunctionId function{};
  UnitId unit{};
  uint64_t address = 0;
  std::string reason;
};

/// An operand of `&&` or `||`, or what `?` asks, with the one instruction that
/// decides by it: a conditional jump, or one that puts a condition into a
/// register. The flags alone say how it decides.
struct ConditionOperand {
  SourceRange range;
  std::string text; ///< white space folded
  UnitId unit{};
  FunctionId function{};
  uint64_t address = 0; ///< table address of the instruction
  /// What sets the flags, if straight code goes on from there; else 0.
  uint64_t comparison = 0;
  uint8_t condition = 0;      ///< of the instruction, see ConditionFlags.h
  bool holdsWhenTrue = false; ///< the condition, if the operand is true
};

/// The cleanup destroys what the declaration constructs: in or out together.
struct CleanupLink {
  UnitId declaration{};
  UnitId cleanup{};
};

/// Everything the other modules know about the program under test. Invariant:
/// entries are sorted by address, one entry per address; ids are indices.
class UnitTable {
public:
  /// The program, then the traced libraries, by ascending base.
  std::vector<TracedModule> modules;
  std::string sourceRoot; ///< longest common folder of the traced sources
  /// Where the user is: files below it are shown, and named, from there. No
  /// part of what is stored.
  std::string userFolder = {};
  std::vector<std::string> files; ///< absolute paths
  std::vector<StatementUnit> units;
  std::vector<TracedFunction> functions; ///< sorted by `low`
  std::vector<UnitEntry> entries;
  std::vector<ConditionOperand> operands; ///< sorted by address
  std::vector<CleanupLink> cleanupLinks;
  std::vector<RefusedFunction> refused;
  std::vector<ModelNote> notes;

  const std::string &programPath() const { return modules.front().path; }
  const TracedModule &module(ModuleId id) const {
    return modules[static_cast<size_t>(id)];
  }
  const std::string &file(FileId id) const {
    return files[static_cast<size_t>(id)];
  }
  const StatementUnit &unit(UnitId id) const {
    return units[static_cast<size_t>(id)];
  }
  const TracedFunction &function(FunctionId id) const {
    return functions[static_cast<size_t>(id)];
  }
  const UnitEntry &entry(EntryId id) const {
    return entries[static_cast<size_t>(id)];
  }
  const ConditionOperand &operand(OperandId id) const {
    return operands[static_cast<size_t>(id)];
  }
  const StatementUnit &unitOf(EntryId id) const { return unit(entry(id).unit); }

  /// The entry exactly at this table address.
  std::optional<EntryId> entryAt(uint64_t address) const;
  /// The module in whose range a table address is.
  ModuleId moduleOf(uint64_t address) const;
  ModuleId moduleOf(FunctionId id) const { return moduleOf(function(id).low); }
  /// A table address as the module's file has it.
  uint64_t fileAddress(uint64_t address) const;
  /// The file name of a library; empty for the program.
  std::string libraryName(ModuleId id) const;
  /// The function's name, with its library where it is in one: `total
  /// (libledger.so)`.
  std::string displayName(const TracedFunction &function) const;
  /// The path as the user would type it: relative to `userFolder` where it is
  /// below that, else absolute. `isNamed` holds of it.
  std::string displayPath(FileId id) const { return displayPath(file(id)); }
  std::string displayPath(llvm::StringRef path) const;
  /// Whether the user may call the file so: by the end of its path, or by the
  /// way to it from `userFolder`.
  bool isNamed(FileId id, llvm::StringRef name) const;
  /// True if there is no root.
  bool isBelowSourceRoot(FileId id) const;
};

/// With links resolved, as in the paths of a table; empty if it is gone.
std::string currentFolder();

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_UNITTABLE_H
