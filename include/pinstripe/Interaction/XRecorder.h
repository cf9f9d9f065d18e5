// Records what a user does with the windows of a program on his own display.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_INTERACTION_XRECORDER_H
#define PINSTRIPE_INTERACTION_XRECORDER_H

#include "pinstripe/Interaction/Action.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace pinstripe {

/// Records keys and the mouse by the extension RECORD. Only what the user does
/// in windows of clients that have come after this object counts, so what he
/// does in other programs is not recorded.
class XRecorder {
public:
  /// Begins to record on the display that the environment variable DISPLAY of
  /// this process names. Returns a UsageError if there is none, or if it lacks
  /// what is needed.
  static llvm::Expected<std::unique_ptr<XRecorder>> open();
  ~XRecorder();
  XRecorder(const XRecorder &) = delete;
  XRecorder &operator=(const XRecorder &) = delete;

  /// Returns the size of the display.
  DisplaySetting display() const;
  /// Returns a descriptor that can be read when the user has done something.
  int descriptor() const;
  /// Notes what the user has done since the last call. `seconds` becomes the
  /// time of the actions. Returns false if the display is gone.
  bool read(double seconds);
  /// Returns all actions.
  std::vector<Action> take();

private:
  struct Recording;
  explicit XRecorder(std::unique_ptr<Recording> recording);

  std::unique_ptr<Recording> recording;
};

} // namespace pinstripe

#endif // PINSTRIPE_INTERACTION_XRECORDER_H
