// Describes the statement units of a program and where their code is.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This program model is plain data, computed once per executable and shared by
// the engines (which run the program with some statements skipped), the trace
// and the reports. lib/Program/README.md explains how it is made, and
// ARCHITECTURE.md explains the words.

#ifndef PINSTRIPE_PROGRAM_UNITTABLE_H
#define PINSTRIPE_PROGRAM_UNITTABLE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// FileId, UnitId and the other ids are indices into the vectors of a
/// UnitTable. They have distinct types, so that they can't be mixed up.
enum class FileId : uint32_t {};
enum class UnitId : uint32_t {};
enum class FunctionId : uint32_t {};
enum class EntryId : uint32_t {};
enum class ModuleId : uint32_t {};
enum class OperandId : uint32_t {};

/// The program, or a shared library that is traced with the program.
struct TracedModule {
  /// Absolute path of the module's file, with links resolved.
  std::string path;
  std::string buildHash; ///< Hash of the bytes of the module's file.
  /// The number that is added to an address in the module's file to get the
  /// table address. Since this number differs between modules, a table address
  /// also tells the module.
  uint64_t base = 0;
};

/// The distance between the `base` of a module and the `base` of the next one.
/// It is 2^47 because processes use no higher addresses. There can be at most
/// 64 modules. So all table addresses (an address in the module's file plus
/// `base`) fit into 53 bits, and JSON readers represent numbers of this size
/// exactly.
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
  /// The statement unit is an expression statement or an asm statement.
  Expression,
  /// The statement unit is one declared variable whose declaration runs code:
  /// an initialiser, a constructor, or the allocation of a variable-length
  /// array.
  Declaration,
  /// The statement unit is the deciding part of an if, while, do, for, switch
  /// or range-for; or a computed goto (`goto *p`).
  Condition,
  /// The statement unit is the first part of a `for`, before the first `;`.
  LoopInit,
  LoopIncrement,
  /// The statement unit is the computation of a returned value; the return
  /// itself is not a part of it.
  Return,
  /// The statement unit is a member or base initialiser of a constructor.
  Initializer,
  /// The statement unit consists of the destructor calls at the end of a scope.
  Cleanup,
  /// The statement unit was found in the line table, because the source is
  /// missing or does not fit the line table.
  Line,
};

/// Returns the name of a kind of unit, such as "declaration", for JSON and for
/// formats of other tools.
llvm::StringRef unitKindName(UnitKind kind);
/// Returns the name of a kind of unit for texts that people read. It differs
/// from the name in JSON only in the spelling of "clean-up".
llvm::StringRef unitKindWords(UnitKind kind);

/// A statement unit: the smallest part of the source that can be skipped whole.
/// A unit in a template or a constructor has code in several machine functions.
struct StatementUnit {
  SourceRange range;
  UnitKind kind = UnitKind::Expression;
  /// The source text of the unit, with one space for each stretch of white
  /// space.
  std::string text;
  /// Says why the unit is always executed; empty if it can be skipped.
  std::string pinReason;
  bool isPinned() const { return !pinReason.empty(); }
};

/// A register that must be loaded before control is sent to the start of a
/// statement: `dwarfRegister` gets the 8 bytes at rbp + frameOffset. The reason
/// is that the compiler keeps a copy of these bytes in the register across
/// statements, as clang does with `this`.
struct RegisterReload {
  uint8_t dwarfRegister = 0;
  int32_t frameOffset = 0;
};

/// A store that writes to the same place whenever it is executed: to a fixed
/// place in the frame, or to a fixed address.
struct FixedStore {
  bool isInFrame = false;
  /// The place to which the store writes. If isInFrame is true, this is a
  /// distance from rbp; otherwise it is a table address: the address in the
  /// module's file plus a constant for each module (see UnitTable).
  int64_t place = 0;
  uint32_t size = 0;
};

/// Describes the code between an entry and the entries that follow it: where
/// control can go, and what the code stores. An entry is an address at which
/// control enters a statement unit.
struct EntryFlow {
  /// The entries (addresses at which control enters a statement) that control
  /// can reach from the described entry without passing another one. They are
  /// sorted. In a loop, an entry can be its own successor.
  std::vector<uint64_t> successors;
  /// True if control can go from the described entry of a statement to the end
  /// of the function without passing another entry.
  bool mayLeave = false;
  /// True if, on each way from the described entry of a statement to the next
  /// entries, a conditional jump reads the processor flags and no later
  /// instruction sets them. Then the flags at the next entry tell how the
  /// statement has decided.
  bool decidesByFlags = false;
  /// The stores to fixed places in the code between the described entry of a
  /// statement and the next entries. The address of a fixed place depends on no
  /// register except rbp or rip.
  std::vector<FixedStore> stores;
};

/// An address at which control can enter a statement unit from outside the
/// unit. An engine may send control there. The stack pointer then has the value
/// that it has between statements. The code after the entry needs no values in
/// registers, except for the registers in `reloads`. The engine must load the
/// registers in `reloads` first.
struct UnitEntry {
  /// The table address of the entry: the address in the module's file plus a
  /// constant for each module, wherever the module is loaded (see UnitTable).
  uint64_t address = 0;
  UnitId unit{};
  FunctionId function{};
  std::vector<RegisterReload> reloads = {};
  EntryFlow flow = {};
};

enum class ReturnClass : uint8_t {
  None,     ///< The function returns nothing (void).
  Register, ///< The result is returned in rax, rdx, xmm0 or xmm1.
  Memory,   ///< The result is in memory, and rax returns a pointer to it.
};

/// A machine function whose statements can be skipped. Its frame is a standard
/// one: after the prologue rbp holds the frame address, with the caller's rbp
/// at [rbp] and the return address at [rbp + 8].
struct TracedFunction {
  /// The function's name as users write it, as in `Shape::area`.
  std::string name;
  std::string linkageName; ///< The function's name in the symbol table.
  SourceRange range; ///< The range of the function's definition in the source.
  uint64_t low = 0, high = 0;
  /// Address of the first instruction that can be skipped. The code before this
  /// address is the prologue, the code that stores the parameters, and further
  /// code that can't be told from the prologue.
  uint64_t bodyStart = 0;
  /// Address at which the epilogue begins; 0 if the function never returns. The
  /// epilogue is the code that reloads the return value, if this value is in a
  /// frame slot, and then tears down the frame.
  uint64_t exit = 0;
  /// Address at which the tear-down of the frame begins, after the reload of
  /// the return value. If no value is reloaded, this is equal to `exit`, where
  /// the epilogue begins.
  uint64_t tearDown = 0;
  /// Address of the code that moves the value of an executed return statement
  /// to the register in which callers expect it, and then goes on to the
  /// epilogue at `exit`. gcc makes such code if it keeps the value in rbx while
  /// destructors run. If the function has no such code, this is equal to
  /// `exit`.
  uint64_t resultReload = 0;
  /// Address of the `ret` instruction that ends the function.
  uint64_t ret = 0;
  /// The size of the function's frame: the number of bytes that the frame takes
  /// below the return address.
  uint32_t frameSize = 0;
  ReturnClass returns = ReturnClass::None;
  /// True if the compiler has made the function by itself, for example the
  /// constructor of a class that declares no constructor. The only source text
  /// of such a function is that of the initialisers in the class.
  bool isImplicit = false;
  /// True for a coroutine of C++20, a function that can be suspended. The
  /// compiler makes several functions of its code, some of which resume it.
  bool isCoroutine = false;
  /// If the statements of this function come from the line table, says why the
  /// source could not be used; otherwise empty.
  std::string fallbackReason;
  bool isFallback() const { return !fallbackReason.empty(); }
  bool canReturn() const { return exit != 0; }
};

/// A function that has debug information but is not traced. `reason` says why.
struct RefusedFunction {
  std::string name;
  std::string file;
  uint32_t line = 0;
  std::string reason;
  /// Returns false if the function surely holds no statement that the user
  /// wrote: it comes from the system or from the compiler, or it is empty.
  bool mayHoldStatements() const;
};

/// A remark on a piece of code, for example that two statements can only be
/// executed or skipped together. `pinstripe units` prints these remarks.
struct ModelNote {
  enum class Kind : uint8_t { Merged, Glued, Dropped, Moved };
  Kind kind = Kind::Glued;
  FunctionId function{};
  UnitId unit{};
  uint64_t address = 0;
  std::string reason;
};

/// An operand of `&&` or `||`, or the first operand of `?:`, with the one
/// instruction that decides whether the operand is true. This instruction is a
/// conditional jump, or a `setcc`, which puts a condition into a register.
/// Nothing but the processor flags influences the decision.
struct ConditionOperand {
  SourceRange range;
  /// Source text of the operand, with one space for each stretch of white
  /// space.
  std::string text;
  UnitId unit{};
  FunctionId function{};
  /// The table address of the instruction that decides whether the operand is
  /// true: the address in the module's file plus a constant for each module
  /// (see UnitTable).
  uint64_t address = 0;
  /// Address of the instruction that sets the flags for the decision. Control
  /// always goes on from it to the instruction at `address`. 0 if there is no
  /// such instruction.
  uint64_t comparison = 0;
  /// The condition that the instruction at `address` tests, numbered as in
  /// ConditionFlags.h.
  uint8_t condition = 0;
  /// True if `condition` holds when the operand is true; false if `condition`
  /// holds when the operand is false.
  bool holdsWhenTrue = false;
};

/// An instruction that reads the processor flags inside a statement: a
/// conditional jump, or an instruction such as `setcc`. The flags tell how the
/// program has compared two values. Guarded flow, in which a run must decide as
/// recorded, looks at the flags there.
///
/// Two kinds of instructions are left out. The first is the last jump of a
/// statement that decides by flags: guarded flow looks at these flags when
/// control arrives at the next statement (see EntryFlow::decidesByFlags). The
/// second is an instruction that reads the same flags as another one before it.
struct FlagReader {
  FunctionId function{};
  /// The table address of the instruction: the address in the module's file
  /// plus a constant for each module, wherever the module is loaded (see
  /// UnitTable).
  uint64_t address = 0;
  /// Address of the instruction that sets the flags. Control always goes on
  /// from it to the instruction at `address`. 0 if there is no such
  /// instruction.
  uint64_t comparison = 0;
};

/// A declaration of objects and the cleanup that destroys them at the end of
/// their scope. Either both units are executed, or both are skipped.
struct CleanupLink {
  UnitId declaration{};
  UnitId cleanup{};
};

/// The model of the program under test that all parts of Pinstripe use.
/// `entries` are sorted by address, with one entry for each address, and ids
/// are indices.
///
/// All addresses in a table are *table addresses*: the address in the module's
/// file plus the `base` of the module, without load bias. The program is module
/// 0 with base 0, so its table addresses are plain file addresses. The bases of
/// libraries lie above everything that a process can map, so that a table
/// address of a library is never mistaken for a run-time address. LoadedModules
/// (in Execution) translates between table and run-time addresses.
class UnitTable {
public:
  /// The program itself, then the traced libraries in the order of their bases.
  std::vector<TracedModule> modules;
  /// The innermost folder that contains all traced sources.
  std::string sourceRoot;
  /// The user's current folder. The path of a source file is shown relative to
  /// this folder if that makes the path shorter. This folder is not stored in
  /// trace files.
  std::string userFolder = {};
  std::vector<std::string> files; ///< Absolute paths of source files.
  std::vector<StatementUnit> units;
  /// All functions, sorted by their first address (`low`).
  std::vector<TracedFunction> functions;
  std::vector<UnitEntry> entries;
  /// All operands of conditions, sorted by the address of the instruction that
  /// decides about the operand.
  std::vector<ConditionOperand> operands;
  /// The instructions that read the processor flags inside a statement, sorted
  /// by address.
  std::vector<FlagReader> flagReaders;
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

  /// Returns the entry (the start of a statement) that is exactly at `address`;
  /// nullopt if there is no such entry.
  std::optional<EntryId> entryAt(uint64_t address) const;
  /// Returns the module to which a table address belongs. Such an address is
  /// the address in the module's file plus the `base` of the module, so table
  /// addresses of different modules differ.
  ModuleId moduleOf(uint64_t address) const;
  ModuleId moduleOf(FunctionId id) const { return moduleOf(function(id).low); }
  /// Converts a table address into an address in its module's file by
  /// subtracting the module's base.
  uint64_t fileAddress(uint64_t address) const;
  /// Returns the file name of a traced library; an empty text for the program.
  std::string libraryName(ModuleId id) const;
  /// Returns the name of a function, followed by the name of its library if it
  /// belongs to one: `total (libledger.so)`.
  std::string displayName(const TracedFunction &function) const;
  /// Returns the path of a file as the user would type it. The path is relative
  /// to `userFolder`, as in ../src/a.c, or absolute if the absolute path is
  /// shorter. isNamed() accepts this path.
  std::string displayPath(FileId id) const { return displayPath(file(id)); }
  std::string displayPath(llvm::StringRef path) const;
  /// Returns true if a name that the user has typed may mean the source file
  /// `id`: the name is the end of the file's path, or the path relative to
  /// `userFolder`.
  bool isNamed(FileId id, llvm::StringRef name) const;
  /// Returns true if the source file `id` lies below `sourceRoot`, or if
  /// `sourceRoot` is empty.
  bool isBelowSourceRoot(FileId id) const;
};

/// Returns the path of the current folder, with links resolved. The paths in a
/// UnitTable have this form, too. The result is empty if the folder is gone.
std::string currentFolder();

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_UNITTABLE_H
