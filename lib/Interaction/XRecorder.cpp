// Records what a user does with a program's windows on the user's display.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Interaction/XRecorder.h"
#include "ProgramWindows.h"
#include "XKeyboard.h"
#include "pinstripe/Support/Error.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <xcb/record.h>
#include <xcb/res.h>
#include <xcb/xcbext.h>
#include <xkbcommon/xkbcommon-keysyms.h>

using namespace pinstripe;
using Kind = Action::Kind;

/// Two places count as the same one if they are at most this many pixels apart.
static constexpr int samePlace = 3;
/// Two clicks at the same place make a double click if at most this many
/// milliseconds lie between them.
static constexpr uint32_t doubleClickMilliseconds = 400;

namespace {

struct Disconnect {
  void operator()(xcb_connection_t *connection) const {
    xcb_disconnect(connection);
  }
};
using OpenConnection = std::unique_ptr<xcb_connection_t, Disconnect>;

/// An event of the keyboard or the mouse, as the extension RECORD reports it.
struct DeviceEvent {
  uint8_t type = 0, detail = 0;
  uint32_t time = 0; ///< The time of the event in milliseconds.
  int x = 0, y = 0;  ///< The place of the mouse on the display.
  uint16_t state = 0;
};

bool isNear(int x, int y, int otherX, int otherY) {
  return std::abs(x - otherX) <= samePlace && std::abs(y - otherY) <= samePlace;
}

} // namespace

struct XRecorder::Recording {
  Recording(OpenConnection control, OpenConnection data)
      : control(std::move(control)), data(std::move(data)),
        keyboard(this->control.get()), windows(this->control.get()) {}

  llvm::Error begin();
  bool takeEvents();
  void note(const DeviceEvent &event);
  void noteKey(const DeviceEvent &event);
  void notePress(const DeviceEvent &event);
  void noteRelease(const DeviceEvent &event);
  void noteMotion(const DeviceEvent &event);
  void add(Action action);
  void addPress();
  void addMotion(const DeviceEvent &event);

  /// The extension RECORD needs two connections to the X server: `control` is
  /// for requests, and the recorded events arrive on `data`.
  OpenConnection control, data;
  XKeyboard keyboard;
  ProgramWindows windows;
  unsigned sequence = 0;
  double seconds = 0;
  std::vector<Action> actions;
  /// The mouse button that is held down, and where it was pressed. Nullopt if
  /// none is held down.
  struct Held {
    Action action;
    DeviceEvent event;
    /// True if the press was recorded as an action of its own, since the mouse
    /// was moved before the button was released. Otherwise the press and the
    /// release become one action, a click.
    bool isAdded = false;
  };
  std::optional<Held> held;
  /// The last event that was recorded together with the place of the mouse.
  DeviceEvent lastPlace;
  uint32_t lastClick = 0;
};

XRecorder::XRecorder(std::unique_ptr<Recording> recording)
    : recording(std::move(recording)) {}
XRecorder::~XRecorder() = default;

// Opening

static llvm::Error refuse(const llvm::Twine &why) {
  return llvm::make_error<UsageError>("the display " + why);
}

static bool hasExtension(xcb_connection_t *connection, xcb_extension_t &which) {
  const xcb_query_extension_reply_t *answer =
      xcb_get_extension_data(connection, &which);
  return answer && answer->present != 0;
}

llvm::Expected<std::unique_ptr<XRecorder>> XRecorder::open() {
  const char *name = std::getenv("DISPLAY");
  if (!name || *name == '\0')
    return llvm::make_error<UsageError>(
        "there is no display to record on: the variable DISPLAY is not set; "
        "run this in a session with windows, or write the actions by hand");
  OpenConnection control(xcb_connect(nullptr, nullptr));
  OpenConnection data(xcb_connect(nullptr, nullptr));
  if (xcb_connection_has_error(control.get()) != 0 ||
      xcb_connection_has_error(data.get()) != 0)
    return refuse(llvm::Twine(name) +
                  " can't be opened; are DISPLAY and XAUTHORITY those of your "
                  "session?");
  if (!hasExtension(control.get(), xcb_record_id))
    return refuse(llvm::Twine(name) + " lacks the extension RECORD, by which "
                                      "keys and the mouse are recorded");
  if (!hasExtension(control.get(), xcb_res_id))
    return refuse(llvm::Twine(name) +
                  " lacks the extension X-Resource, which tells the windows of "
                  "the program from others");
  auto recording =
      std::make_unique<Recording>(std::move(control), std::move(data));
  if (llvm::Error error = recording->begin())
    return error;
  return std::unique_ptr<XRecorder>(new XRecorder(std::move(recording)));
}

llvm::Error XRecorder::Recording::begin() {
  uint32_t context = xcb_generate_id(control.get());
  xcb_record_range_t range = {};
  range.device_events.first = XCB_KEY_PRESS;
  range.device_events.last = XCB_MOTION_NOTIFY;
  xcb_record_client_spec_t clients = XCB_RECORD_CS_ALL_CLIENTS;
  auto made = xcb_record_create_context_checked(
      control.get(), context, /*element_header=*/0, 1, 1, &clients, &range);
  Reply<xcb_generic_error_t> error(xcb_request_check(control.get(), made));
  if (error)
    return refuse("does not let others record");
  sequence = xcb_record_enable_context(data.get(), context).sequence;
  xcb_flush(data.get());
  return llvm::Error::success();
}

DisplaySetting XRecorder::display() const {
  const xcb_screen_t *screen =
      xcb_setup_roots_iterator(xcb_get_setup(recording->control.get())).data;
  return {screen->width_in_pixels, screen->height_in_pixels};
}

int XRecorder::descriptor() const {
  return xcb_get_file_descriptor(recording->data.get());
}

// Events

/// Returns the event whose bytes begin at `bytes`.
static DeviceEvent eventAt(const uint8_t *bytes) {
  xcb_key_press_event_t raw;
  std::memcpy(&raw, bytes, sizeof(raw));
  DeviceEvent event;
  event.type = raw.response_type & 0x7f;
  event.detail = raw.detail;
  event.time = raw.time;
  event.x = raw.root_x;
  event.y = raw.root_y;
  event.state = raw.state;
  return event;
}

/// Handles the keyboard and mouse events that were already read from the
/// connection. Returns false if the recording has ended.
bool XRecorder::Recording::takeEvents() {
  void *answer = nullptr;
  xcb_generic_error_t *failure = nullptr;
  while (xcb_poll_for_reply(data.get(), sequence, &answer, &failure) == 1) {
    Reply<xcb_generic_error_t> error(failure);
    Reply<xcb_record_enable_context_reply_t> reply(
        static_cast<xcb_record_enable_context_reply_t *>(answer));
    if (!reply)
      return false;
    constexpr uint8_t fromServer = 0;
    if (reply->category != fromServer)
      continue;
    const uint8_t *bytes = xcb_record_enable_context_data(reply.get());
    int size = xcb_record_enable_context_data_length(reply.get());
    constexpr int eventSize = 32;
    for (int i = 0; i + eventSize <= size; i += eventSize)
      note(eventAt(bytes + i));
  }
  return true;
}

bool XRecorder::read(double seconds) {
  recording->seconds = seconds;
  xcb_connection_t *data = recording->data.get();
  for (;;) {
    // The library xcb reads from the connection only when it is asked for an X
    // event. There never is one: all data of the recording arrive as replies,
    // which takeEvents() handles.
    Reply<xcb_generic_event_t> none(xcb_poll_for_event(data));
    if (!recording->takeEvents() || xcb_connection_has_error(data) != 0)
      return false;
    struct pollfd more = {descriptor(), POLLIN, 0};
    if (::poll(&more, 1, 0) <= 0) {
      recording->windows.remember();
      return true;
    }
  }
}

void XRecorder::Recording::note(const DeviceEvent &event) {
  switch (event.type) {
  case XCB_KEY_PRESS:
    return noteKey(event);
  case XCB_BUTTON_PRESS:
    return notePress(event);
  case XCB_BUTTON_RELEASE:
    return noteRelease(event);
  case XCB_MOTION_NOTIFY:
    return noteMotion(event);
  }
}

void XRecorder::Recording::add(Action action) {
  action.seconds = seconds;
  actions.push_back(std::move(action));
}

void XRecorder::Recording::addMotion(const DeviceEvent &event) {
  std::optional<MousePlace> place = windows.placeAt(event.x, event.y);
  if (held)
    place = windows.moved(held->action.mouse, event.x, event.y);
  if (!place)
    return;
  Action action;
  action.kind = Kind::Motion;
  action.mouse = std::move(*place);
  add(std::move(action));
  lastPlace = event;
}

/// If a button is held down and its press is not recorded yet, records the
/// press as an action.
void XRecorder::Recording::addPress() {
  if (!held || held->isAdded)
    return;
  held->isAdded = true;
  add(held->action);
  lastPlace = held->event;
}

/// Returns whether the key is a modifier, such as Ctrl.
static bool isModifier(uint32_t symbol) {
  return (symbol >= XKB_KEY_Shift_L && symbol <= XKB_KEY_Hyper_R) ||
         (symbol >= XKB_KEY_ISO_Lock && symbol <= XKB_KEY_ISO_Level5_Lock) ||
         symbol == XKB_KEY_Num_Lock || symbol == XKB_KEY_Mode_switch;
}

void XRecorder::Recording::noteKey(const DeviceEvent &event) {
  uint32_t symbol = keyboard.symbolOf(event.detail, event.state);
  std::string name = displayKeyName(symbol);
  if (isModifier(symbol) || name.empty() || !windows.haveKeys(event.x, event.y))
    return;
  addPress();
  if (event.x != lastPlace.x || event.y != lastPlace.y)
    addMotion(event);
  // A character such as `A` already says that Shift was held down. So only a
  // key with a name gets the prefix `S-`.
  std::optional<Key> plain = parseKey(name);
  bool isCharacter = plain && plain->name.empty();
  std::string prefixes;
  if ((event.state & XCB_MOD_MASK_CONTROL) != 0)
    prefixes += "C-";
  if ((event.state & XCB_MOD_MASK_1) != 0)
    prefixes += "M-";
  if ((event.state & XCB_MOD_MASK_SHIFT) != 0 && !isCharacter)
    prefixes += "S-";
  // Lists of actions allow Ctrl only with some characters. A key with Ctrl for
  // which they have no name is not recorded.
  if (!parseDisplayKey(prefixes + name))
    return;
  Action action;
  action.word = prefixes + name;
  add(std::move(action));
}

void XRecorder::Recording::notePress(const DeviceEvent &event) {
  addPress();
  std::optional<MousePlace> place = windows.placeAt(event.x, event.y);
  if (!place)
    return held.reset();
  Action action;
  action.kind = Kind::Press;
  action.mouse = std::move(*place);
  action.mouse.button = event.detail;
  action.mouse.control = (event.state & XCB_MOD_MASK_CONTROL) != 0;
  action.mouse.meta = (event.state & XCB_MOD_MASK_1) != 0;
  action.mouse.shift = (event.state & XCB_MOD_MASK_SHIFT) != 0;
  held = {std::move(action), event};
}

void XRecorder::Recording::noteRelease(const DeviceEvent &event) {
  if (!held || held->action.mouse.button != event.detail)
    return;
  Action action = held->action;
  if (held->isAdded ||
      !isNear(event.x, event.y, held->event.x, held->event.y)) {
    addPress();
    action.kind = Kind::Release;
    action.mouse = windows.moved(action.mouse, event.x, event.y);
    held.reset();
    lastPlace = event;
    return add(std::move(action));
  }
  action.kind = Kind::Click;
  bool isSecond = !actions.empty() && actions.back().kind == Kind::Click &&
                  actions.back().mouse.button == action.mouse.button &&
                  isNear(event.x, event.y, lastPlace.x, lastPlace.y) &&
                  held->event.time - lastClick <= doubleClickMilliseconds;
  lastClick = held->event.time;
  lastPlace = held->event;
  held.reset();
  if (isSecond)
    actions.back().kind = Kind::DoubleClick;
  else
    add(std::move(action));
}

void XRecorder::Recording::noteMotion(const DeviceEvent &event) {
  // If the mouse moves while no button is pressed, nothing is recorded.
  if (!held || isNear(event.x, event.y, held->event.x, held->event.y))
    return;
  addPress();
  if (!isNear(event.x, event.y, lastPlace.x, lastPlace.y))
    addMotion(event);
}

std::vector<Action> XRecorder::take() {
  // If a button is still held down at the end, the press itself may have ended
  // the program. Whether the release is reported then depends on chance. So the
  // action becomes a click, which stands for the press and the release.
  if (recording->held && !recording->held->isAdded)
    recording->held->action.kind = Kind::Click;
  recording->addPress();
  return std::move(recording->actions);
}
