// Says which memory a call of a library function reads and writes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Libraries/LibraryModels.h"
#include "Libraries/LibraryModelTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;
using native::EffectKind;
using native::SizeKind;

namespace {

// The following functions parse the texts in the table of library functions,
// such as `r0:$`. Each text describes an effect: something that a function
// reads or writes.

class EffectParser {
public:
  explicit EffectParser(llvm::StringRef text) : rest(text) {}

  native::EffectRecord parse() {
    native::EffectRecord effect = parseEffect();
    mark.isCopied = rest.consume_front("=");
    mark.isAddress = rest.consume_front("~");
    mark.isAppended = rest.consume_front("+");
    mark.isCopied |= rest.consume_front("=");
    mark.isEnd = rest.consume_front("!");
    effect.mayBeOmitted = rest.consume_front("?");
    assert(rest.empty() && "an effect has no more parts");
    return effect;
  }
  /// Tells how the effect uses the memory that it reads or writes. The marks at
  /// the end of the effect's text say so. For example, the mark `=` stands for
  /// a copy.
  RangeMark mark;

private:
  native::EffectRecord parseEffect() {
    native::EffectRecord effect{};
    effect.kind = kind(take());
    if (effect.kind == EffectKind::StandardInput ||
        effect.kind == EffectKind::StandardOutput)
      return effect;
    if (effect.kind == EffectKind::HiddenState ||
        effect.kind == EffectKind::Restriction) {
      effect.first = number();
      return effect;
    }
    effect.pointer = rest.consume_front("#") ? native::resultPointer
                                             : static_cast<uint8_t>(number());
    effect.isIndirect = rest.consume_front("*");
    // `extra` is the number of the va_list argument in functions such as
    // vprintf: the argument after the format. Other functions do not use
    // `extra`.
    effect.extra = effect.pointer + 1;
    if (rest.consume_front(":"))
      parseSize(effect);
    return effect;
  }

  char take() {
    char c = rest.front();
    rest = rest.drop_front();
    return c;
  }
  uint32_t number() {
    uint32_t value = 0;
    bool failed = rest.consumeInteger(10, value);
    assert(!failed && "a number stands there");
    (void)failed;
    return value;
  }

  static EffectKind kind(char letter) {
    // Each letter in this text stands for an EffectKind. The index of the
    // letter in the text is the value of the EffectKind.
    size_t number = llvm::StringRef("rwuafpqstioIOxhjnm").find(letter);
    assert(number != llvm::StringRef::npos && "a letter of an effect");
    return static_cast<EffectKind>(number);
  }

  void parseSize(native::EffectRecord &effect) {
    // If `rest` begins with the text `mark`, removes the mark and the number
    // after it from `rest`, and returns true. `size` is the kind of size that
    // the mark stands for; it becomes the size of the effect. The number is
    // stored in `argument`.
    auto takeSize = [&](llvm::StringRef mark, SizeKind size,
                        uint32_t &argument) {
      if (!rest.consume_front(mark))
        return false;
      effect.size = size;
      argument = number();
      return true;
    };
    uint32_t &first = effect.first, &second = effect.second;
    if (rest.consume_front("S")) {
      effect.size = SizeKind::StringObject;
      second = native::noArgument;
      takeSize("@", SizeKind::StringObject, second);
    } else if (rest.consume_front("$")) {
      effect.size = SizeKind::String;
      takeSize("a", SizeKind::BoundedString, first);
    } else if (rest.consume_front("#")) {
      effect.size = SizeKind::Result;
      takeSize("*a", SizeKind::ResultTimes, first);
    } else if (takeSize("H", SizeKind::HeapBlock, first)) {
      takeSize("*", SizeKind::HeapArray, second);
    } else if (takeSize("a", SizeKind::Argument, first)) {
      takeSize("*a", SizeKind::Product, second) ||
          takeSize("*", SizeKind::Scaled, second) ||
          takeSize("-a", SizeKind::Between, second);
    } else {
      takeSize("E", SizeKind::ToResult, first) ||
          takeSize("", SizeKind::Constant, first);
    }
  }

  llvm::StringRef rest;
};

llvm::SmallVector<llvm::StringRef, 8> words(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 8> parts;
  text.split(parts, ' ', -1, /*KeepEmpty=*/false);
  return parts;
}

/// Returns how many memory ranges an effect (one entry in the model of a
/// library function) adds to the record that is made before a call. Does not
/// count ranges that depend on a format string, as for printf.
unsigned rangesRead(const native::EffectRecord &effect) {
  switch (effect.kind) {
  case EffectKind::Read:
  case EffectKind::Update:
    return effect.size == SizeKind::StringObject ? 2 : 1;
  case EffectKind::InputStream:
  case EffectKind::StandardInput:
  case EffectKind::HiddenState:
    return 1;
  case EffectKind::CxxInputStream:
    return 2;
  case EffectKind::CxxOutputStream:
    return 4;
  default:
    return 0;
  }
}

/// Returns how many memory ranges an effect (one entry in the model of a
/// library function) adds to the record that is made after a call.
unsigned rangesWritten(const native::EffectRecord &effect) {
  if (effect.kind == EffectKind::Write)
    return effect.size == SizeKind::StringObject ? 2 : 1;
  if (effect.kind == EffectKind::Read)
    return 0;
  bool isOutput = effect.kind == EffectKind::OutputStream ||
                  effect.kind == EffectKind::CxxOutputStream ||
                  effect.kind == EffectKind::CxxFormat;
  return isOutput ? 1 : rangesRead(effect);
}

/// Returns true if an effect reads memory whose size varies: text, or an array
/// of data. Returns false if the effect reads an object of a fixed size, such
/// as a stream or the fields of a std::string.
bool readsContent(const native::EffectRecord &effect) {
  bool isMemory =
      effect.kind == EffectKind::Read || effect.kind == EffectKind::Update;
  return isMemory && effect.size != SizeKind::Constant;
}

/// Appends one RangeMark to `marks` for each of the `ranges` memory ranges of
/// an effect. The last range gets `mark`, since for a std::string it is the one
/// with the characters. The other ranges get empty marks.
void addMarks(std::vector<RangeMark> &marks, unsigned ranges, RangeMark mark) {
  for (unsigned i = 0; i < ranges; ++i)
    marks.push_back(i + 1 == ranges ? mark : RangeMark());
}

} // namespace

void LibraryModels::add(llvm::StringRef name, unsigned integers,
                        unsigned vectors, RegisterSet results,
                        llvm::StringRef text) {
  native::ModelRecord record{};
  record.firstEffect = static_cast<uint32_t>(effects.size());
  record.integers = integers;
  record.vectors = vectors;
  CallMarks marks;
  for (llvm::StringRef word : words(text)) {
    EffectParser parser(word);
    effects.push_back(parser.parse());
    addMarks(marks.written, rangesWritten(effects.back()), parser.mark);
    parser.mark.isContent = readsContent(effects.back());
    addMarks(marks.read, rangesRead(effects.back()), parser.mark);
  }
  marksOf.push_back(std::move(marks));
  record.effects = static_cast<uint32_t>(effects.size()) - record.firstEffect;
  record.mayPrint = llvm::any_of(
      llvm::ArrayRef(effects).drop_front(record.firstEffect),
      [](const native::EffectRecord &effect) {
        return llvm::is_contained(
            {EffectKind::Print, EffectKind::PrintList, EffectKind::OutputStream,
             EffectKind::StandardOutput, EffectKind::CxxOutputStream},
            effect.kind);
      });
  byName[name] = static_cast<uint32_t>(names.size());
  records.push_back(record);
  names.push_back(name.str());
  resultSets.push_back(results);
}

LibraryModels::LibraryModels() {
  for (const LibraryModelTable &table : libraryModelTables())
    for (const LibraryModelRow &row : table.rows)
      for (llvm::StringRef name : words(row.names))
        add((table.prefix + name).str(), row.integers, row.vectors, row.results,
            row.effects);
}

const LibraryModels &LibraryModels::get() {
  static const LibraryModels models;
  return models;
}

uint32_t LibraryModels::find(llvm::StringRef name) const {
  auto found = byName.find(name);
  return found == byName.end() ? native::none : found->second;
}

/// Sets the properties of the memory ranges that a library call has read or
/// written. The properties come from the model of the called function. The
/// record of a call lacks ranges whose address or size is 0, and does not tell
/// which of the model's ranges these are. So if the record has fewer ranges
/// than the model, no range gets properties.
static void mark(llvm::MutableArrayRef<MemoryAccess> accesses,
                 llvm::ArrayRef<RangeMark> marks) {
  if (accesses.size() != marks.size())
    return;
  for (auto [access, mark] : llvm::zip_equal(accesses, marks)) {
    access.isAddress = mark.isAddress;
    access.isCopied = mark.isCopied;
    access.isAppended = mark.isAppended;
    access.isContent = mark.isContent;
    if (mark.isEnd)
      access = {access.address + access.size - 1, 1, access.isWrite};
  }
}

void LibraryModels::markReads(
    uint32_t model, llvm::MutableArrayRef<MemoryAccess> accesses) const {
  if (model < size())
    mark(accesses, marksOf[model].read);
}

void LibraryModels::markWrites(
    uint32_t model, llvm::MutableArrayRef<MemoryAccess> accesses) const {
  if (model < size())
    mark(accesses, marksOf[model].written);
}

static RegisterSet argument(uint32_t number) {
  return number < std::size(integerArguments)
             ? generalRegister(integerArguments[number])
             : RegisterSet(0);
}

static bool hasPointer(EffectKind kind) {
  return !llvm::is_contained({EffectKind::StandardInput,
                              EffectKind::StandardOutput,
                              EffectKind::Restriction, EffectKind::HiddenState},
                             kind);
}

RegisterSet LibraryModels::addresses(uint32_t model) const {
  const native::ModelRecord &record = records[model];
  RegisterSet set = 0;
  for (const native::EffectRecord &effect :
       llvm::ArrayRef(effects).slice(record.firstEffect, record.effects)) {
    if (!hasPointer(effect.kind))
      continue;
    set |= argument(effect.pointer);
    switch (effect.size) {
    case SizeKind::StringObject:
      set |= argument(effect.second);
      break;
    case SizeKind::Product:
    case SizeKind::HeapArray:
    case SizeKind::Between:
      set |= argument(effect.second);
      [[fallthrough]];
    case SizeKind::Argument:
    case SizeKind::Scaled:
    case SizeKind::BoundedString:
    case SizeKind::HeapBlock:
    case SizeKind::ToResult:
      set |= argument(effect.first);
      break;
    default:
      break;
    }
  }
  return set;
}

/// Returns true for library functions that may allocate or release heap memory
/// for their own use, which their models do not mention. Buffers of streams and
/// characters of strings do not count here, since the caller, heapUse, handles
/// these two cases itself.
static bool hasOwnMemory(llvm::StringRef name) {
  return llvm::is_contained(
             {"fopen",        "fopen64",        "fdopen",
              "freopen",      "freopen64",      "fclose",
              "getline",      "getdelim",       "__getdelim",
              "perror",       "strerror",       "getcwd",
              "qsort",        "qsort_r",        "localtime",
              "localtime_r",  "gmtime",         "gmtime_r",
              "mktime",       "strftime",       "ctime",
              "setlocale",    "setenv",         "putenv",
              "unsetenv",     "pthread_create", "thrd_create",
              "pthread_join", "thrd_join",      "pthread_detach",
              "pthread_exit", "thrd_exit",      "pthread_setspecific"},
             name) ||
         name.contains("stringstream") || name.contains("fstream") ||
         name.starts_with("_ZNSt6thread");
}

/// Returns true for destructors and for the function of `std::string` that
/// releases its characters.
static bool isDestructor(llvm::StringRef name) {
  return name.ends_with("D1Ev") || name.ends_with("D2Ev") ||
         name.ends_with("_M_disposeEv");
}

LibraryCall::HeapUse LibraryModels::heapUse(uint32_t model) const {
  if (isDestructor(names[model]))
    return LibraryCall::HeapUse::Release;
  if (hasOwnMemory(names[model]))
    return LibraryCall::HeapUse::Any;
  const native::ModelRecord &record = records[model];
  bool isStream = record.mayPrint != 0;
  for (const native::EffectRecord &effect :
       llvm::ArrayRef(effects).slice(record.firstEffect, record.effects)) {
    if (effect.size == SizeKind::StringObject &&
        effect.kind != EffectKind::Read)
      return LibraryCall::HeapUse::Any;
    isStream |= effect.kind == EffectKind::InputStream ||
                effect.kind == EffectKind::StandardInput ||
                effect.kind == EffectKind::CxxInputStream;
  }
  return isStream ? LibraryCall::HeapUse::Once : LibraryCall::HeapUse::None;
}

RegisterSet pinstripe::argumentSet(unsigned integers, unsigned vectors) {
  RegisterSet set = 0;
  for (unsigned i = 0; i < integers; ++i)
    set |= argument(i);
  for (unsigned i = 0; i < std::min(vectors, 8u); ++i)
    set |= vectorRegister(i);
  return set;
}
