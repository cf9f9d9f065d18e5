// Tests of table addresses and run-time addresses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/LoadedModules.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>
#include <unistd.h>

using namespace pinstripe;

/// Returns the file of this test's process that contains `function`, and the
/// address at which the file begins.
static Dl_info placeOf(const void *function) {
  Dl_info place{};
  REQUIRE(dladdr(function, &place) != 0);
  return place;
}

static std::string realPath(const char *path) {
  llvm::SmallString<256> resolved;
  REQUIRE(!llvm::sys::fs::real_path(path, resolved));
  return resolved.str().str();
}

static int ownFunction() { return 1; }

TEST_CASE("Addresses of a program and a library go to run time and back",
          "[execution][modules]") {
  auto *own = reinterpret_cast<const void *>(&ownFunction);
  const void *foreign = dlsym(RTLD_DEFAULT, "getpid");
  Dl_info library = placeOf(foreign);
  UnitTable table;
  table.modules = {{realPath("/proc/self/exe"), "", 0},
                   {realPath(library.dli_fname), "", moduleSpacing}};
  LoadedModules loaded = llvm::cantFail(LoadedModules::find(table, getpid()));

  auto ownAddress = reinterpret_cast<uint64_t>(own);
  std::optional<uint64_t> inProgram = loaded.toTable(ownAddress);
  REQUIRE(inProgram);
  CHECK(*inProgram < moduleSpacing);
  CHECK(loaded.toRunTime(*inProgram) == ownAddress);

  auto foreignAddress = reinterpret_cast<uint64_t>(foreign);
  std::optional<uint64_t> inLibrary = loaded.toTable(foreignAddress);
  REQUIRE(inLibrary);
  CHECK(*inLibrary == moduleSpacing + foreignAddress -
                          reinterpret_cast<uint64_t>(library.dli_fbase));
  CHECK(loaded.toRunTime(*inLibrary) == foreignAddress);
  CHECK(loaded[ModuleId(1)].bias ==
        reinterpret_cast<uint64_t>(library.dli_fbase));

  std::vector<Mapping> mappings = readMappings(getpid());
  CHECK(libraryAt(table, *inLibrary, {}) ==
        llvm::sys::path::filename(table.modules[1].path));
  CHECK(libraryAt(table, foreignAddress, mappings) ==
        llvm::sys::path::filename(table.modules[1].path));
  CHECK(libraryAt(table, *inProgram, mappings).empty());
  CHECK(libraryAt(table, ownAddress, mappings).empty());

  int onStack = 0;
  CHECK(
      libraryAt(table, reinterpret_cast<uint64_t>(&onStack), mappings).empty());
  CHECK_FALSE(loaded.toTable(reinterpret_cast<uint64_t>(&onStack)));
}

TEST_CASE("A module that the process has not loaded is refused",
          "[execution][modules]") {
  UnitTable table;
  table.modules = {{realPath("/proc/self/exe"), "", 0},
                   {"/nowhere/libnone.so", "", moduleSpacing}};
  auto loaded = LoadedModules::find(table, getpid());
  REQUIRE_FALSE(static_cast<bool>(loaded));
  llvm::Error error = loaded.takeError();
  CHECK(error.isA<TargetError>());
  CHECK(llvm::toString(std::move(error)) ==
        "/nowhere/libnone.so: not loaded when the program starts; link it "
        "with the program, or give --env LD_PRELOAD=/nowhere/libnone.so");
}
