// Lists the windows of a display, with their titles and pictures.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "XWindows.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>

using namespace pinstripe;

/// Returns the X server's number (atom) for a name.
static xcb_atom_t atomOf(xcb_connection_t *connection, llvm::StringRef name) {
  auto cookie = xcb_intern_atom(
      connection, 0, static_cast<uint16_t>(name.size()), name.data());
  Reply<xcb_intern_atom_reply_t> reply(
      xcb_intern_atom_reply(connection, cookie, nullptr));
  return reply ? reply->atom : static_cast<xcb_atom_t>(XCB_ATOM_NONE);
}

namespace {

/// Requests the title of a window. The requests for all windows are sent before
/// the first answer is read, since waiting for an answer may take a while on a
/// busy machine.
class TitleRequest {
public:
  TitleRequest(xcb_connection_t *connection, xcb_window_t window,
               xcb_atom_t netName)
      : connection(connection), modern(ask(window, netName)),
        classic(ask(window, XCB_ATOM_WM_NAME)) {}
  std::string answer() const;

private:
  xcb_get_property_cookie_t ask(xcb_window_t window, xcb_atom_t name) const {
    constexpr uint32_t mostWords = 256;
    return xcb_get_property(connection, 0, window, name,
                            XCB_GET_PROPERTY_TYPE_ANY, 0, mostWords);
  }
  std::string textOf(xcb_get_property_cookie_t cookie) const;

  xcb_connection_t *connection;
  xcb_get_property_cookie_t modern, classic;
};

} // namespace

std::string TitleRequest::textOf(xcb_get_property_cookie_t cookie) const {
  Reply<xcb_get_property_reply_t> reply(
      xcb_get_property_reply(connection, cookie, nullptr));
  if (!reply || reply->format != 8)
    return "";
  return std::string(
      static_cast<const char *>(xcb_get_property_value(reply.get())),
      static_cast<size_t>(xcb_get_property_value_length(reply.get())));
}

std::string TitleRequest::answer() const {
  std::string title = textOf(modern), other = textOf(classic);
  if (title.empty())
    title = std::move(other);
  // A newline in a title would split the line that describes the window or an
  // action in it.
  std::replace_if(
      title.begin(), title.end(),
      [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return llvm::StringRef(title).trim(' ').str();
}

std::string pinstripe::titleOf(xcb_connection_t *connection,
                               xcb_window_t window) {
  return TitleRequest(connection, window, atomOf(connection, "_NET_WM_NAME"))
      .answer();
}

WindowList::WindowList(xcb_connection_t *connection, xcb_window_t root)
    : connection(connection), root(root),
      netName(atomOf(connection, "_NET_WM_NAME")) {}

std::vector<TopWindow> WindowList::look() const {
  std::vector<TopWindow> windows;
  Reply<xcb_query_tree_reply_t> tree(xcb_query_tree_reply(
      connection, xcb_query_tree(connection, root), nullptr));
  if (!tree)
    return windows;
  struct Request {
    xcb_window_t id;
    xcb_get_window_attributes_cookie_t attributes;
    xcb_get_geometry_cookie_t geometry;
    TitleRequest title;
  };
  std::vector<Request> requests;
  const xcb_window_t *children = xcb_query_tree_children(tree.get());
  for (int i = 0; i < xcb_query_tree_children_length(tree.get()); ++i)
    requests.push_back({children[i],
                        xcb_get_window_attributes(connection, children[i]),
                        xcb_get_geometry(connection, children[i]),
                        TitleRequest(connection, children[i], netName)});
  for (const Request &each : requests) {
    Reply<xcb_get_window_attributes_reply_t> attributes(
        xcb_get_window_attributes_reply(connection, each.attributes, nullptr));
    Reply<xcb_get_geometry_reply_t> geometry(
        xcb_get_geometry_reply(connection, each.geometry, nullptr));
    std::string title = each.title.answer();
    // If the window was closed after it was listed, it has no attributes or no
    // geometry, so it is left out.
    if (!attributes || !geometry ||
        attributes->map_state != XCB_MAP_STATE_VIEWABLE ||
        attributes->_class != XCB_WINDOW_CLASS_INPUT_OUTPUT)
      continue;
    TopWindow window;
    window.id = each.id;
    window.x = geometry->x + geometry->border_width;
    window.y = geometry->y + geometry->border_width;
    window.width = geometry->width;
    window.height = geometry->height;
    window.isPopup = attributes->override_redirect != 0;
    window.title = std::move(title);
    windows.push_back(std::move(window));
  }
  return windows;
}

std::string pinstripe::pictureOf(xcb_connection_t *connection,
                                 const xcb_screen_t &screen,
                                 const TopWindow &window) {
  int left = std::max(window.x, 0), top = std::max(window.y, 0);
  int right = std::min<int>(window.x + window.width, screen.width_in_pixels);
  int bottom = std::min<int>(window.y + window.height, screen.height_in_pixels);
  if (left >= right || top >= bottom)
    return "outside of the display";
  auto cookie =
      xcb_get_image(connection, XCB_IMAGE_FORMAT_Z_PIXMAP, screen.root,
                    static_cast<int16_t>(left), static_cast<int16_t>(top),
                    static_cast<uint16_t>(right - left),
                    static_cast<uint16_t>(bottom - top), ~0u);
  Reply<xcb_get_image_reply_t> image(
      xcb_get_image_reply(connection, cookie, nullptr));
  if (!image)
    return "none";
  llvm::ArrayRef<uint8_t> bytes(
      xcb_get_image_data(image.get()),
      static_cast<size_t>(xcb_get_image_data_length(image.get())));
  return llvm::formatv("{0:x-16}", llvm::xxh3_64bits(bytes));
}
