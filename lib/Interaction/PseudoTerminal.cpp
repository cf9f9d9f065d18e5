// Opens a pseudo terminal: a program has one end, and its user the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Interaction/PseudoTerminal.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

using namespace pinstripe;

static llvm::Error cannotOpen() {
  return llvm::make_error<EngineError>(
      "can't make a pseudo terminal: " + llvm::sys::StrError() +
      "; the system needs /dev/ptmx");
}

llvm::Expected<PseudoTerminal> PseudoTerminal::open(unsigned columns,
                                                    unsigned rows) {
  constexpr int flags = O_RDWR | O_NOCTTY | O_CLOEXEC;
  FileDescriptor master(::posix_openpt(flags | O_NONBLOCK));
  if (!master.isOpen() || ::grantpt(master.get()) != 0 ||
      ::unlockpt(master.get()) != 0)
    return cannotOpen();
  FileDescriptor slave(::ioctl(master.get(), TIOCGPTPEER, flags));
  termios modes = {};
  if (!slave.isOpen() || ::tcgetattr(slave.get(), &modes) != 0)
    return cannotOpen();
  modes.c_iflag |= IUTF8;
  (void)::tcsetattr(slave.get(), TCSANOW, &modes);
  PseudoTerminal terminal(std::move(master), std::move(slave));
  terminal.resize(columns, rows);
  return terminal;
}

void PseudoTerminal::resize(unsigned columns, unsigned rows) const {
  winsize size = {};
  size.ws_col = static_cast<unsigned short>(columns);
  size.ws_row = static_cast<unsigned short>(rows);
  (void)::ioctl(master.get(), TIOCSWINSZ, &size);
}

size_t PseudoTerminal::type(llvm::StringRef bytes) const {
  size_t taken = 0;
  while (taken < bytes.size()) {
    ssize_t size =
        ::write(master.get(), bytes.data() + taken, bytes.size() - taken);
    if (size > 0)
      taken += static_cast<size_t>(size);
    else if (errno != EINTR)
      break;
  }
  return taken;
}

/// Returns whether there is something to read at one end of the terminal. The
/// poll also makes the kernel pass on what was written at the other end.
static bool isReadable(int end) {
  struct pollfd asked = {end, POLLIN, 0};
  return ::poll(&asked, 1, 0) > 0 && (asked.revents & POLLIN) != 0;
}

void PseudoTerminal::deliver() const { (void)isReadable(slave.get()); }

bool PseudoTerminal::hasOutput() const { return isReadable(master.get()); }

std::string PseudoTerminal::takeOutput() const {
  // A program may write without end, and the caller must not wait for that. So
  // one call returns only a limited amount of output.
  constexpr size_t mostAtOnce = size_t(1) << 20;
  std::string output;
  char buffer[4096];
  while (output.size() < mostAtOnce && hasOutput()) {
    ssize_t size = ::read(master.get(), buffer, sizeof(buffer));
    if (size <= 0 && errno != EINTR)
      break;
    if (size > 0)
      output.append(buffer, static_cast<size_t>(size));
  }
  return output;
}

bool PseudoTerminal::readsEndByTime() const {
  termios modes = {};
  return ::tcgetattr(slave.get(), &modes) == 0 &&
         (modes.c_lflag & ICANON) == 0 && modes.c_cc[VMIN] == 0 &&
         modes.c_cc[VTIME] != 0;
}
