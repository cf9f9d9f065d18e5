// Keeps track of the stack frames that exist while a run is observed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only module Analysis uses this file. A frame stack tells to which stack frame
// an address belongs, and whether a byte there is left over from a frame that
// has ended. Only functions that use rbp as frame pointer are considered. The
// value of rbp identifies a frame.

#ifndef PINSTRIPE_LIB_ANALYSIS_FRAMESTACK_H
#define PINSTRIPE_LIB_ANALYSIS_FRAMESTACK_H

#include "pinstripe/Analysis/DependenceGraph.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

namespace pinstripe {

struct StandardFrame {
  uint64_t frame = 0; ///< Value of the register rbp while the function runs.
  /// The first graph node of the run after the frame began to exist. A byte of
  /// the frame is stale if it was last written by an older node: then it is
  /// left over from an ended frame.
  NodeId entered{};
  /// The number of the function to which the frame belongs. If the function is
  /// unknown, the number is larger than all numbers of functions.
  uint32_t function = ~uint32_t(0);
  /// For each callee-saved register, the graph node that was its last writer
  /// when code of this frame last made a call. If longjmp or an exception
  /// leaves this call, the registers are restored, and these nodes are their
  /// writers again.
  std::array<NodeId, 15> savedRegisters = {};
};

class FrameStack {
public:
  FrameStack() = default;
  /// Makes the stack of a thread that has no frames at addresses below `begin`.
  explicit FrameStack(uint64_t begin) : begin(begin) {}

  bool empty() const { return frames.empty(); }
  StandardFrame &top() { return frames.back(); }
  /// Adds a new frame. Frames at lower addresses or at the same address have
  /// ended, so they are removed.
  void open(uint64_t frame, NodeId node) {
    while (!empty() && top().frame <= frame)
      frames.pop_back();
    frames.push_back({frame, node, ~uint32_t(0)});
  }
  /// Called when code runs in the frame at address `frame`. Removes the frames
  /// at lower addresses, since they have ended.
  void returnTo(uint64_t frame, NodeId node) {
    while (!empty() && top().frame < frame)
      frames.pop_back();
    if (empty() || top().frame != frame)
      frames.push_back({frame, node, ~uint32_t(0)});
  }
  /// Returns true if the address is on the stack. The lowest address of the
  /// innermost frame is not known, so addresses up to 8 MiB below its frame
  /// address (rbp) count as stack.
  bool isStack(uint64_t address) const {
    return !empty() && address < frames.front().frame + frameHead &&
           address + largestFrame >= frames.back().frame && address >= begin;
  }
  /// Returns true if a byte of a frame was last written before the frame began
  /// to exist. The byte is then left over from a frame that has ended.
  bool isStale(uint64_t address, NodeId writer) const {
    const StandardFrame *owner = ownerOf(address);
    return owner && writer < owner->entered;
  }
  /// Returns the frame to which an address belongs: the innermost frame that
  /// begins above the address (frames grow downwards). Null if there is none.
  const StandardFrame *ownerOf(uint64_t address) const {
    if (address < frames.back().frame)
      return &frames.back();
    auto inner = llvm::partition_point(frames, [&](const StandardFrame &each) {
      return each.frame + frameHead > address;
    });
    return inner == frames.begin() ? nullptr : &*(inner - 1);
  }

private:
  /// The size in bytes of the caller's rbp and the return address, which lie
  /// next to each other in each frame.
  static constexpr uint64_t frameHead = 16;
  static constexpr uint64_t largestFrame = uint64_t(8) << 20;

  uint64_t begin = 0;
  std::vector<StandardFrame> frames;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_FRAMESTACK_H
