// Tests which programs the native engine refuses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NativeProgram.h"
#include "TestSupport/Catch.h"
#include <sys/stat.h>

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

const char *const emptyProgram = "int main(void) {\n  return 0;\n}\n";

/// Returns why the program can't be recorded. The first word is the class of
/// the error.
std::string whyNot(NativeProgram &program) {
  auto recording = program.tryRecord();
  if (recording)
    return "none";
  bool isRefusal = recording.errorIsA<NativeRefusal>();
  return (isRefusal ? "refusal: " : "error: ") +
         llvm::toString(recording.takeError());
}

/// Builds a shared library that executes `body` before the program starts.
std::string libraryThat(const NativeProgram &program, const std::string &body) {
  std::string source = program.path("early.c");
  std::ofstream(source) << "#include <fcntl.h>\n#include <pthread.h>\n"
                           "#include <unistd.h>\n#include <stdlib.h>\n"
                           "static void *wait(void *p) { for (;;) pause(); }\n"
                           "__attribute__((constructor)) static void early() "
                           "{ pthread_t thread; (void)thread; (void)wait; "
                        << body << " }\n";
  std::string library = program.path("libearly.so");
  std::string compiler = *llvm::sys::findProgramByName("gcc");
  REQUIRE(
      llvm::sys::ExecuteAndWait(compiler, {compiler, "-shared", "-fPIC", source,
                                           "-o", library, "-lpthread"}) == 0);
  return library;
}

std::string whyNotWith(const std::string &body) {
  NativeProgram program("gcc", emptyProgram);
  program.spec.environment.push_back("LD_PRELOAD=" +
                                     libraryThat(program, body));
  return whyNot(program);
}

} // namespace

TEST_CASE("sanitizers but AddressSanitizer are refused by name",
          "[native][refusal]") {
  for (const char *compiler : {"gcc", "clang-19"}) {
    INFO(compiler);
    NativeProgram threads(compiler, emptyProgram,
                          {"-g", "-O0", "-fsanitize=thread"});
    CHECK_THAT(whyNot(threads), Catch::StartsWith("refusal: ") &&
                                    Catch::Contains("ThreadSanitizer"));
    NativeProgram addresses(compiler, emptyProgram,
                            {"-g", "-O0", "-fsanitize=address"});
    CHECK(whyNot(addresses) == "none");
  }
}

TEST_CASE("a set-user-ID program is refused", "[native][refusal]") {
  NativeProgram program("gcc", emptyProgram);
  REQUIRE(::chmod(program.spec.program.c_str(), 04755) == 0);
  auto engine = createNativeEngine(program.table, {});
  REQUIRE_FALSE(static_cast<bool>(engine));
  CHECK(engine.errorIsA<NativeRefusal>());
  CHECK_THAT(llvm::toString(engine.takeError()),
             Catch::Contains("set-user-ID"));
}

TEST_CASE("actions of libraries before the entry point are repeated in each "
          "fork or refused",
          "[native][refusal]") {
  CHECK(whyNotWith("setenv(\"EARLY\", \"1\", 1);") == "none");
  CHECK(whyNotWith("close(open(\"/dev/null\", O_RDONLY));") == "none");
  CHECK_THAT(whyNotWith("write(1, \"early\", 5);"),
             Catch::StartsWith("refusal: ") && Catch::Contains("prints"));
  CHECK_THAT(whyNotWith("open(\"/dev/null\", O_RDONLY);"),
             Catch::StartsWith("refusal: ") &&
                 Catch::Contains("opens /dev/null"));
  CHECK_THAT(whyNotWith("pthread_create(&thread, 0, wait, 0);"),
             Catch::StartsWith("refusal: ") &&
                 Catch::Contains("starts threads"));
}

TEST_CASE("a program that does not reach its entry point is an error",
          "[native][refusal]") {
  CHECK_THAT(whyNotWith("_exit(3);"),
             Catch::Contains("before its entry point") &&
                 Catch::Contains("exit status 3"));
  CHECK_THAT(whyNotWith("abort();"), Catch::Contains("signal 6"));
  NativeProgram program("gcc", emptyProgram);
  SECTION("a missing library is named") {
    program.spec.environment = {"LD_LIBRARY_PATH=" + program.path("none"),
                                "LD_PRELOAD="};
    std::string library = libraryThat(program, "");
    std::string compiler = *llvm::sys::findProgramByName("gcc");
    REQUIRE(llvm::sys::ExecuteAndWait(
                compiler, {compiler, "-g", "-O0", "-Wl,--no-as-needed",
                           program.files.sourcePath, library, "-o",
                           program.spec.program}) == 0);
    std::remove(library.c_str());
    CHECK_THAT(whyNot(program), Catch::Contains("libearly.so") &&
                                    Catch::Contains("before its entry point"));
  }
  SECTION("a program that was deleted can't be started") {
    std::remove(program.spec.program.c_str());
    CHECK_THAT(whyNot(program), Catch::Contains("can't start"));
  }
  SECTION("a file that is not executable can't be started") {
    REQUIRE(::chmod(program.spec.program.c_str(), 0644) == 0);
    CHECK_THAT(whyNot(program), Catch::Contains("chmod +x"));
  }
}
