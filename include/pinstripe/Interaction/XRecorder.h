// Records what a user does with a program's windows on the user's display.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_INTERACTION_XRECORDER_H
#define PINSTRIPE_INTERACTION_XRECORDER_H

#include "pinstripe/Interaction/Action.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace pinstripe {

/// Records what the user of a display does with the keys and the mouse, by
/// means of the extension RECORD. Only the windows of programs that connect to
/// the display after this object was made are included. So what the user does
/// in other programs is not recorded.
class XRecorder {
public:
  /// Begins to record on the display that the environment variable DISPLAY of
  /// this process names. Returns a UsageError if there is no such display, or
  /// if it lacks a necessary extension.
  static llvm::Expected<std::unique_ptr<XRecorder>> open();
  ~XRecorder();
  XRecorder(const XRecorder &) = delete;
  XRecorder &operator=(const XRecorder &) = delete;

  /// Returns the size of the display.
  DisplaySetting display() const;
  /// Returns a descriptor that becomes readable when the user has done
  /// something.
  int descriptor() const;
  /// Records what the user has done since the last call. `seconds` becomes the
  /// time of these actions. Returns false if the display is gone.
  bool read(double seconds);
  /// Returns all recorded actions.
  std::vector<Action> take();

private:
  struct Recording;
  explicit XRecorder(std::unique_ptr<Recording> recording);

  std::unique_ptr<Recording> recording;
};

} // namespace pinstripe

#endif // PINSTRIPE_INTERACTION_XRECORDER_H
