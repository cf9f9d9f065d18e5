// Describes the statement units of a program and where their code is.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This program model is plain data, computed once per executable and shared by
// all engines, the trace and the reports. lib/Program/README.md explains how it
// is made, and ARCHITECTURE.md explains the words.

#ifndef PINSTRIPE_PROGRAM_UNITTABLE_H
#define PINSTRIPE_PROGRAM_UNITTABLE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// Ids are indices into the vectors of a UnitTable. They have distinct types,
/// so that they can't be mixed up.
enum class FileId : uint32_t {};
enum class UnitId : uint32_t {};
enum class FunctionId : uint32_t {};
enum class EntryId : uint32_t {};
enum class ModuleId : uint32_t {};
enum class OperandId : uint32_t {};

/// The program, or a shared library that is traced with the program.
struct TracedModule {
  std::string path;      ///< Absolute path with links resolved.
  std::string buildHash; ///< Hash of the file's bytes, hexadecimal.
  uint64_t base = 0;     ///< Table address minus address in the file.
};

/// Distance between bases of modules; user space ends at 2^47. JSON readers
/// represent 53 bits of a number exactly, hence at most 64 modules.
constexpr uint64_t moduleSpacing = uint64_t(1) << 47;
constexpr size_t maxModules = 64;

/// A range of source text. Lines and columns count from 1; the end column is
/// one past the last character.
struct SourceRange {
  FileId file{};
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t endLine = 0;
  uint32_t endColumn = 0;
};

enum class UnitKind : uint8_t {
  Expression,  ///< An expression statement or asm statement.
  Declaration, ///< One declarator with code: initialiser, constructor, VLA.
  Condition,   ///< Head of if, while, do, for, switch, range-for; or goto *p.
  LoopInit,    ///< The first part of a for.
  LoopIncrement,
  Return,      ///< The value of a return statement, without the epilogue.
  Initializer, ///< A member or base initialiser of a constructor.
  Cleanup,     ///< The destructor calls at the end of a scope.
  Line,        ///< A row of the line table, if the source did not fit it.
};

/// Returns the name of a unit kind in reports and JSON, such as "declaration".
llvm::StringRef unitKindName(UnitKind kind);

/// The smallest source statement that can be skipped whole. A unit that is part
/// of a template or a constructor has code in several functions.
struct StatementUnit {
  SourceRange range;
  UnitKind kind = UnitKind::Expression;
  /// Source text of the range, with white space folded.
  std::string text;
  /// Why the unit is always executed; empty if it can be skipped.
  std::string pinReason;
  bool isPinned() const { return !pinReason.empty(); }
};

/// A register that must be loaded before control is sent to an entry:
/// `dwarfRegister` gets the 8 bytes at rbp + frameOffset. The compiler keeps
/// the value of a frame slot in it across statements (clang does so with
/// `this`).
struct RegisterReload {
  uint8_t dwarfRegister = 0;
  int32_t frameOffset = 0;
};

/// A store that writes to the same place whenever the code is executed.
struct FixedStore {
  bool isInFrame = false;
  int64_t place = 0; ///< Distance from rbp, or else a table address.
  uint32_t size = 0;
};

/// The flow of machine code from an entry to the entries that can come next.
struct EntryFlow {
  /// Addresses of the entries that control can reach without passing another
  /// entry; sorted. A loop makes the entry its own successor.
  std::vector<uint64_t> successors;
  /// True if control can reach the exit of the function or leave the function
  /// in another way, without passing another entry.
  bool mayLeave = false;
  /// The stores to addresses that depend on no register but rbp or rip.
  std::vector<FixedStore> stores;
};

/// An address at which control can enter a unit from outside, so that control
/// may be sent there: no register but those of `reloads` is live, and the stack
/// pointer is where it is between statements.
struct UnitEntry {
  uint64_t address = 0; ///< Table address of the entry.
  UnitId unit{};
  FunctionId function{};
  std::vector<RegisterReload> reloads = {};
  EntryFlow flow = {};
};

enum class ReturnClass : uint8_t {
  None,     ///< The function returns void.
  Register, ///< The result is in rax, rdx, xmm0 or xmm1.
  Memory,   ///< The result is in memory; rax returns a pointer to it.
};

/// A machine function whose statements can be skipped. It has a standard frame:
/// after the prologue rbp holds the frame address, the caller's rbp is at
/// [rbp], and the return address at [rbp + 8].
struct TracedFunction {
  std::string name;        ///< The name as users write it: `Shape::area`.
  std::string linkageName; ///< Name in the symbol table.
  SourceRange range;       ///< Source range of the definition.
  uint64_t low = 0, high = 0;
  /// Address of the first instruction that can be skipped: after the prologue,
  /// the parameter spills, and code that can't be told from them.
  uint64_t bodyStart = 0;
  /// Start of the epilogue: the reload of the return value from its frame slot,
  /// if there is one, then the tear-down. 0 if there is no return.
  uint64_t exit = 0;
  /// Start of the tear-down itself; equal to `exit` if no value is reloaded.
  uint64_t tearDown = 0;
  /// Start of the code that moves the value of an executed return to the
  /// register in which callers expect it and then goes on to `exit`. Equal to
  /// `exit` if no such move is needed. gcc keeps the value in rbx while
  /// destructors run and moves it afterwards.
  uint64_t resultReload = 0;
  /// Address of the `ret` instruction.
  uint64_t ret = 0;
  /// Number of bytes below the return address that the frame uses.
  uint32_t frameSize = 0;
  ReturnClass returns = ReturnClass::None;
  /// Why the units of this function are rows of the line table: how its source
  /// did not fit. Empty if they come from the source.
  std::string fallbackReason;
  bool isFallback() const { return !fallbackReason.empty(); }
  bool canReturn() const { return exit != 0; }
};

/// A function with code that is not traced, and why.
struct RefusedFunction {
  std::string name;
  std::string file;
  uint32_t line = 0;
  std::string reason;
  /// Returns false if the function holds no statement of the user: it comes
  /// from the system or from the compiler, or it is empty.
  bool mayHoldStatements() const;
};

/// What the program model decided about a piece of code, as printed by
/// `pinstripe units`.
struct ModelNote {
  enum class Kind : uint8_t { Merged, Glued, Dropped, Moved };
  Kind kind = Kind::Glued;
  FunctionId function{};
  UnitId unit{};
  uint64_t address = 0;
  std::string reason;
};

/// An operand of `&&` or `||`, or the question before `?`, with the one
/// instruction that makes the decision: a conditional jump, or a `setcc` that
/// puts a condition into a register. The flags alone tell how it decides.
struct ConditionOperand {
  SourceRange range;
  std::string text; ///< Source text of the operand, with white space folded.
  UnitId unit{};
  FunctionId function{};
  uint64_t address = 0; ///< Table address of the deciding instruction.
  /// Address of the instruction that sets the flags for the decision, if
  /// control goes straight on from there; otherwise 0.
  uint64_t comparison = 0;
  /// Condition of the deciding instruction; see ConditionFlags.h.
  uint8_t condition = 0;
  bool holdsWhenTrue = false; ///< The condition holds if the operand is true.
};

/// A declaration, and the cleanup that destroys what it constructs: both are
/// executed, or both are skipped.
struct CleanupLink {
  UnitId declaration{};
  UnitId cleanup{};
};

/// Everything that the other modules know about the program under test.
/// Invariant: entries are sorted by address, with one entry per address, and
/// ids are indices.
///
/// All addresses in a table are *table addresses*: the address in the module's
/// file plus the `base` of the module, without load bias. The program is module
/// 0 with base 0, so its table addresses are plain file addresses. The bases of
/// libraries lie above everything that a process can map, so that a table
/// address of a library is never mistaken for a run-time address. LoadedModules
/// (in Execution) translates between table and run-time addresses.
class UnitTable {
public:
  /// The program first, then the traced libraries in the order of their bases.
  std::vector<TracedModule> modules;
  std::string sourceRoot; ///< Longest common folder of the traced sources.
  /// The folder of the user: files below it are shown and named relative to it.
  /// It is not stored in files.
  std::string userFolder = {};
  std::vector<std::string> files; ///< Absolute paths of source files.
  std::vector<StatementUnit> units;
  std::vector<TracedFunction> functions; ///< All functions, sorted by `low`.
  std::vector<UnitEntry> entries;
  std::vector<ConditionOperand> operands; ///< All operands, sorted by address.
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

  /// Returns the entry that has exactly this table address.
  std::optional<EntryId> entryAt(uint64_t address) const;
  /// Returns the module to which a table address belongs.
  ModuleId moduleOf(uint64_t address) const;
  ModuleId moduleOf(FunctionId id) const { return moduleOf(function(id).low); }
  /// Translates a table address to the address in the file of its module.
  uint64_t fileAddress(uint64_t address) const;
  /// Returns the file name of a library; an empty text for the program itself.
  std::string libraryName(ModuleId id) const;
  /// Returns the name of a function, followed by its library if it is in one:
  /// `total (libledger.so)`.
  std::string displayName(const TracedFunction &function) const;
  /// Returns the path of a file as the user would type it: relative to
  /// `userFolder` if the file is below that folder, otherwise absolute.
  /// `isNamed` accepts this path.
  std::string displayPath(FileId id) const { return displayPath(file(id)); }
  std::string displayPath(llvm::StringRef path) const;
  /// Returns true if the user may mean this file by `name`: the end of its
  /// path, or its path relative to `userFolder`.
  bool isNamed(FileId id, llvm::StringRef name) const;
  /// Returns true if the file is below `sourceRoot`, or if that is empty.
  bool isBelowSourceRoot(FileId id) const;
};

/// Returns the current folder with links resolved, as in the paths of a
/// UnitTable; empty if the folder is gone.
std::string currentFolder();

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_UNITTABLE_H
