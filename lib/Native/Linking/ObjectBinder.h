// Binds a recompiled object to the functions and variables of the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The object defines its own copies of all variables that it uses. A function
// that used such a copy would not see the values that the rest of the program
// writes. So the variables and functions of the object are replaced by those of
// the process. Only three things are used from the object: the functions that
// were to be recompiled, their static local variables if the process lacks
// them, and constant data whose address does not matter.

#ifndef PINSTRIPE_LIB_NATIVE_LINKING_OBJECTBINDER_H
#define PINSTRIPE_LIB_NATIVE_LINKING_OBJECTBINDER_H

#include "Linking/NameResolver.h"
#include "pinstripe/Program/RecompiledCode.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"

namespace pinstripe {

class ObjectBinder {
public:
  using Graph = llvm::jitlink::LinkGraph;
  using Block = llvm::jitlink::Block;
  using Symbol = llvm::jitlink::Symbol;

  struct Request {
    const RecompiledUnit &unit;
    const NameResolver &resolver;
    /// The string literals of the module to which the recompiled functions
    /// belong. `bias` is what must be added to an address in this module's file
    /// to get the run-time address.
    const StringLiterals &literals;
    uint64_t bias = 0;
    /// The sections that use a thread-local variable whose place in the process
    /// is unknown. The key is the name of the section, the value is the name of
    /// the variable.
    std::map<std::string, std::string> unboundSections;
    /// Returns whether a hook (code at a patched instruction) is at the entry
    /// of the function at this run-time address.
    llvm::function_ref<bool(uint64_t)> hasHook;
  };
  explicit ObjectBinder(const Request &request) : request(request) {}

  /// A function in the object that can be executed in place of a function of
  /// the process. A function of the source can have several such machine
  /// functions.
  struct Linked {
    /// The index of the function in RecompiledUnit::functions.
    size_t function = 0;
    /// The run-time address of the function in the process.
    uint64_t original = 0;
    /// How many bytes of stack the machine function uses, without the return
    /// address.
    uint32_t frameSize = 0;
    Symbol *symbol = nullptr;
  };
  /// Binds the symbols of the object. `graph` is JITLink's representation of
  /// the object. Marks as live the functions that can be linked, and lists them
  /// in `linked`. Must be called when JITLink asks for the live symbols. The
  /// pointers in `linked` are valid as long as the graph.
  void bind(Graph &graph);

  std::vector<Linked> linked;
  /// The functions that can't be linked, each with the reason. The key is an
  /// index into RecompiledUnit::functions.
  std::map<size_t, std::string> refused;

private:
  /// How the references to a block are bound. A block is a piece of the object
  /// with one function or one variable.
  struct Fate {
    /// The run-time address of the process's own function or variable, which is
    /// used in place of the block; nullopt if the block itself is used.
    std::optional<uint64_t> bound;
    std::string problem; ///< Why the block can't be used; empty if it can.
  };

  void listSymbols();
  void findWanted();
  void want(size_t function, Symbol &symbol);
  std::string problemOf(Block &wanted);
  std::string problemOfTarget(Symbol &target, std::vector<Block *> &reached);
  std::string problemOfUse(llvm::StringRef name);
  const Fate &fateOf(Block &block);
  Fate decide(Block &block) const;
  bool isStaticLocalOfWanted(llvm::StringRef name) const;
  void bindBlocks();
  void redirectToOriginals();
  void bindLiterals();
  void bindLiteral(llvm::jitlink::Edge &edge);
  void packFrames();
  Symbol &absolute(llvm::StringRef name, uint64_t address);

  const Request &request;
  Graph *graph = nullptr;
  std::map<Block *, std::vector<Symbol *>> symbolsOf;
  /// For each recompiled function, the address of the original function in the
  /// process. The key is the block (piece of the object) that holds the
  /// recompiled function.
  std::map<Block *, uint64_t> wanted;
  std::map<Block *, Fate> fates;
  std::map<uint64_t, Symbol *> absolutes;
  std::map<std::string, std::string> problems;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LINKING_OBJECTBINDER_H
