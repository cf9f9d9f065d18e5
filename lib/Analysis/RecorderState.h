//===- RecorderState.h - What is known while a run is told ----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Analysis: how a DependenceRecorder does it.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_ANALYSIS_RECORDERSTATE_H
#define PINSTRIPE_LIB_ANALYSIS_RECORDERSTATE_H

#include "FrameStack.h"
#include "LastWriters.h"
#include "pinstripe/Analysis/DependenceRecorder.h"

namespace pinstripe {

/// Calls `take(part)` for each part of the set.
template <typename Take> void forEachPart(RegisterSet set, Take take) {
  for (; set != 0; set &= set - 1)
    take(static_cast<unsigned>(llvm::countr_zero(set)));
}

struct DependenceRecorder::State {
  /// A register that was stored to be brought back.
  struct SavedRegister {
    RegisterSet parts = 0;
    std::array<NodeId, 3> writers = {};
  };

  /// Bytes that are copied, as far as one node wrote them.
  struct CopiedStretch {
    uint64_t size = 0;
    NodeId writer{};
    bool isStale = false;
  };
  struct CopiedBytes {
    uint64_t address = 0;
    std::vector<CopiedStretch> stretches = {};
  };

  /// A library call that has begun.
  struct OpenCall {
    NodeId begin{};
    uint64_t frame = 0; ///< of the caller
    unsigned depth = 0; ///< functions that it has called back
    /// What they returned.
    std::vector<NodeId> results = {};
    /// What it prints as it is in memory; none: it does something else.
    MemoryAccess printed = {};
    std::vector<CopiedBytes> copied = {};
    /// Size of the string that the call has read first, without its end.
    std::optional<uint64_t> stringSize = {};
  };

  /// What an operand turned out to be.
  struct Access {
    uint64_t address = 0;
    uint64_t size = 0;
    const MemoryOperand *operand = nullptr;
  };

  /// What is to be known of a block beside what it holds.
  struct BlockRole {
    bool entersFunction : 1;
    bool opensFrame : 1;
  };

  State(const UnitTable &table, const DataCode &code, uint64_t mostBytes);

  // Nodes.
  NodeId nextNode() const { return NodeId(graph.nodes()); }
  NodeId beginNode();
  void add(NodeId on, bool isAddress, bool isStale);
  void addParts(RegisterSet parts, bool isAddress);
  template <typename Take>
  void visitOrigins(uint64_t address, uint64_t size, Take take);
  void addBytes(uint64_t address, uint64_t size, bool isAddress = false);
  void endNode(NodeId node);
  void define(RegisterSet parts, NodeId node) {
    forEachPart(parts, [&](unsigned part) { registers[part] = node; });
  }
  bool isFull();

  // Blocks.
  void enterBlock(BlockId id, const CodeBlock &block, uint64_t frame);
  bool resolve(const DataInstruction &instruction, uint64_t frame,
               int64_t moved, llvm::ArrayRef<uint64_t> &words);
  void execute(const DataInstruction &instruction);
  void executeCall(const DataInstruction &instruction);
  void executeReturn();
  bool isStringCopy();
  bool isRestored(const DataInstruction &instruction);
  void save(const DataInstruction &instruction, NodeId node);

  void readWatched(uint64_t frame);
  std::vector<DependenceGraph::PrintedBytes>
  writersOf(const MemoryAccess &printed, OutputRange output);

  // Places.
  void addStaticStores(ModuleId module);
  std::optional<StoredPlace> placeOf(uint64_t address) const;
  void set(uint64_t address, uint64_t size, NodeId node);
  void noteWrite(uint64_t address, uint64_t size);
  void noteUndefined(uint64_t address, uint64_t size);

  // Copies.
  CopiedBytes readCopied(uint64_t address, uint64_t size);
  void writeCopied(const CopiedBytes &bytes, const MemoryAccess &to,
                   NodeId cause);
  void keep(const CopiedBytes &bytes, uint64_t size);

  // Library calls.
  void readInCall(OpenCall &call, llvm::ArrayRef<MemoryAccess> reads);
  void addUncopied(const OpenCall &call, llvm::ArrayRef<MemoryAccess> writes);
  void writeInCall(const OpenCall &call, NodeId end,
                   llvm::ArrayRef<MemoryAccess> writes);
  void callBack();
  void leaveCalls(uint64_t frame);

  const UnitTable &table;
  const DataCode &code;
  uint64_t mostBytes;
  bool isExhausted = false;
  std::vector<WatchedBytes> watched; ///< and not yet read
  const Trace *expected = nullptr;   ///< null: no places are noted
  std::vector<uint32_t> functionOf;  ///< by block, if they are
  DependenceGraph graph;
  std::vector<BlockRole> roles;       ///< by block
  std::vector<int64_t> movedBy;       ///< by module: run time - table
  std::vector<uint8_t> moduleOf;      ///< by block
  std::array<NodeId, 64> registers{}; ///< by part
  LastWriters memory;
  FrameStack frames;
  llvm::SmallVector<Access, 2> accesses;
  llvm::DenseMap<uint32_t, SavedRegister> saved; ///< by node
  std::vector<OpenCall> calls;
  llvm::DenseMap<uint64_t, uint64_t> blockSizes; ///< of the heap
  uint64_t currentFrame = 0;
  uint64_t copyNodes = 0; ///< made so far
};

/// Calls `take(address, size, node, isStale)` for stretches that one node wrote
/// each.
template <typename Take>
void DependenceRecorder::State::visitOrigins(uint64_t address, uint64_t size,
                                             Take take) {
  bool isStack = frames.isStack(address);
  memory.visit(address, size, [&](uint64_t at, uint64_t length, Writer writer) {
    NodeId node = writer.node();
    if (!isStack)
      return take(at, length, node, writer.isReleased());
    if (node == DependenceGraph::initial)
      node = DependenceGraph::unwrittenStack;
    take(at, length, node, frames.isStale(at, node));
  });
}

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_RECORDERSTATE_H
