// Tests what a program in a sandbox can see, change and leave behind.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Containment/Sandbox.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Subprocess.h"
#include <csignal>
#include <fstream>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;

namespace {

/// A folder of the host, and a sandbox in which shell commands run there.
struct Contained {
  explicit Contained(SandboxSpec changes = {}) {
    SandboxSpec spec = std::move(changes);
    spec.workingDirectory = folder.path();
    sandbox = orFail(Sandbox::create(spec));
  }

  SubprocessResult run(const std::string &command) const {
    SubprocessSpec spec;
    spec.program = "/bin/sh";
    spec.arguments = {"-c", command};
    spec.environment = {"PATH=/usr/bin:/bin:/usr/sbin:/sbin"};
    spec.standardOutput = output.file("stdout");
    spec.standardError = output.file("stderr");
    spec.workingDirectory = folder.path();
    spec.sandbox = &sandbox->entry();
    // Each command ends by itself. On a busy machine that may take long.
    spec.wallLimitSeconds = 600;
    return orFail(runToEnd(spec));
  }
  std::string outputOf(const std::string &command) const {
    SubprocessResult result = run(command);
    return result.standardOutput + result.standardError;
  }
  void write(const std::string &name, const std::string &text) const {
    std::ofstream(folder.file(name)) << text;
  }
  std::string read(const std::string &name) const {
    return llvm::cantFail(readFile(folder.file(name)));
  }

  TemporaryDirectory folder = orFail(TemporaryDirectory::create());
  TemporaryDirectory output = orFail(TemporaryDirectory::create());
  std::shared_ptr<Sandbox> sandbox;
};

} // namespace

TEST_CASE(
    "a program in a sandbox sees the host's files and changes only its copies",
    "[sandbox]") {
  Contained contained;
  contained.write("file", "old\n");
  CHECK(contained.outputOf("cat file; echo new > file; cat file; "
                           "mkdir -p a/b; mv file a/b/c; ls") ==
        "old\nnew\na\n");
  CHECK(contained.read("file") == "old\n");
  CHECK(::access(contained.folder.file("a").c_str(), F_OK) != 0);
  CHECK(*llvm::cantFail(contained.sandbox->readFile(
            contained.folder.file("a/b/c"))) == "new\n");
  orFail(contained.sandbox->prepareRun());
  CHECK(contained.outputOf("ls; cat file") == "file\nold\n");
  CHECK_FALSE(llvm::cantFail(
      contained.sandbox->readFile(contained.folder.file("a/b/c"))));
}

TEST_CASE("files written anywhere are gone after the run", "[sandbox]") {
  Contained contained;
  std::string write = "echo x > $HOME/pinstripe-was-here && echo home; "
                      "echo x > /tmp/pinstripe-was-here && echo tmp; "
                      "echo x > /dev/shm/pinstripe-was-here && echo shm";
  std::string command = "HOME=" + contained.folder.path() + "; ";
  CHECK(contained.outputOf(command + write) == "home\ntmp\nshm\n");
  CHECK(::access(contained.folder.file("pinstripe-was-here").c_str(), F_OK) !=
        0);
  CHECK(::access("/tmp/pinstripe-was-here", F_OK) != 0);
  CHECK(::access("/dev/shm/pinstripe-was-here", F_OK) != 0);
  orFail(contained.sandbox->prepareRun());
  CHECK(contained.outputOf("ls pinstripe-was-here /tmp/pinstripe-was-here "
                           "/dev/shm/pinstripe-was-here "
                           "2>/dev/null") == "");
}

TEST_CASE("a restored view frees its space even if a process is still in it",
          "[sandbox]") {
  SandboxSpec spec;
  spec.writtenBytesLimit = 1 << 20;
  Contained contained(std::move(spec));
  contained.run("setsid sleep 1000 > /dev/null 2>&1 & "
                "head -c 2M /dev/zero > full");
  CHECK(contained.sandbox->isFull());
  orFail(contained.sandbox->prepareRun());
  CHECK_FALSE(contained.sandbox->isFull());
  orFail(contained.sandbox->endAll());
}

TEST_CASE("the files that a run has written are known until the next run",
          "[sandbox]") {
  Contained contained;
  contained.write("kept", "old\n");
  contained.write("changed", "old\n");
  contained.write("removed", "old\n");
  contained.run("cat kept; echo new > changed; rm removed; mkdir -p a/b; "
                "echo x > a/b/made; ln -s kept link");
  std::string folder = contained.folder.path();
  CHECK(contained.sandbox->writtenFiles(100) ==
        std::vector<std::string>{folder + "/a/b/made", folder + "/changed"});
  CHECK(contained.sandbox->writtenFiles(1).size() == 1);
  orFail(contained.sandbox->prepareRun());
  CHECK(contained.sandbox->writtenFiles(100).empty());
}

TEST_CASE("folders nested deeper than a path can be are removed", "[sandbox]") {
  Contained contained;
  CHECK(contained.outputOf("python3 -c 'import os\n"
                           "for i in range(3000):\n"
                           "  os.mkdir(\"d\" * 8); os.chdir(\"d\" * 8)\n"
                           "print(\"deep\")'") == "deep\n");
  orFail(contained.sandbox->prepareRun());
  CHECK(contained.outputOf("ls") == "");
}

TEST_CASE("a program in a sandbox sees its own processes only", "[sandbox]") {
  Contained contained;
  CHECK(contained.outputOf("echo $PPID; kill -9 1; "
                           "kill -9 -1 2>/dev/null; echo there") ==
        "0\nthere\n");
  CHECK(contained.run("kill -9 $$").signal == SIGKILL);
  // There are two processes: the warden and the shell.
  CHECK(contained.outputOf("set -- /proc/[0-9]*; echo $#") == "2\n");
}

TEST_CASE("a sandbox counts daemons and ends them", "[sandbox]") {
  Contained contained;
  contained.run("setsid sleep 1000 > /dev/null 2>&1 & "
                "until [ \"$(ps -o sid= $!)\" -eq $! ]; do :; done");
  CHECK(contained.sandbox->use(100).processes == 1);
  CHECK(contained.sandbox->hasOrphans());
  orFail(contained.sandbox->endAll());
  CHECK(contained.sandbox->use(100).processes == 0);
  CHECK_FALSE(contained.sandbox->hasOrphans());
}

TEST_CASE("no process survives when a sandbox ends all its processes",
          "[sandbox]") {
  Contained contained;
  for (int i = 0; i < 20; ++i) {
    contained.run("for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do\n"
                  "  setsid sleep 1000 > /dev/null 2>&1 &\n"
                  "done");
    orFail(contained.sandbox->endAll());
    CHECK(contained.sandbox->use(100).processes == 0);
  }
}

TEST_CASE("a program in a sandbox has no network and reaches no listener",
          "[sandbox]") {
  Contained contained;
  std::string path = contained.folder.file("socket");
  int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address = {AF_UNIX, {}};
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  REQUIRE(::bind(listener, reinterpret_cast<sockaddr *>(&address),
                 sizeof(address)) == 0);
  REQUIRE(::listen(listener, 1) == 0);
  std::string connect = "python3 -c 'import socket, sys\n"
                        "s = socket.socket(socket.AF_UNIX)\n"
                        "try: s.connect(sys.argv[1]); print(\"connected\")\n"
                        "except OSError: print(\"refused\")' ";
  CHECK(contained.outputOf(connect + path) == "refused\n");
  CHECK(contained.outputOf("ls -l socket | cut -c1") == "s\n");
  CHECK(contained.outputOf("tail -n +3 /proc/net/dev | wc -l") == "1\n");
  ::close(listener);
}

// A 32-bit program makes system calls with int 0x80, and it has two ways to
// open a socket. Some kernels have neither. A socket of the family vsock would
// lead out of the sandbox, since all namespaces share that family.
TEST_CASE("system calls of 32 bits open no socket to other machines",
          "[sandbox]") {
  Contained contained;
  contained.write("call.c", R"(
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
static void handle(int signal) {
  puts("none");
  exit(0);
}
static int call(long number, long first, long second) {
  long result = number;
  __asm__ volatile("int $0x80"
                   : "+a"(result)
                   : "b"(first), "c"(second), "d"(0L)
                   : "memory", "r8", "r9", "r10", "r11");
  return (int)result;
}
int main(void) {
  enum { vsock = 40, stream = 1, openSocket = 1, socketcall = 102, direct = 359 };
  int *arguments = mmap(0, 4096, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  signal(SIGSEGV, handle);
  arguments[0] = vsock;
  arguments[1] = stream;
  printf("%d ", call(socketcall, openSocket, (long)arguments));
  printf("%d\n", call(direct, vsock, stream));
}
)");
  std::string results = contained.outputOf("gcc -o call call.c && ./call");
  INFO(results);
  CHECK((results == "-97 -97\n" || results == "none\n"));
}

TEST_CASE("the folder of a case looks empty", "[sandbox]") {
  TemporaryDirectory hidden = llvm::cantFail(TemporaryDirectory::create());
  std::ofstream(hidden.file("secret")) << "secret";
  SandboxSpec spec;
  spec.hiddenFolders = {hidden.path()};
  Contained contained(spec);
  std::string list = "ls -A " + hidden.path();
  CHECK(contained.outputOf(list) == "");
  CHECK(contained.outputOf("echo x > " + hidden.path() + "/x") != "");
  contained.run("echo x > " + hidden.path() +
                ".x"); // a file beside the hidden folder
  orFail(contained.sandbox->prepareRun());
  CHECK(contained.outputOf(list) == "");
}

TEST_CASE("a folder in a hidden folder can be shown", "[sandbox]") {
  TemporaryDirectory hidden = llvm::cantFail(TemporaryDirectory::create());
  std::ofstream(hidden.file("secret")) << "secret";
  REQUIRE(::mkdir(hidden.file("shown").c_str(), 0777) == 0);
  SandboxSpec spec;
  spec.hiddenFolders = {hidden.path()};
  spec.shownFolders = {hidden.file("shown")};
  Contained contained(spec);
  CHECK(contained.outputOf("ls -A " + hidden.path()) == "shown\n");
  // A file that is created later is visible as well, and the program can't
  // change it.
  std::ofstream(hidden.file("shown/input")) << "text\n";
  std::string show = "cat " + hidden.path() + "/shown/input";
  CHECK(contained.outputOf(show) == "text\n");
  CHECK(contained.outputOf("echo x > " + hidden.path() + "/shown/x") != "");
  contained.run("echo x > " + hidden.path() + ".x");
  orFail(contained.sandbox->prepareRun());
  CHECK(contained.outputOf(show) == "text\n");
}

TEST_CASE("a shown folder is there in a working directory with initial "
          "contents that lack it",
          "[sandbox]") {
  TemporaryDirectory initial = llvm::cantFail(TemporaryDirectory::create());
  Contained host;
  std::string hidden = host.folder.file("case");
  REQUIRE(::mkdir(hidden.c_str(), 0777) == 0);
  REQUIRE(::mkdir((hidden + "/shown").c_str(), 0777) == 0);
  std::ofstream(hidden + "/shown/input") << "text\n";
  SandboxSpec spec;
  spec.workingDirectory = host.folder.path();
  spec.initialDirectory = initial.path();
  spec.hiddenFolders = {hidden};
  spec.shownFolders = {hidden + "/shown"};
  host.sandbox = orFail(Sandbox::create(spec));
  CHECK(host.outputOf("cat case/shown/input; echo x > x; ls") ==
        "text\ncase\nx\n");
  orFail(host.sandbox->prepareRun());
  CHECK(host.outputOf("cat case/shown/input; ls") == "text\ncase\n");
}

TEST_CASE("changes to a writable path stay on disk", "[sandbox]") {
  TemporaryDirectory open = llvm::cantFail(TemporaryDirectory::create());
  SandboxSpec spec;
  spec.writablePaths = {open.path()};
  Contained contained(spec);
  contained.run("echo x > " + open.path() + "/x; echo y > y");
  CHECK(llvm::cantFail(readFile(open.file("x"))) == "x\n");
  orFail(contained.sandbox->prepareRun());
  CHECK(contained.outputOf("cat " + open.path() + "/x") == "x\n");
}

TEST_CASE("a working directory can begin with the contents of another folder",
          "[sandbox]") {
  TemporaryDirectory initial = llvm::cantFail(TemporaryDirectory::create());
  std::ofstream(initial.file("kept")) << "kept\n";
  SandboxSpec spec;
  spec.initialDirectory = initial.path();
  Contained contained(spec);
  contained.write("later", "later\n");
  CHECK(contained.outputOf("ls; rm kept; pwd") ==
        "kept\n" + contained.folder.path() + "\n");
  orFail(contained.sandbox->prepareRun());
  CHECK(contained.outputOf("cat kept") == "kept\n");
}

TEST_CASE("a program can't write more bytes than its limit", "[sandbox]") {
  SandboxSpec spec;
  spec.writtenBytesLimit = 1 << 20;
  Contained contained(spec);
  contained.run("head -c 4000000 /dev/zero > big 2>/dev/null");
  CHECK(contained.sandbox->isFull());
  orFail(contained.sandbox->prepareRun());
  CHECK_FALSE(contained.sandbox->isFull());
}

TEST_CASE("a program can't make more files than the sandbox has room for",
          "[sandbox]") {
  Contained contained;
  contained.run("python3 -c 'import os\n"
                "for i in range(100000): os.mkdir(str(i))' 2>/dev/null");
  CHECK(contained.sandbox->isFull());
  orFail(contained.sandbox->prepareRun());
  CHECK_FALSE(contained.sandbox->isFull());
  CHECK(contained.outputOf("ls") == "");
}

TEST_CASE("a program in a sandbox can't change the kernel's settings, mounts "
          "or devices",
          "[sandbox]") {
  Contained contained;
  CHECK(contained.run("echo x > /proc/sys/kernel/hostname").status != 0);
  CHECK(contained.run("echo 1 > /proc/sys/vm/drop_caches").status != 0);
  CHECK(contained.run("mount -t tmpfs x /tmp").status != 0);
  CHECK(contained.run("unshare -Ur true").status != 0);
  CHECK(contained.run("chmod 600 /dev/null").status != 0);
}

TEST_CASE("shared memory does not outlive a run", "[sandbox]") {
  Contained contained;
  contained.run("ipcmk -M 4096 -Q -S 2");
  std::string count = "cat /proc/sysvipc/shm /proc/sysvipc/msg "
                      "/proc/sysvipc/sem | wc -l";
  CHECK(contained.outputOf(count) == "6\n");
  orFail(contained.sandbox->prepareRun());
  CHECK(contained.outputOf(count) == "3\n");
}

TEST_CASE("a program can't keep the warden from restoring the sandbox",
          "[sandbox]") {
  Contained contained;
  std::string priority = contained.outputOf("nice");
  CHECK(contained.outputOf(
            "echo x > trace; python3 -c 'import ctypes, os, resource as r\n"
            "def attempt(action):\n"
            "  try: action(); print(\"granted\")\n"
            "  except OSError: pass\n"
            "libc = ctypes.CDLL(None, use_errno=True)\n"
            "def call(*values):\n"
            "  if libc.syscall(*values) < 0: raise OSError\n"
            "attempt(lambda: r.prlimit(1, r.RLIMIT_NOFILE, (0, 0)))\n"
            "attempt(lambda: os.setpriority(os.PRIO_PROCESS, 1, 7))\n"
            "attempt(lambda: os.setpriority(os.PRIO_USER, 0, 7))\n"
            "attempt(lambda: os.sched_setaffinity(1, {0}))\n"
            "folder = os.open(\"/proc/1\", os.O_DIRECTORY)\n"
            "attempt(lambda: call(424, folder, 19, 0, 0))\n"
            "attempt(lambda: call(425, 4, ctypes.create_string_buffer(128)))\n"
            "r.prlimit(0, r.RLIMIT_NOFILE, (64, 64))\n"
            "os.setpriority(os.PRIO_PROCESS, 0, 19)\n"
            "print(os.getpriority(os.PRIO_PROCESS, 0))'") == "19\n");
  orFail(contained.sandbox->prepareRun());
  CHECK(contained.outputOf("ls; nice") == priority);
}

TEST_CASE("a file that no run can have written counts as missing or empty",
          "[sandbox]") {
  SandboxSpec spec;
  spec.writtenBytesLimit = 1 << 20;
  Contained contained(std::move(spec));
  contained.run("ln -s /proc/1/mem memory; ln -s /proc/kcore core; "
                "ln -s /dev/zero zero; mkfifo fifo; mkdir folder; "
                "ln -s loop loop; truncate -s 2M long; "
                "truncate -s 512K sparse; ln -s /proc/self/maps maps");
  auto read = [&](const char *name) {
    return llvm::cantFail(
        contained.sandbox->readFile(contained.folder.file(name)));
  };
  for (const char *name : {"core", "zero", "fifo", "folder", "loop", "long"}) {
    INFO(name);
    CHECK_FALSE(read(name));
  }
  CHECK(read("memory").value_or("") == "");
  CHECK(read("maps").value_or("") == "");
  CHECK(read("sparse").value_or("").size() == 512 << 10);
}

TEST_CASE("a sandbox that somebody kills or stops works again in the next run",
          "[sandbox]") {
  Contained contained;
  contained.write("file", "old\n");
  contained.run("echo new > file");
  auto warden = [] {
    std::string own = "/proc/self/task/" + std::to_string(::getpid());
    return std::stoi(llvm::cantFail(readFile(own + "/children")));
  };
  SECTION("stopped") { ::kill(warden(), SIGSTOP); }
  SECTION("killed") { ::kill(warden(), SIGKILL); }
  orFail(contained.sandbox->prepareRun());
  CHECK(contained.outputOf("cat file") == "old\n");
}

/// Writes a file as an ordinary user, in a folder whose parent folders belong
/// to others. Returns the status of the shell.
static int writeAsNobody(const std::string &folder) {
  constexpr uid_t nobody = 65534;
  if (::geteuid() == 0 && (::setgroups(0, nullptr) != 0 ||
                           ::setgid(nobody) != 0 || ::setuid(nobody) != 0))
    return 1;
  ::prctl(PR_SET_DUMPABLE,
          1); // setuid clears this flag, and then /proc would belong to root
  SandboxSpec spec;
  spec.workingDirectory = folder;
  auto sandbox = llvm::cantFail(Sandbox::create(spec));
  SubprocessSpec shell;
  shell.program = "/bin/sh";
  shell.arguments = {"-c", "echo x > file && echo x > /var/tmp/pinstripe-file"};
  shell.standardOutput = shell.standardError = "/dev/null";
  shell.workingDirectory = folder;
  shell.sandbox = &sandbox->entry();
  return llvm::cantFail(runToEnd(shell)).status;
}

TEST_CASE("a user can write in own folders below folders of others",
          "[sandbox]") {
  std::string folder = "/var/tmp/pinstripe-test-XXXXXX";
  REQUIRE(::mkdtemp(folder.data()));
  REQUIRE(::chmod(folder.c_str(), 0777) == 0);
  pid_t child = ::fork();
  if (child == 0)
    ::_exit(writeAsNobody(folder));
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(::access((folder + "/file").c_str(), F_OK) != 0);
  ::rmdir(folder.c_str());
}
