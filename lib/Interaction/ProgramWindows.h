// Finds the windows of one program on a display that other programs use, too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_INTERACTION_PROGRAMWINDOWS_H
#define PINSTRIPE_LIB_INTERACTION_PROGRAMWINDOWS_H

#include "XWindows.h"
#include "pinstripe/Interaction/Action.h"
#include <map>
#include <optional>

namespace pinstripe {

/// Finds the windows of one program. All clients that connect to the display
/// after this object was made count as this program. A window manager may have
/// put the windows of these clients into windows of its own.
class ProgramWindows {
public:
  explicit ProgramWindows(xcb_connection_t *connection);

  /// Remembers the windows that exist now, in addition to those that the
  /// previous call has remembered. A program may close a window as soon as a
  /// button is pressed in it: before the press is recorded, and perhaps while
  /// this function runs and before it has found the window. So all presses must
  /// be recorded between two calls of this function.
  void remember();
  /// Converts a place on the display into a place in a window of the program:
  /// in its first window, or in another window that has a title. A place in a
  /// menu becomes a place in the first window. Returns nullopt if no window of
  /// the program is at the place on the display.
  std::optional<MousePlace> placeAt(int x, int y);
  /// Returns where the mouse is in the window of `place` when it is at the
  /// place (`x`, `y`) of the display. The result may be outside of the window.
  MousePlace moved(MousePlace place, int x, int y);
  /// Returns true if keys would go to a window of the program while the mouse
  /// is at the place (`x`, `y`) of the display.
  bool haveKeys(int x, int y);

private:
  /// A window of the program, with its place on the display.
  struct Found {
    xcb_window_t id = XCB_NONE;
    bool isPopup = false;
    int x = 0, y = 0; ///< The place of the window's upper left corner.
    int width = 0, height = 0;
    /// The window's title; set for a remembered window only.
    std::string title = {};
  };
  /// For each client of the display, the id of its process; 0 if the display
  /// does not know it. The key is the number with which all ids of the client's
  /// windows begin.
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
  /// The clients of the display: `others` had connected before this object was
  /// made, and `present` were connected when the clients were last listed. A
  /// client can be in both lists with different processes, since a new client
  /// may get the ids of one that has left.
  Clients others, present;
  xcb_window_t main = XCB_NONE;
  std::vector<Found> remembered() const;

  /// `former` has the windows that the last call of `remember` found, and
  /// `earlier` those that the call before it found. Each list goes from the
  /// lowest window to the topmost.
  std::vector<Found> former, earlier;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_INTERACTION_PROGRAMWINDOWS_H
