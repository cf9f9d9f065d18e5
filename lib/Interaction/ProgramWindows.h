// Finds the windows of one program on a display that others use, too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_INTERACTION_PROGRAMWINDOWS_H
#define PINSTRIPE_LIB_INTERACTION_PROGRAMWINDOWS_H

#include "XWindows.h"
#include "pinstripe/Interaction/Action.h"
#include <map>
#include <optional>

namespace pinstripe {

/// The windows of clients that have come after this object. A window manager
/// may have put them into windows of its own.
class ProgramWindows {
public:
  explicit ProgramWindows(xcb_connection_t *connection);

  /// Remembers the windows that there are now, and those of the last time. A
  /// program may close a window as soon as a button is pressed in it, before
  /// the press has been noted, and perhaps while this function looks. So all
  /// presses must be noted between two calls.
  void remember();
  /// Returns the place in a window of the program for a place on the display:
  /// in the first window of the program, or in another one that has a title.
  /// Menus belong to the first window. Returns nullopt if no window of the
  /// program is there.
  std::optional<MousePlace> placeAt(int x, int y);
  /// Returns where `place` would be if the mouse moved to another place on the
  /// display, maybe outside of the window. `x` and `y` are that place.
  MousePlace moved(MousePlace place, int x, int y);
  /// Returns whether the keys go to a window of the program, while the mouse is
  /// at a place on the display.
  bool haveKeys(int x, int y);

private:
  /// A window, and the window of the display in which it is.
  struct Found {
    xcb_window_t id = XCB_NONE;
    bool isPopup = false;
    int x = 0, y = 0; ///< The upper left corner.
    int width = 0, height = 0;
    std::string title = {}; ///< Only in a remembered window.
  };
  /// The process of each client of the display, by the numbers with which the
  /// ids of the client begin; 0 if the display does not know the process.
  using Clients = std::map<uint32_t, uint32_t>;
  Clients clients() const;
  bool isOwn(xcb_window_t window) const;
  std::optional<Found> describe(xcb_window_t window) const;
  std::optional<Found> windowAt(int x, int y) const;
  void list(xcb_window_t parent, unsigned depth,
            std::vector<Found> &found) const;
  std::optional<Found> mainWindow();
  std::optional<Found> closedWindowAt(int x, int y) const;
  std::string titleOrFormer(xcb_window_t window) const;

  xcb_connection_t *connection;
  xcb_window_t root;
  uint32_t clientMask;
  /// The clients that were there before, and those that were there at the last
  /// look. When a client leaves, the next one to come may get its ids.
  Clients others, present;
  xcb_window_t main = XCB_NONE;
  std::vector<Found> remembered() const;

  /// The windows as they were remembered at the last look and at the one before
  /// it, from the lowest to the topmost.
  std::vector<Found> former, earlier;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_INTERACTION_PROGRAMWINDOWS_H
