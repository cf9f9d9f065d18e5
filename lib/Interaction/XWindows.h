// Lists the windows of a display, with their titles and pictures.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_INTERACTION_XWINDOWS_H
#define PINSTRIPE_LIB_INTERACTION_XWINDOWS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>
#include <xcb/xcb.h>

namespace pinstripe {

/// Frees memory that the library xcb has returned.
struct FreeReply {
  void operator()(void *reply) const { std::free(reply); }
};
template <typename T> using Reply = std::unique_ptr<T, FreeReply>;

/// A direct child of the display's root window, if it is shown.
struct TopWindow {
  xcb_window_t id = XCB_NONE;
  /// The place on the display of the upper left corner of the window's
  /// contents.
  int x = 0, y = 0;
  int width = 0, height = 0;
  /// True for a window that a window manager would not move or decorate, such
  /// as a menu.
  bool isPopup = false;
  std::string title = {};

  bool has(int atX, int atY) const {
    return atX >= x && atX < x + width && atY >= y && atY < y + height;
  }
};

/// Lists the top-level windows that a display shows.
class WindowList {
public:
  WindowList(xcb_connection_t *connection, xcb_window_t root);
  /// Returns the windows that are there now, from the lowest to the topmost.
  std::vector<TopWindow> look() const;

private:
  xcb_connection_t *connection;
  xcb_window_t root;
  /// The number (atom) of the property that has a window's title in UTF-8.
  xcb_atom_t netName;
};

/// Returns the title of a window; empty if the window has none.
std::string titleOf(xcb_connection_t *connection, xcb_window_t window);

/// Returns a number for the picture in a part of the display; equal pictures
/// have equal numbers.
std::string pictureOf(xcb_connection_t *connection, const xcb_screen_t &screen,
                      const TopWindow &window);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_INTERACTION_XWINDOWS_H
