// Finds the windows of one program on a display that other programs use, too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ProgramWindows.h"
#include "llvm/ADT/STLExtras.h"
#include <xcb/res.h>

using namespace pinstripe;

/// A window manager may put a window of the program into windows of its own.
/// The window of the program is found only if it is inside of fewer than this
/// many windows of the window manager.
static constexpr unsigned deepest = 5;

ProgramWindows::ProgramWindows(xcb_connection_t *connection)
    : connection(connection),
      root(xcb_setup_roots_iterator(xcb_get_setup(connection)).data->root),
      clientMask(~xcb_get_setup(connection)->resource_id_mask) {
  // The X server answers questions about processes only after the client has
  // asked for the version of the extension X-Resource.
  Reply<xcb_res_query_version_reply_t> version(xcb_res_query_version_reply(
      connection, xcb_res_query_version(connection, 1, 2), nullptr));
  others = present = clients();
}

ProgramWindows::Clients ProgramWindows::clients() const {
  Clients found;
  xcb_res_client_id_spec_t ofAll = {XCB_NONE,
                                    XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID};
  auto idsOf = xcb_res_query_client_ids(connection, 1, &ofAll);
  Reply<xcb_res_query_clients_reply_t> bases(xcb_res_query_clients_reply(
      connection, xcb_res_query_clients(connection), nullptr));
  Reply<xcb_res_query_client_ids_reply_t> ids(
      xcb_res_query_client_ids_reply(connection, idsOf, nullptr));
  if (bases) {
    const xcb_res_client_t *each = xcb_res_query_clients_clients(bases.get());
    int count = xcb_res_query_clients_clients_length(bases.get());
    for (int i = 0; i < count; ++i)
      found[each[i].resource_base] = 0;
  }
  if (!ids)
    return found;
  auto each = xcb_res_query_client_ids_ids_iterator(ids.get());
  for (; each.rem > 0; xcb_res_client_id_value_next(&each))
    if (xcb_res_client_id_value_value_length(each.data) > 0)
      found[each.data->spec.client & clientMask] =
          *xcb_res_client_id_value_value(each.data);
  return found;
}

/// Returns whether a window belongs to the program. The id of a window begins
/// with the number of the client that has made it.
bool ProgramWindows::isOwn(xcb_window_t window) const {
  if (window == XCB_NONE || window == root)
    return false;
  auto before = others.find(window & clientMask);
  auto now = present.find(window & clientMask);
  return before == others.end() ||
         (now != present.end() && now->second != before->second);
}

/// Returns the place and size of a window; nullopt if the window is not shown.
std::optional<ProgramWindows::Found>
ProgramWindows::describe(xcb_window_t window) const {
  auto attributesOf = xcb_get_window_attributes(connection, window);
  auto sizeOf = xcb_get_geometry(connection, window);
  auto placeOf = xcb_translate_coordinates(connection, window, root, 0, 0);
  Reply<xcb_get_window_attributes_reply_t> attributes(
      xcb_get_window_attributes_reply(connection, attributesOf, nullptr));
  Reply<xcb_translate_coordinates_reply_t> place(
      xcb_translate_coordinates_reply(connection, placeOf, nullptr));
  Reply<xcb_get_geometry_reply_t> size(
      xcb_get_geometry_reply(connection, sizeOf, nullptr));
  if (!attributes || !place || !size ||
      attributes->map_state != XCB_MAP_STATE_VIEWABLE ||
      attributes->_class != XCB_WINDOW_CLASS_INPUT_OUTPUT)
    return std::nullopt;
  return Found{window,       attributes->override_redirect != 0,
               place->dst_x, place->dst_y,
               size->width,  size->height};
}

std::optional<ProgramWindows::Found> ProgramWindows::windowAt(int x,
                                                              int y) const {
  xcb_window_t window = root;
  for (unsigned depth = 0; depth < deepest; ++depth) {
    Reply<xcb_translate_coordinates_reply_t> inside(
        xcb_translate_coordinates_reply(
            connection,
            xcb_translate_coordinates(connection, root, window,
                                      static_cast<int16_t>(x),
                                      static_cast<int16_t>(y)),
            nullptr));
    if (!inside || inside->child == XCB_NONE)
      return std::nullopt;
    window = inside->child;
    if (isOwn(window))
      return describe(window);
  }
  return std::nullopt;
}

/// Adds to `found` the windows of the program that are inside of `parent`, but
/// not inside of another window of the program.
void ProgramWindows::list(xcb_window_t parent, unsigned depth,
                          std::vector<Found> &found) const {
  Reply<xcb_query_tree_reply_t> tree(xcb_query_tree_reply(
      connection, xcb_query_tree(connection, parent), nullptr));
  if (!tree || depth == deepest)
    return;
  const xcb_window_t *children = xcb_query_tree_children(tree.get());
  for (int i = 0; i < xcb_query_tree_children_length(tree.get()); ++i) {
    if (!isOwn(children[i]))
      list(children[i], depth + 1, found);
    else if (std::optional<Found> window = describe(children[i]))
      found.push_back(*window);
  }
}

std::optional<ProgramWindows::Found> ProgramWindows::mainWindow() {
  if (main != XCB_NONE)
    if (std::optional<Found> window = describe(main))
      return window;
  std::vector<Found> windows;
  list(root, 0, windows);
  for (const Found &window : windows)
    if (!window.isPopup) {
      main = window.id;
      return window;
    }
  for (const Found &window : remembered())
    if (window.id == main)
      return window;
  return std::nullopt;
}

void ProgramWindows::remember() {
  present = clients();
  std::vector<Found> windows;
  list(root, 0, windows);
  for (Found &window : windows)
    window.title = titleOf(connection, window.id);
  earlier = former;
  // If the program has ended, there are no windows now. The list of its last
  // windows is kept, since actions in them may still have to be recorded.
  if (!windows.empty())
    former = std::move(windows);
}

/// Returns all remembered windows: first those that the last call of `remember`
/// found, then those that the call before it found. Each of these two parts
/// begins with the topmost window.
std::vector<ProgramWindows::Found> ProgramWindows::remembered() const {
  std::vector<Found> windows(former.rbegin(), former.rend());
  windows.insert(windows.end(), earlier.rbegin(), earlier.rend());
  return windows;
}

/// Returns a remembered window that covered the place (`x`, `y`) of the display
/// and does not exist any more; nullopt if there is no such window.
std::optional<ProgramWindows::Found>
ProgramWindows::closedWindowAt(int x, int y) const {
  for (const Found &window : remembered())
    if (x >= window.x && x < window.x + window.width && y >= window.y &&
        y < window.y + window.height && !describe(window.id))
      return window;
  return std::nullopt;
}

/// Returns the title of a window. If the window has no title now, returns the
/// title that was remembered.
std::string ProgramWindows::titleOrFormer(xcb_window_t window) const {
  std::string title = titleOf(connection, window);
  for (const Found &each : remembered())
    if (title.empty() && each.id == window)
      title = each.title;
  return title;
}

std::optional<MousePlace> ProgramWindows::placeAt(int x, int y) {
  present = clients();
  std::optional<Found> first = mainWindow();
  std::optional<Found> window = windowAt(x, y);
  if (!window)
    window = closedWindowAt(x, y);
  if (!window || !first)
    return std::nullopt;
  MousePlace place;
  if (!window->isPopup && window->id != first->id)
    place.window = titleOrFormer(window->id);
  const Found &origin = place.window.empty() ? *first : *window;
  place.x = x - origin.x;
  place.y = y - origin.y;
  return place;
}

MousePlace ProgramWindows::moved(MousePlace place, int x, int y) {
  std::vector<Found> windows;
  if (place.window.empty()) {
    if (std::optional<Found> first = mainWindow())
      windows.push_back(*first);
  } else {
    list(root, 0, windows);
    llvm::erase_if(windows, [&](const Found &each) {
      return titleOf(connection, each.id) != place.window;
    });
  }
  if (windows.empty())
    return place;
  place.x = x - windows.back().x;
  place.y = y - windows.back().y;
  return place;
}

bool ProgramWindows::haveKeys(int x, int y) {
  present = clients();
  Reply<xcb_get_input_focus_reply_t> focus(xcb_get_input_focus_reply(
      connection, xcb_get_input_focus(connection), nullptr));
  if (!focus)
    return false;
  if (focus->focus == XCB_INPUT_FOCUS_NONE)
    return false;
  // The keyboard focus is at no single window, as on a display without a window
  // manager. So the keys go to the window under the mouse.
  if (focus->focus == XCB_INPUT_FOCUS_POINTER_ROOT || focus->focus == root)
    return windowAt(x, y).has_value();
  return isOwn(focus->focus);
}
