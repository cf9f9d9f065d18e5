// Acts as the user of a display of the X Window System, and looks at it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Interaction/XDisplay.h"
#include "XKeyboard.h"
#include "XWindows.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <xcb/xtest.h>
#include <xkbcommon/xkbcommon-keysyms.h>

using namespace pinstripe;
using Kind = Action::Kind;

struct XDisplay::Connection {
  explicit Connection(xcb_connection_t *connection);
  ~Connection() { xcb_disconnect(connection); }
  Connection(const Connection &) = delete;
  Connection &operator=(const Connection &) = delete;

  bool look();
  const TopWindow *find(xcb_window_t id) const;
  const TopWindow *windowOf(const Action &action) const;
  const TopWindow *topmostAt(int x, int y, bool isPopupToo) const;
  const TopWindow *topmost() const;
  void fake(uint8_t type, uint8_t detail, int x = 0, int y = 0);
  bool synchronise();
  void focusTopmost();
  void raise(const TopWindow &window, int x, int y);
  void hold(bool isDown, bool control, bool meta, bool shift);
  void pressKey(const DisplayKey &key);
  void pressSymbol(uint32_t symbol, bool isDown);

  xcb_connection_t *connection;
  const xcb_screen_t *screen = nullptr;
  XKeyboard keyboard;
  WindowList list;
  /// The windows at the time when the program last waited for its user.
  std::vector<TopWindow> windows;
  /// The first window of the program; XCB_NONE before there is one.
  xcb_window_t mainWindow = XCB_NONE;
  /// The window that receives the keys.
  xcb_window_t focused = XCB_NONE;
  std::string seen;
};

XDisplay::Connection::Connection(xcb_connection_t *connection)
    : connection(connection),
      screen(xcb_setup_roots_iterator(xcb_get_setup(connection)).data),
      keyboard(connection), list(connection, screen->root) {}

XDisplay::XDisplay(std::unique_ptr<Connection> connection)
    : connection(std::move(connection)) {}
XDisplay::~XDisplay() = default;

llvm::Expected<std::unique_ptr<XDisplay>>
XDisplay::connect(FileDescriptor socket) {
  xcb_connection_t *opened =
      xcb_connect_to_fd(socket.release(), /*auth_info=*/nullptr);
  auto refuse = [&](const char *why) {
    xcb_disconnect(opened);
    return llvm::make_error<EngineError>(std::string("the display ") + why);
  };
  if (xcb_connection_has_error(opened) != 0)
    return refuse("does not accept clients");
  const xcb_query_extension_reply_t *extension =
      xcb_get_extension_data(opened, &xcb_test_id);
  if (!extension || !extension->present)
    return refuse("lacks the extension XTEST, by which keys are pressed");
  return std::unique_ptr<XDisplay>(
      new XDisplay(std::make_unique<Connection>(opened)));
}

// Windows

const TopWindow *XDisplay::Connection::find(xcb_window_t id) const {
  auto found = llvm::find_if(
      windows, [&](const TopWindow &each) { return each.id == id; });
  return id != XCB_NONE && found != windows.end() ? &*found : nullptr;
}

/// Updates the list of windows. Returns true if the program has a new first
/// window.
bool XDisplay::Connection::look() {
  windows = list.look();
  if (find(mainWindow))
    return false;
  mainWindow = XCB_NONE;
  for (const TopWindow &window : windows)
    if (!window.isPopup && mainWindow == XCB_NONE)
      mainWindow = window.id;
  // Some programs ask for the position of the mouse when a key is pressed. The
  // mouse of a user who types is usually in the window. So the mouse is moved
  // into the window.
  const TopWindow *window = find(mainWindow);
  if (!window)
    return false;
  fake(XCB_MOTION_NOTIFY, 0, window->x + window->width / 2,
       window->y + window->height / 2);
  focusTopmost();
  return true;
}

/// Returns the window in which an action of the mouse takes place; null if
/// there is no such window.
const TopWindow *XDisplay::Connection::windowOf(const Action &action) const {
  if (action.mouse.window.empty())
    return find(mainWindow);
  for (const TopWindow &window : llvm::reverse(windows))
    if (window.title == action.mouse.window)
      return &window;
  return nullptr;
}

const TopWindow *XDisplay::Connection::topmostAt(int x, int y,
                                                 bool isPopupToo) const {
  for (const TopWindow &window : llvm::reverse(windows))
    if (window.has(x, y) && (isPopupToo || !window.isPopup))
      return &window;
  return nullptr;
}

const TopWindow *XDisplay::Connection::topmost() const {
  for (const TopWindow &window : llvm::reverse(windows))
    if (!window.isPopup)
      return &window;
  return nullptr;
}

/// Gives the keyboard focus to the topmost window, unless the last call of this
/// function gave the focus to the same window. In that case the program itself
/// may have moved the focus to a part of the window, where it must stay.
void XDisplay::Connection::focusTopmost() {
  const TopWindow *window = topmost();
  if (!window || window->id == focused)
    return;
  focused = window->id;
  xcb_set_input_focus(connection, XCB_INPUT_FOCUS_POINTER_ROOT, focused,
                      XCB_CURRENT_TIME);
}

/// Brings a window to the top if another window covers it at the place of the
/// mouse. A menu at this place stays on top.
void XDisplay::Connection::raise(const TopWindow &window, int x, int y) {
  const TopWindow *top = topmostAt(x, y, /*isPopupToo=*/true);
  if (!top || top->id == window.id || top->isPopup || !window.has(x, y))
    return;
  const uint32_t above = XCB_STACK_MODE_ABOVE;
  xcb_configure_window(connection, window.id, XCB_CONFIG_WINDOW_STACK_MODE,
                       &above);
  xcb_window_t id = window.id;
  windows = list.look();
  if (find(id))
    focusTopmost();
}

// The following functions use the keyboard and the mouse.

void XDisplay::Connection::fake(uint8_t type, uint8_t detail, int x, int y) {
  xcb_test_fake_input(connection, type, detail, XCB_CURRENT_TIME, screen->root,
                      static_cast<int16_t>(x), static_cast<int16_t>(y),
                      /*deviceid=*/0);
}

void XDisplay::Connection::pressSymbol(uint32_t symbol, bool isDown) {
  if (std::optional<KeyPlace> place = keyboard.placeOf(symbol))
    fake(isDown ? XCB_KEY_PRESS : XCB_KEY_RELEASE, place->code);
}

/// Presses modifier keys such as Ctrl, or releases them.
void XDisplay::Connection::hold(bool isDown, bool control, bool meta,
                                bool shift) {
  if (control)
    pressSymbol(XKB_KEY_Control_L, isDown);
  if (meta)
    pressSymbol(XKB_KEY_Alt_L, isDown);
  if (shift)
    pressSymbol(XKB_KEY_Shift_L, isDown);
}

void XDisplay::Connection::pressKey(const DisplayKey &key) {
  std::optional<KeyPlace> place = keyboard.placeOf(key.symbol);
  if (!place)
    return;
  bool shift = key.shift || place->shift;
  hold(true, key.control, key.meta, shift);
  fake(XCB_KEY_PRESS, place->code);
  fake(XCB_KEY_RELEASE, place->code);
  hold(false, key.control, key.meta, shift);
}

bool XDisplay::Connection::synchronise() {
  Reply<xcb_get_input_focus_reply_t> reply(xcb_get_input_focus_reply(
      connection, xcb_get_input_focus(connection), nullptr));
  return reply != nullptr;
}

bool XDisplay::synchronise() { return connection->synchronise(); }

void XDisplay::make(const Action &action, llvm::function_ref<bool()> settle) {
  Connection &user = *connection;
  if (action.kind == Kind::Key) {
    user.focusTopmost();
    if (std::optional<DisplayKey> key = parseDisplayKey(action.word))
      user.pressKey(*key);
    (void)synchronise();
    return;
  }
  const TopWindow *window = user.windowOf(action);
  if (!window || action.kind == Kind::Bytes || action.kind == Kind::Resize)
    return;
  const MousePlace &mouse = action.mouse;
  int x = window->x + mouse.x, y = window->y + mouse.y;
  if (action.kind != Kind::Motion && action.kind != Kind::Release)
    user.raise(*window, x, y);
  user.fake(XCB_MOTION_NOTIFY, 0, x, y);
  auto button = static_cast<uint8_t>(mouse.button);
  auto press = [&] {
    user.hold(true, mouse.control, mouse.meta, mouse.shift);
    user.fake(XCB_BUTTON_PRESS, button);
  };
  auto release = [&] {
    user.fake(XCB_BUTTON_RELEASE, button);
    user.hold(false, mouse.control, mouse.meta, mouse.shift);
  };
  unsigned clicks = action.kind == Kind::DoubleClick ? 2
                    : action.kind == Kind::Click     ? 1
                                                     : 0;
  if (action.kind == Kind::Press)
    press();
  else if (action.kind == Kind::Release)
    release();
  for (unsigned i = 0; i < clicks; ++i) {
    press();
    if (!synchronise() || !settle())
      return;
    release();
    if (i + 1 < clicks && (!synchronise() || !settle()))
      return;
  }
  (void)synchronise();
}

// The following functions describe the windows that the user sees.

bool XDisplay::noteSeen() {
  Connection &user = *connection;
  if (user.look()) {
    (void)synchronise();
    return true;
  }
  user.seen.clear();
  for (const TopWindow &window : user.windows)
    user.seen += llvm::formatv(
        "{0} {1}{2}x{3} at {4},{5}, picture {6}\n",
        window.isPopup ? "popup" : "window",
        window.title.empty() ? "" : quotedText(window.title, '"') + " ",
        window.width, window.height, window.x, window.y,
        pictureOf(user.connection, *user.screen, window));
  return false;
}

const std::string &XDisplay::text() const { return connection->seen; }
