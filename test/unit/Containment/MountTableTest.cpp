// Tests how tables of mounts are read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MountTable.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

TEST_CASE("a path is within a folder by whole names", "[mounts]") {
  CHECK(isWithin("/a/b", "/a"));
  CHECK(isWithin("/a", "/a"));
  CHECK(isWithin("/a", "/"));
  CHECK_FALSE(isWithin("/ab", "/a"));
  CHECK_FALSE(isWithin("/a", "/a/b"));
}

TEST_CASE("mounts are read as the kernel writes them", "[mounts]") {
  MountTable table = MountTable::parse(
      "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
      "23 22 0:21 / /proc rw - proc proc rw\n"
      "nonsense\n"
      "24 22 8:2 /x /home/a\\040b ro,nosuid master:2 - xfs /dev/sdb rw\n"
      "25 22 8:3 / /media/cd rw - iso9660 /dev/sr0 ro,utf8\n");
  REQUIRE(table.mounts().size() == 4);
  CHECK(table.mounts()[2].place == "/home/a b");
  CHECK(table.mounts()[2].isReadOnly);
  CHECK(table.mounts()[3].isReadOnly);
  CHECK(table.holderOf("/home/a b/c")->fileSystem == "xfs");
  CHECK(table.holderOf("/home/a")->fileSystem == "ext4");
  CHECK(table.hasMountsBelow("/home"));
  CHECK_FALSE(table.hasMountsBelow("/home/a b"));
  CHECK_FALSE(table.hasMountsBelow("/usr"));
}

TEST_CASE("of two mounts at one place the later one is visible", "[mounts]") {
  MountTable table = MountTable::parse("1 0 8:1 / / rw - ext4 /dev/sda1 rw\n"
                                       "2 1 8:1 / /tmp rw - ext4 /dev/sda2 rw\n"
                                       "3 2 0:5 / /tmp ro - tmpfs tmpfs rw\n");
  CHECK(table.holderOf("/tmp/x")->fileSystem == "tmpfs");
  CHECK(table.holderOf("/tmp/x")->isReadOnly);
}
