// Starts processes that make runs (lanes) on the machines that mpirun has
// chosen, for `--lanes mpi`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This code does not call MPI itself. The program pinstripe-mpi does; see
// tools/mpi.

#include "MPILanes.h"
#include "HelpFormatter.h"
#include "pinstripe/Remote/LaneServer.h"
#include "pinstripe/Remote/RemoteLanes.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;
namespace fs = llvm::sys::fs;

/// The number of the descriptor by which a process inherits a socket. There are
/// two such processes: the courier (which carries messages) that this process
/// starts, and the process of a lane that a courier starts.
static constexpr int linkNumber = 3;

/// Returns the number in an environment variable; nullopt if there is none.
static std::optional<unsigned> numberIn(const char *variable) {
  unsigned number = 0;
  const char *text = std::getenv(variable);
  if (!text || llvm::StringRef(text).getAsInteger(10, number))
    return std::nullopt;
  return number;
}

// The variable of Open MPI that holds the number (rank) of this process.
static std::optional<unsigned> ownRank() {
  return numberIn("OMPI_COMM_WORLD_RANK");
}

static std::string ownPath() { return fs::getMainExecutable(nullptr, nullptr); }

// In a build folder, pinstripe-mpi is in the folder of the tool's own program.
// In an installation, it is in a folder for programs that users do not start.
llvm::Expected<std::string> pinstripe::findCourier() {
  std::string tool = ownPath();
  for (const char *place :
       {".", "../" PINSTRIPE_LIBDIR "/pinstripe", "../lib/pinstripe"}) {
    llvm::SmallString<256> path(llvm::sys::path::parent_path(tool));
    llvm::sys::path::append(path, place, "pinstripe-mpi");
    if (fs::can_execute(path))
      return path.str().str();
  }
  return llvm::make_error<UsageError>(
      "--lanes mpi: pinstripe-mpi is not beside " + tool +
      "; install libopenmpi-dev and openmpi-bin, and build pinstripe again");
}

namespace {

/// The link to the courier, the child that carries messages for this process.
/// The destructor waits for the end of the courier: mpirun expects that each
/// courier says goodbye to MPI.
class CourierLink : public SocketLink {
public:
  CourierLink(FileDescriptor socket, pid_t courier)
      : SocketLink(std::move(socket)), courier(courier) {}
  ~CourierLink() override;

private:
  pid_t courier;
};

} // namespace

CourierLink::~CourierLink() {
  close();
  // The courier may be waiting for a machine that does not answer. The user
  // must not have to wait as well, so the courier is killed after 20 s.
  constexpr int attempts = 2000;
  for (int i = 0; i != attempts; ++i) {
    if (::waitpid(courier, nullptr, WNOHANG) != 0)
      return;
    ::usleep(10'000);
  }
  ::kill(courier, SIGKILL);
  ::waitpid(courier, nullptr, 0);
}

/// Starts the courier, which carries the messages of the searching process. If
/// that fails, returns a link without a socket, and every use of the lanes
/// fails.
static std::unique_ptr<FrameLink> startCourier(const std::string &path) {
  int sockets[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    return std::make_unique<SocketLink>(FileDescriptor());
  FileDescriptor here(sockets[0]), there(sockets[1]);
  pid_t courier = ::fork();
  if (courier == 0) {
    // If both descriptor numbers are equal, dup2 does nothing, and exec would
    // close the descriptor. So the close-on-exec flag is cleared.
    if (there.get() == linkNumber)
      ::fcntl(linkNumber, F_SETFD, 0);
    else
      ::dup2(there.get(), linkNumber);
    ::execl(path.c_str(), path.c_str(), "host", nullptr);
    ::_exit(EXIT_FAILURE);
  }
  if (courier < 0)
    return std::make_unique<SocketLink>(std::move(here));
  return std::make_unique<CourierLink>(std::move(here), courier);
}

/// Removes the variables of mpirun from the environment of this process. So the
/// program, and the check programs of the user, have the same environment as
/// without mpirun.
static void forgetMPI() {
  std::vector<std::string> names;
  for (char **entry = environ; entry && *entry; ++entry) {
    llvm::StringRef name = llvm::StringRef(*entry).split('=').first;
    if (name.starts_with("OMPI_") || name.starts_with("PMIX_") ||
        name == "HFI_NO_BACKTRACE" || name == "IPATH_NO_BACKTRACE")
      names.push_back(name.str());
  }
  for (const std::string &name : names)
    ::unsetenv(name.c_str());
}

void pinstripe::addLanePlace(CLI::App &options) {
  const std::string help =
      "Where runs are made: here, or mpi: on all machines on which mpirun has "
      "started the same command, one run at a time for each rank, as in "
      "`mpirun -n 32 pinstripe ... --lanes mpi`. The result does not depend on "
      "it [here]";
  options.add_option("--lanes", help)
      ->check(CLI::IsMember({"here", "mpi"}))
      ->option_text("here|mpi")
      ->group(group::search);
}

bool pinstripe::wantsOtherLanes(const CLI::App &options) {
  const CLI::Option *place = options.get_option_no_throw("--lanes");
  return place && place->count() != 0 && place->as<std::string>() == "mpi";
}

/// Returns an error if the user has given an option that can't be combined with
/// `--lanes mpi`.
static llvm::Error checkOptions(const CLI::App &options) {
  auto isGiven = [&](const char *name) {
    const CLI::Option *option = options.get_option_no_throw(name);
    return option && option->count() != 0;
  };
  auto refuse = [](const llvm::Twine &why) {
    return llvm::make_error<UsageError>("--lanes mpi: " + why);
  };
  if (isGiven("--jobs"))
    return refuse(
        "each rank makes one run at a time; leave out -j, and say how "
        "many ranks there are with mpirun -n");
  if (isGiven("--unconfined"))
    return refuse("runs on other machines are confined; leave out "
                  "--unconfined");
  return llvm::Error::success();
}

llvm::Expected<std::shared_ptr<TesterSource>>
pinstripe::startOtherLanes(const CLI::App &options) {
  if (!wantsOtherLanes(options))
    return nullptr;
  if (llvm::Error error = checkOptions(options))
    return error;
  std::optional<unsigned> size = numberIn("OMPI_COMM_WORLD_SIZE");
  if (!ownRank() || !size)
    return llvm::make_error<UsageError>(
        "--lanes mpi: start the command with mpirun of Open MPI, as in `mpirun "
        "-n 4 pinstripe ...`");
  llvm::Expected<std::string> courier = findCourier();
  if (!courier)
    return courier.takeError();
  std::unique_ptr<FrameLink> link = startCourier(*courier);
  forgetMPI();
  return std::make_shared<RemoteLanes>(std::move(link), *size - 1);
}

void pinstripe::becomeLaneIfWanted(int argc, char **argv) {
  if (ownRank().value_or(0) == 0)
    return;
  bool isLane = false;
  for (int i = 1; i < argc && llvm::StringRef(argv[i]) != "--"; ++i) {
    llvm::StringRef word(argv[i]);
    // With --help or --version, each process prints the text itself and needs
    // no courier.
    if (word == "--help" || word == "-h" || word == "--version")
      return;
    isLane |= word == "--lanes=mpi" || (word == "--lanes" && i + 1 < argc &&
                                        llvm::StringRef(argv[i + 1]) == "mpi");
  }
  llvm::Expected<std::string> courier = findCourier();
  if (isLane && courier)
    ::execl(courier->c_str(), courier->c_str(), "lane", ownPath().c_str(),
            nullptr);
  // If the courier program is missing, the process with rank 0 reports that. So
  // this process, which has another rank, drops the error.
  if (!courier)
    llvm::consumeError(courier.takeError());
  if (isLane)
    std::exit(EXIT_FAILURE);
}

int pinstripe::serveMPILane() {
  // After Ctrl-C, mpirun sends signals to all its processes. They must not end
  // the lane, which ends when its courier closes the socket. The lane handles
  // the signals by an empty function. If it ignored them, the programs that it
  // runs would inherit this and ignore them, too.
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    std::signal(signal, [](int) {});
  // The programs that this lane runs must not inherit the socket to the
  // courier.
  if (::fcntl(linkNumber, F_SETFD, FD_CLOEXEC) != 0)
    return EXIT_FAILURE;
  SocketLink link{FileDescriptor(linkNumber)};
  unsigned localLanes = numberIn("OMPI_COMM_WORLD_LOCAL_SIZE").value_or(1);
  forgetMPI();
  serveLane(link, localLanes);
  return EXIT_SUCCESS;
}
