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

/// A display of the X Window System whose keyboard and mouse are used by this
/// object only. The object presses keys and moves the mouse with the extension
/// XTEST.
///
/// The display needs no window manager, since this object does what a user
/// needs from one: keys go to the topmost window, and a window that is clicked
/// becomes the topmost.
class XDisplay {
public:
  /// Connects to a display through `socket`, which leads to its server. Returns
  /// an EngineError if there is no display, or if it lacks the extension XTEST.
  static llvm::Expected<std::unique_ptr<XDisplay>>
  connect(FileDescriptor socket);
  ~XDisplay();
  XDisplay(const XDisplay &) = delete;
  XDisplay &operator=(const XDisplay &) = delete;

  /// Makes an action. `settle` is called between pressing and releasing a
  /// button. It must wait until the program has reacted to the press, and
  /// return false if the program has ended. An action in a window that does not
  /// exist has no effect.
  void make(const Action &action, llvm::function_ref<bool()> settle);

  /// Must be called when the program begins to wait for its user. From then on,
  /// the user has seen the present content of the display. Returns true if the
  /// program has a new first window. Then this function has moved the mouse
  /// into the window and given it the keys, and the program may react to that.
  bool noteSeen();
  /// Returns a text that describes what the user has seen last. It has a line
  /// for each window, with its title, size and place, and with a number for its
  /// picture. Equal pictures have equal numbers.
  const std::string &text() const;
  /// Waits until the display has done everything that it was asked to do.
  /// Returns false if the display is gone.
  bool synchronise();

private:
  struct Connection;
  explicit XDisplay(std::unique_ptr<Connection> connection);

  std::unique_ptr<Connection> connection;
};

} // namespace pinstripe

#endif // PINSTRIPE_INTERACTION_XDISPLAY_H
