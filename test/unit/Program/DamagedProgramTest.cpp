// Tests that damaged executables are refused or read as far as they make sense.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzzers have found these programs; each contains the one number that does the
// damage. No such program may crash this process or keep it busy for ever.

#include "Binary/DebugInfo.h"
#include "Expressions/DebugVariables.h"
#include "TestSupport/Programs.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include <csignal>

using namespace pinstripe;
using namespace pinstripe::test;
using llvm::dwarf::Attribute;
using llvm::dwarf::Tag;
using llvm::object::ELF64LE;

namespace {

constexpr const char *damagedSource = R"c(
struct pair { int first, second; } both;
int *pointer;
int many[3];
enum color { red } paint;
void work(void);
int other(void) { return many[1]; }
int main(void) { return both.first + many[0]; }
)c";

/// A program whose bytes can be changed.
class DamagedProgram {
public:
  explicit DamagedProgram(std::vector<std::string> flags = {"-g", "-O0"},
                          const std::string &compiler = "clang-19")
      : program(compiler, Language::C, damagedSource, std::move(flags)) {
    auto file = llvm::MemoryBuffer::getFile(program.path);
    REQUIRE(bool(file));
    bytes = (*file)->getBuffer().str();
    object = llvm::cantFail(llvm::object::ObjectFile::createObjectFile(
        llvm::MemoryBufferRef(bytes, "")));
    dwarf = llvm::DWARFContext::create(*object);
  }

  /// Returns an entry of the only compilation unit.
  llvm::DWARFDie entry(Tag tag, llvm::StringRef name = "") {
    llvm::DWARFUnit *unit = dwarf->compile_units().begin()->get();
    for (const auto &each : unit->dies()) {
      llvm::DWARFDie die(unit, &each);
      const char *own = die.getShortName();
      if (die.getTag() == tag && (own ? own : "") == name)
        return die;
    }
    FAIL("no such entry: " << name.str());
    return {};
  }
  /// Changes a reference of four bytes so that it leads to another entry.
  void redirect(llvm::DWARFDie from, llvm::DWARFDie to) {
    for (const llvm::DWARFAttribute &each : from.attributes())
      if (each.Attr == llvm::dwarf::DW_AT_type) {
        REQUIRE(each.ByteSize == 4);
        write<uint32_t>(contentsAt(".debug_info") + each.Offset,
                        to.getOffset());
      }
  }
  template <typename Number> void write(uint64_t at, Number number) {
    REQUIRE(at + sizeof number <= bytes.size());
    llvm::support::endian::write<Number, llvm::endianness::little>(
        &changed()[at], number);
  }
  uint32_t read(uint64_t at) {
    return llvm::support::endian::read32le(&bytes.at(at));
  }
  /// Returns the position of these bytes in a section.
  uint64_t find(llvm::StringRef section, llvm::StringRef pattern) {
    size_t at = bytes.find(pattern.str(), contentsAt(section));
    REQUIRE(at < contentsAt(section) + header(section).sh_size);
    return at;
  }
  uint64_t contentsAt(llvm::StringRef section) {
    return header(section).sh_offset;
  }
  /// Returns the position of a field in the header of a section.
  uint64_t headerAt(llvm::StringRef section, size_t field) {
    const auto &elf = llvm::cast<llvm::object::ELF64LEObjectFile>(*object);
    return reinterpret_cast<const char *>(&header(section)) -
           reinterpret_cast<const char *>(elf.getELFFile().base()) + field;
  }

  /// Writes the program with its changes and returns its path.
  const std::string &path() {
    std::ofstream(program.path, std::ios::binary) << changed();
    return program.path;
  }
  std::shared_ptr<const ValueType> typeOfVariable(llvm::StringRef name) {
    auto module = ModuleVariables::open(path(), 0);
    REQUIRE(bool(module));
    llvm::DWARFDie variable = (*module)->findGlobal(name, {});
    REQUIRE(variable);
    return describeType(typeOf(variable),
                        [](const DebugType &type) { return type; });
  }

private:
  const ELF64LE::Shdr &header(llvm::StringRef name) {
    const auto &elf = llvm::cast<llvm::object::ELF64LEObjectFile>(*object);
    for (const ELF64LE::Shdr &each :
         llvm::cantFail(elf.getELFFile().sections()))
      if (llvm::cantFail(elf.getELFFile().getSectionName(each)) == name)
        return each;
    FAIL("no section " << name.str());
    llvm_unreachable("FAIL throws");
  }
  std::string &changed() {
    if (copy.empty())
      copy = bytes;
    return copy;
  }

  TestProgram program;
  std::string bytes, copy;
  std::unique_ptr<llvm::object::ObjectFile> object;
  std::unique_ptr<llvm::DWARFContext> dwarf;
};

std::string refusalOf(DamagedProgram &program) {
  auto info = readDebugInfo(program.path());
  return info ? "" : llvm::toString(info.takeError());
}

} // namespace

TEST_CASE("A pointer to itself has a name", "[program][damaged]") {
  DamagedProgram program;
  llvm::DWARFDie type = program.entry(llvm::dwarf::DW_TAG_pointer_type);
  program.redirect(type, type);
  CHECK(llvm::StringRef(program.typeOfVariable("pointer")->name)
            .starts_with("... *"));
}

TEST_CASE("An array of itself has no size", "[program][damaged]") {
  DamagedProgram program;
  llvm::DWARFDie type = program.entry(llvm::dwarf::DW_TAG_array_type);
  program.redirect(type, type);
  CHECK(program.typeOfVariable("many")->size == 0);
}

TEST_CASE("An enumeration of itself has no sign", "[program][damaged]") {
  DamagedProgram program;
  llvm::DWARFDie type =
      program.entry(llvm::dwarf::DW_TAG_enumeration_type, "color");
  program.redirect(type, type);
  auto module = ModuleVariables::open(program.path(), 0);
  REQUIRE(bool(module));
  CHECK_FALSE(typeOf((*module)->findGlobal("paint", {})).isSigned());
}

TEST_CASE("A structure of itself is described as far as it makes sense",
          "[program][damaged]") {
  DamagedProgram program;
  llvm::DWARFDie type =
      program.entry(llvm::dwarf::DW_TAG_structure_type, "pair");
  program.redirect(program.entry(llvm::dwarf::DW_TAG_member, "first"), type);
  program.redirect(program.entry(llvm::dwarf::DW_TAG_member, "second"), type);
  // The second member does not fit into the structure any more.
  CHECK(program.typeOfVariable("both")->members.size() == 1);
}

TEST_CASE("A section that would take all memory is refused",
          "[program][damaged]") {
  DamagedProgram program({"-g", "-O0", "-gz=zlib"});
  uint64_t size =
      program.contentsAt(".debug_info") + offsetof(ELF64LE::Chdr, ch_size);
  program.write<uint64_t>(size, uint64_t(1) << 47);
  // AddressSanitizer ends the child process when it requests so much memory.
  llvm::StringRef reason = LLVM_ADDRESS_SANITIZER_BUILD
                               ? "has damaged debug information"
                               : "there is not enough memory";
  CHECK(llvm::StringRef(refusalOf(program)).contains(reason));
}

TEST_CASE("A symbol table of an impossible form names nothing",
          "[program][damaged]") {
  uint64_t value = GENERATE(0, 1, uint64_t(1) << 63);
  for (size_t field : {offsetof(ELF64LE::Shdr, sh_entsize),
                       offsetof(ELF64LE::Shdr, sh_size)}) {
    DamagedProgram program;
    program.write<uint64_t>(program.headerAt(".symtab", field), value);
    auto info = readDebugInfo(program.path());
    REQUIRE(bool(info));
    CHECK_FALSE(info->hasSymbolTable);
  }
}

TEST_CASE("Relocations of an impossible form name nothing",
          "[program][damaged]") {
  uint64_t value = GENERATE(0, 1, uint64_t(1) << 63);
  DamagedProgram program;
  program.write<uint64_t>(
      program.headerAt(".rela.dyn", offsetof(ELF64LE::Shdr, sh_entsize)),
      value);
  auto info = readDebugInfo(program.path());
  REQUIRE(bool(info));
  CHECK(info->codeAddressesInData.empty());
}

TEST_CASE("A line table with a form that does not exist, or does not end, is "
          "refused or read in part",
          "[program][damaged]") {
  // The only format for folders is a path, as an offset into .debug_line_str.
  uint8_t form = GENERATE(0x00, 0x7f, 0x04); // The last form is a block.
  uint32_t length = 0xfffffff0;
  DamagedProgram program({"-g", "-O0", "-gdwarf-5"});
  uint64_t format =
      program.find(".debug_line", llvm::StringRef("\x01\x01\x1f", 3));
  program.write<uint8_t>(format + 2, form);
  program.write<uint32_t>(format + 4, length);
  std::string refusal = refusalOf(program);
  CHECK((refusal.empty() || llvm::StringRef(refusal).ends_with(
                                "has damaged debug information; build it "
                                "again")));
}

TEST_CASE("Debug information that reaches beyond its unit is refused",
          "[program][damaged]") {
  // These bytes are the place of a variable: its length, and DW_OP_addrx.
  DamagedProgram program({"-g", "-O0", "-gdwarf-5"});
  uint64_t place = program.find(".debug_info", "\x02\xa1");
  program.write<uint8_t>(place, 0xff); // The first byte of a longer number.
  program.write<uint64_t>(place + 1, ~uint64_t(0) >> 1);
  auto own = [](int) {};
  auto before = signal(SIGSEGV, own); // The crash is that of a child process.
  CHECK(refusalOf(program).ends_with(
      "has damaged debug information; build it again"));
  CHECK(signal(SIGSEGV, before) == static_cast<sighandler_t>(own));
}

TEST_CASE("Signatures of types that LLVM's tables can't hold are refused",
          "[program][damaged]") {
  uint64_t signature = GENERATE(~uint64_t(0), ~uint64_t(1));
  DamagedProgram program({"-g", "-O0", "-gdwarf-5", "-fdebug-types-section"},
                         "gcc");
  auto variable = program.entry(llvm::dwarf::DW_TAG_variable, "both");
  for (const llvm::DWARFAttribute &each : variable.attributes())
    if (each.Value.getForm() == llvm::dwarf::DW_FORM_ref_sig8)
      program.write(program.contentsAt(".debug_info") + each.Offset, signature);
  CHECK(refusalOf(program).ends_with(
      "has damaged debug information; build it again"));
}

TEST_CASE("Of functions that overlap only the first is used",
          "[program][damaged]") {
  DamagedProgram program;
  auto other = program.entry(llvm::dwarf::DW_TAG_subprogram, "other");
  for (const llvm::DWARFAttribute &each : other.attributes())
    if (each.Attr == llvm::dwarf::DW_AT_high_pc)
      program.write<uint32_t>(program.contentsAt(".debug_info") + each.Offset,
                              0x20);
  auto info = readDebugInfo(program.path());
  REQUIRE(bool(info));
  REQUIRE(info->functions.size() == 1);
  CHECK(info->functions.front().name == "other");
}

TEST_CASE("Unwind tables that begin before their section are left out",
          "[program][damaged]") {
  // LLVM 19's own reader follows a wild pointer from these two places.
  uint32_t before = GENERATE(1, 2);
  DamagedProgram program;
  uint64_t common = program.contentsAt(".eh_frame");
  uint64_t reference = common + 4 + program.read(common) + 4;
  REQUIRE(program.read(reference) == reference - common);
  program.write<uint32_t>(reference, reference - common + before);
  CHECK(refusalOf(program) == "");
}
