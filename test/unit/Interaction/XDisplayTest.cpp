// Tests how a user acts on a display: with clients that are part of the test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Interaction/XDisplay.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Interaction/Stillness.h"
#include "pinstripe/Interaction/XServer.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Program.h"
#include <cstdlib>
#include <map>
#include <xcb/xcb.h>
#include <xkbcommon/xkbcommon-keysyms.h>

using namespace pinstripe;

namespace {

/// A display with a client that has windows and notes what happens in them.
class Stage {
public:
  Stage() {
    DisplaySetting setting{400, 300};
    server = llvm::cantFail(XServer::start(setting, nullptr, stop));
    user = llvm::cantFail(XDisplay::connect(llvm::cantFail(server->connect())));
    client =
        xcb_connect_to_fd(llvm::cantFail(server->connect()).release(), nullptr);
    root = xcb_setup_roots_iterator(xcb_get_setup(client)).data->root;
  }
  ~Stage() { xcb_disconnect(client); }

  xcb_window_t addWindow(llvm::StringRef title, int16_t x, int16_t y) {
    xcb_window_t window = xcb_generate_id(client);
    uint32_t events = XCB_EVENT_MASK_BUTTON_PRESS |
                      XCB_EVENT_MASK_BUTTON_RELEASE | XCB_EVENT_MASK_KEY_PRESS;
    xcb_create_window(client, XCB_COPY_FROM_PARENT, window, root, x, y, 100, 80,
                      0, XCB_WINDOW_CLASS_INPUT_OUTPUT, XCB_COPY_FROM_PARENT,
                      XCB_CW_EVENT_MASK, &events);
    xcb_change_property(client, XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_NAME,
                        XCB_ATOM_STRING, 8, uint32_t(title.size()),
                        title.data());
    xcb_map_window(client, window);
    names[window] = title.str();
    take();
    user->noteSeen();
    return window;
  }
  /// Waits until the client has got everything, and returns what it has got.
  std::string take() {
    std::free(xcb_get_input_focus_reply(client, xcb_get_input_focus(client),
                                        nullptr));
    std::string text;
    while (xcb_generic_event_t *event = xcb_poll_for_event(client)) {
      auto *at = reinterpret_cast<xcb_button_press_event_t *>(event);
      auto place = std::to_string(at->event_x) + "," +
                   std::to_string(at->event_y) + " " + names[at->event] + ";";
      std::string detail =
          std::to_string(at->detail) + "+" + std::to_string(at->state & 0xff);
      switch (event->response_type & 0x7f) {
      case XCB_BUTTON_PRESS:
        text += "press " + detail + " " + place;
        break;
      case XCB_BUTTON_RELEASE:
        text += "release " + place;
        break;
      case XCB_KEY_PRESS:
        text += "key " + names[at->event] + ";";
        break;
      }
      std::free(event);
    }
    return text;
  }
  std::string act(llvm::StringRef line) {
    std::vector<Action> actions = llvm::cantFail(parseActions(line, "action"));
    user->make(actions[0], [] { return true; });
    return take();
  }

  std::atomic<bool> stop = false;
  std::unique_ptr<XServer> server;
  std::unique_ptr<XDisplay> user;
  xcb_connection_t *client = nullptr;
  xcb_window_t root = XCB_NONE;
  std::map<xcb_window_t, std::string> names;
};

bool hasServer() { return bool(llvm::sys::findProgramByName("Xvfb")); }

} // namespace

TEST_CASE("a click is at a place of the first window, or of one with a title",
          "[interaction][display]") {
  if (!hasServer())
    return;
  Stage stage;
  CHECK(stage.act("click 5 6") == "");
  stage.addWindow("first", 10, 20);
  stage.addWindow("other", 200, 50);
  CHECK(stage.act("click 5 6") == "press 1+0 5,6 first;release 5,6 first;");
  CHECK(stage.act("click 7 8 3 in other") ==
        "press 3+0 7,8 other;release 7,8 other;");
  CHECK(stage.act("click 7 8 in nowhere") == "");
  CHECK(stage.act("press 1 2") == "press 1+0 1,2 first;");
  CHECK(stage.act("release 30 2") == "release 30,2 first;");
}

TEST_CASE(
    "keys go to the topmost window, and a clicked window comes to the top",
    "[interaction][display]") {
  if (!hasServer())
    return;
  Stage stage;
  stage.addWindow("lower", 10, 10);
  stage.addWindow("upper", 30, 30);
  CHECK(stage.act("key a") == "key upper;");
  // Both windows cover this place.
  CHECK(stage.act("click 40 40") ==
        "press 1+0 40,40 lower;release 40,40 lower;");
  CHECK(stage.act("key a") == "key lower;");
  // No key of the keyboard has this letter at first.
  CHECK(stage.act("key \xce\xb1") == "key lower;");
}

TEST_CASE("the text of a display has a line for each window",
          "[interaction][display]") {
  if (!hasServer())
    return;
  Stage stage;
  stage.addWindow("a title", 10, 20);
  stage.user->noteSeen();
  llvm::StringRef text = stage.user->text();
  CHECK(text.starts_with("window \"a title\" 100x80 at 10,20, picture "));
  CHECK(text.count('\n') == 1);
}
