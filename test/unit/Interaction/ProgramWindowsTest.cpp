// Tests in which window of a program a place on a display is.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ProgramWindows.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Interaction/XServer.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Program.h"

using namespace pinstripe;

namespace {

struct Disconnect {
  void operator()(xcb_connection_t *connection) const {
    xcb_disconnect(connection);
  }
};
using Connection = std::unique_ptr<xcb_connection_t, Disconnect>;

Connection connectTo(XServer &server) {
  return Connection(
      xcb_connect_to_fd(llvm::cantFail(server.connect()).release(), nullptr));
}

/// Waits until the server has carried out all requests of a client.
void settle(xcb_connection_t *client) {
  Reply<xcb_get_input_focus_reply_t>(
      xcb_get_input_focus_reply(client, xcb_get_input_focus(client), nullptr));
}

xcb_window_t show(xcb_connection_t *client, llvm::StringRef title, int16_t x,
                  int16_t y) {
  xcb_window_t root =
      xcb_setup_roots_iterator(xcb_get_setup(client)).data->root;
  xcb_window_t window = xcb_generate_id(client);
  xcb_create_window(client, XCB_COPY_FROM_PARENT, window, root, x, y, 100, 80,
                    0, XCB_WINDOW_CLASS_INPUT_OUTPUT, XCB_COPY_FROM_PARENT, 0,
                    nullptr);
  xcb_change_property(client, XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_NAME,
                      XCB_ATOM_STRING, 8, uint32_t(title.size()), title.data());
  xcb_map_window(client, window);
  settle(client);
  return window;
}

} // namespace

TEST_CASE("a window counts that was closed while all were being looked at",
          "[interaction][display]") {
  if (!llvm::sys::findProgramByName("Xvfb"))
    return;
  std::atomic<bool> stop = false;
  auto server =
      llvm::cantFail(XServer::start(DisplaySetting{400, 300}, nullptr, stop));
  Connection user = connectTo(*server);
  ProgramWindows windows(user.get());
  Connection program = connectTo(*server);
  show(program.get(), "drawing", 10, 10);
  xcb_window_t dialog = show(program.get(), "Dialog", 200, 150);
  windows.remember();
  // The click that closes the dialog has not been noted yet.
  xcb_destroy_window(program.get(), dialog);
  settle(program.get());
  windows.remember();
  std::optional<MousePlace> place = windows.placeAt(230, 160);
  REQUIRE(place);
  CHECK(place->window == "Dialog");
  CHECK(place->x == 30);
  CHECK(place->y == 10);
  // Everything that was done before is noted between two calls of `remember`.
  windows.remember();
  CHECK(!windows.placeAt(230, 160));
}
