//===- FrameStack.h - Which frames there are --------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Analysis. The standard frames of a run, innermost last; they are
// told apart by their addresses.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_ANALYSIS_FRAMESTACK_H
#define PINSTRIPE_LIB_ANALYSIS_FRAMESTACK_H

#include "pinstripe/Analysis/DependenceGraph.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

namespace pinstripe {

struct StandardFrame {
  uint64_t frame = 0; ///< rbp
  NodeId entered{};   ///< what was written before belongs to others
  uint32_t function = ~uint32_t(0); ///< FunctionId, where that is asked for
  /// Writers of the parts of callee-saved registers at the last call; unwinding
  /// restores them.
  std::array<NodeId, 15> kept = {};
};

class FrameStack {
public:
  bool empty() const { return frames.empty(); }
  StandardFrame &top() { return frames.back(); }
  /// A new frame is set up.
  void open(uint64_t frame, NodeId node) {
    while (!empty() && top().frame <= frame)
      frames.pop_back();
    frames.push_back({frame, node, ~uint32_t(0)});
  }
  /// Code runs in this frame: those further down have ended.
  void returnTo(uint64_t frame, NodeId node) {
    while (!empty() && top().frame < frame)
      frames.pop_back();
    if (empty() || top().frame != frame)
      frames.push_back({frame, node, ~uint32_t(0)});
  }
  /// In some frame, or below all of them.
  bool isStack(uint64_t address) const {
    return !empty() && address < frames.front().frame + frameHead &&
           address + largestFrame >= frames.back().frame;
  }
  /// Of an address that is stack: was it written before its frame was there?
  bool isStale(uint64_t address, NodeId writer) const {
    const StandardFrame *owner = ownerOf(address);
    return owner && writer < owner->entered;
  }
  /// The innermost of those that begin above the address.
  const StandardFrame *ownerOf(uint64_t address) const {
    if (address < frames.back().frame)
      return &frames.back();
    auto inner = llvm::partition_point(frames, [&](const StandardFrame &each) {
      return each.frame + frameHead > address;
    });
    return inner == frames.begin() ? nullptr : &*(inner - 1);
  }

private:
  /// The caller's rbp and the return address.
  static constexpr uint64_t frameHead = 16;
  static constexpr uint64_t largestFrame = uint64_t(8) << 20;

  std::vector<StandardFrame> frames;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_FRAMESTACK_H
