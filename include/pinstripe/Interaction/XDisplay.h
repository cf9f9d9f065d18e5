// Acts as the user of a display of the X Window System, and looks at it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_INTERACTION_XDISPLAY_H
#define PINSTRIPE_INTERACTION_XDISPLAY_H

#include "pinstripe/Interaction/Action.h"
#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace pinstripe {

/// A display on which nobody but this object has a keyboard and a mouse. It
/// presses keys and moves the mouse by the extension XTEST.
///
/// The display needs no window manager: this object does what little of one a
/// user needs. Keys go to the window that is on top, and a window that is
/// clicked comes to the top.
class XDisplay {
public:
  /// Makes an object for a display to which `socket` is connected. Returns an
  /// EngineError if there is no display, or if it has no XTEST.
  static llvm::Expected<std::unique_ptr<XDisplay>>
  connect(FileDescriptor socket);
  ~XDisplay();
  XDisplay(const XDisplay &) = delete;
  XDisplay &operator=(const XDisplay &) = delete;

  /// Makes an action. `settle` is called between pressing and releasing a
  /// button, and must wait until the program has done what it does after that;
  /// it returns false if the program has ended. An action that is for a window
  /// that does not exist has no effect.
  void make(const Action &action, llvm::function_ref<bool()> settle);

  /// Tells that the program waits for its user, who sees the display as it is
  /// now. Returns true if the user has had something to do, since the program
  /// has a new first window: the program may react to that.
  bool noteSeen();
  /// Returns what the user has seen at last, as text with a line for each
  /// window: its title, size and place, and a number that is the same for equal
  /// pictures.
  const std::string &text() const;
  /// Waits until the display has done everything that it was asked for. Returns
  /// false if it is gone.
  bool synchronise();

private:
  struct Connection;
  explicit XDisplay(std::unique_ptr<Connection> connection);

  std::unique_ptr<Connection> connection;
};

} // namespace pinstripe

#endif // PINSTRIPE_INTERACTION_XDISPLAY_H
