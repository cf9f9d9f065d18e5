// Keeps the stack frames that exist at a point of the run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis. Only standard frames count, which code addresses through
// rbp. Frames are told apart by their addresses.

#ifndef PINSTRIPE_LIB_ANALYSIS_FRAMESTACK_H
#define PINSTRIPE_LIB_ANALYSIS_FRAMESTACK_H

#include "pinstripe/Analysis/DependenceGraph.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

namespace pinstripe {

struct StandardFrame {
  uint64_t frame = 0; ///< The value of rbp in the frame.
  NodeId entered{}; ///< Bytes of the frame are stale if their writer is older.
  /// A FunctionId; known only if the recorder notes stored places.
  uint32_t function = ~uint32_t(0);
  /// The writers of the callee-saved registers at the latest call from this
  /// frame. Unwinding restores these registers.
  std::array<NodeId, 15> savedRegisters = {};
};

class FrameStack {
public:
  bool empty() const { return frames.empty(); }
  StandardFrame &top() { return frames.back(); }
  /// Adds a new frame. Frames at lower addresses have ended.
  void open(uint64_t frame, NodeId node) {
    while (!empty() && top().frame <= frame)
      frames.pop_back();
    frames.push_back({frame, node, ~uint32_t(0)});
  }
  /// Notes that code runs in this frame. Frames at lower addresses have ended.
  void returnTo(uint64_t frame, NodeId node) {
    while (!empty() && top().frame < frame)
      frames.pop_back();
    if (empty() || top().frame != frame)
      frames.push_back({frame, node, ~uint32_t(0)});
  }
  /// Returns true if the address is in some frame, or not far below the last
  /// frame.
  bool isStack(uint64_t address) const {
    return !empty() && address < frames.front().frame + frameHead &&
           address + largestFrame >= frames.back().frame;
  }
  /// Returns true if a byte of a frame was written before the frame was set up.
  bool isStale(uint64_t address, NodeId writer) const {
    const StandardFrame *owner = ownerOf(address);
    return owner && writer < owner->entered;
  }
  /// Returns the frame that owns the address: the innermost one above it.
  const StandardFrame *ownerOf(uint64_t address) const {
    if (address < frames.back().frame)
      return &frames.back();
    auto inner = llvm::partition_point(frames, [&](const StandardFrame &each) {
      return each.frame + frameHead > address;
    });
    return inner == frames.begin() ? nullptr : &*(inner - 1);
  }

private:
  /// The number of bytes of the caller's rbp and the return address.
  static constexpr uint64_t frameHead = 16;
  static constexpr uint64_t largestFrame = uint64_t(8) << 20;

  std::vector<StandardFrame> frames;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_FRAMESTACK_H
