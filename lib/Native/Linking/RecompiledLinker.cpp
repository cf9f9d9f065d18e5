// Links recompiled functions against a process that has stopped at its entry
// point.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linking/RecompiledLinker.h"
#include "Linking/FrameTables.h"
#include "Linking/ThreadLocals.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

namespace {

class CodeLinker {
public:
  CodeLinker(const RecompiledCode &code, const UnitTable &table,
             InstrumentedProgram &program, const ProcessMemory &memory,
             SymbolCache &cache)
      : code(code), table(table), program(program), cache(cache),
        process(cache, program.mappings, memory) {
    for (uint32_t i = 0; i < program.hooks.size(); ++i)
      if (program.hooks[i].flags & native::hookIsFunctionEntry)
        hookAt[program.hooks[i].address] = i;
  }

  llvm::Expected<LinkedCode> run() {
    llvm::Expected<const ModuleSymbols *> symbols =
        cache.module(table.programPath());
    if (!symbols)
      return symbols.takeError();
    findUnwinders({*symbols, program.modules.front().bias});
    for (size_t i = 0; i < table.modules.size(); ++i)
      if (llvm::Error error = linkModule(i))
        return error;
    for (size_t i = 0; i < code.units.size(); ++i)
      if (llvm::none_of(table.modules, [&](const TracedModule &module) {
            return module.path == code.units[i].module;
          }))
        refuse(i, "its module is not traced");
    llvm::sort(result.exchanges, [](const auto &a, const auto &b) {
      return std::tie(a.firstNumber, a.hook) < std::tie(b.firstNumber, b.hook);
    });
    tellUnwinder();
    return std::move(result);
  }

private:
  llvm::Error linkModule(size_t index);
  llvm::Error placeImage(size_t index, CodeImage &image);
  llvm::Error linkUnit(size_t unit, size_t index, const ModuleSymbols &symbols,
                       CodeImage &image);
  void add(size_t unit, const LinkedObject &object);
  /// Notes that no function of this compilation unit can be replaced by a
  /// recompiled one, for the given reason.
  void refuse(size_t unit, const std::string &reason) {
    for (size_t i = 0; i < code.units[unit].functions.size(); ++i)
      result.unlinked.push_back({unit, i, reason});
  }
  void findUnwinders(const LoadedSymbols::Module &executable);
  void tellUnwinder();
  std::vector<FrameDescription> readFrames() const;

  const RecompiledCode &code;
  const UnitTable &table;
  InstrumentedProgram &program;
  SymbolCache &cache;
  LoadedSymbols process;
  std::map<uint64_t, uint32_t> hookAt;
  LinkedCode result;
};

llvm::Error CodeLinker::linkModule(size_t index) {
  const std::string &path = table.modules[index].path;
  auto isHere = [&](const RecompiledUnit &unit) { return unit.module == path; };
  if (llvm::none_of(code.units, isHere))
    return llvm::Error::success();
  llvm::Expected<const ModuleSymbols *> symbols = cache.module(path);
  if (!symbols)
    return symbols.takeError();
  CodeImage image;
  if (llvm::Error error = placeImage(index, image))
    return error;
  for (size_t i = 0; i < code.units.size(); ++i)
    if (isHere(code.units[i]))
      if (llvm::Error error = linkUnit(i, index, **symbols, image))
        return error;
  result.images.push_back(std::move(image));
  return llvm::Error::success();
}

llvm::Error CodeLinker::placeImage(size_t index, CodeImage &image) {
  const std::string &path = table.modules[index].path;
  // Finds room for the image, which holds the recompiled code and its data. The
  // final size of the image is not known yet, so `room` is a generous estimate.
  // Later, only the memory that the image needs is mapped.
  image.room = 1 << 16;
  for (const RecompiledUnit &unit : code.units)
    if (unit.module == path)
      image.room += 2 * unit.object.size() + (1 << 16);
  PlacedModule &module = program.modules[index];
  auto place =
      placeTrampolines(module, program.modules, image.room, program.mappings);
  if (!place)
    return place.takeError();
  image.address = *place;
  module.recompiled = {*place, *place + image.room};
  return llvm::Error::success();
}

/// Finds the functions that register frame descriptions. A frame description
/// tells an unwinder how to leave a function when an exception is thrown. Many
/// programs have no unwinder, for example programs in C.
void CodeLinker::findUnwinders(const LoadedSymbols::Module &executable) {
  constexpr llvm::StringLiteral name = "__register_frame_info_table";
  if (executable.symbols->isStatic())
    return;
  auto own = executable.symbols->findGlobal(name);
  if (!own)
    own = executable.symbols->findHidden(name);
  if (own)
    result.unwinder.registerTables[0] = own->address + executable.bias;
  result.unwinder.registerTables[1] = process.findExported(name).value_or(0);
  if (result.unwinder.registerTables[1] == result.unwinder.registerTables[0])
    result.unwinder.registerTables[1] = 0;
}

/// Returns the frame descriptions of all recompiled code, sorted by function.
/// Returns an empty list if readFrameTable can't read one of the tables.
std::vector<FrameDescription> CodeLinker::readFrames() const {
  std::vector<FrameDescription> all;
  for (uint64_t address : result.frameTables)
    for (const CodeImage &image : result.images) {
      uint64_t offset = address - image.address;
      if (offset >= image.bytes.size())
        continue;
      auto frames = readFrameTable(
          llvm::ArrayRef(image.bytes).drop_front(offset), address);
      if (!frames)
        return {};
      all.insert(all.end(), frames->begin(), frames->end());
    }
  std::ranges::sort(all, {}, &FrameDescription::function);
  return all;
}

void CodeLinker::tellUnwinder() {
  std::vector<uint64_t> &words = result.frameTables;
  if (words.empty())
    return;
  std::vector<FrameDescription> frames = readFrames();
  words.push_back(0);
  native::FrameTables &unwinder = result.unwinder;
  if (frames.empty())
    return;
  unwinder.sorted =
      native::frameTablesAddress + words.size() * sizeof(uint64_t);
  unwinder.count = frames.size();
  unwinder.firstFunction = frames.front().function;
  words.insert(words.end(), {0, frames.size()});
  for (const FrameDescription &frame : frames)
    words.push_back(frame.address);
}

llvm::Error CodeLinker::linkUnit(size_t unit, size_t index,
                                 const ModuleSymbols &symbols,
                                 CodeImage &image) {
  const RecompiledUnit &its = code.units[unit];
  uint64_t bias = program.modules[index].bias;
  auto names = cache.unit(its.module, its.source);
  if (!names)
    return names.takeError();
  if (symbols.isStatic() && symbols.findGlobal("__gxx_personality_v0")) {
    // The unwinder of exceptions must be told about recompiled functions before
    // the program starts. This works only in a thread that the C library has
    // set up. In a static program, the C library sets up the first thread too
    // late.
    refuse(unit, "exceptions can't pass through recompiled functions, since "
                 "the program is linked statically");
    return llvm::Error::success();
  }
  if (!*names) {
    refuse(unit, "the debug information does not have exactly one unit of its "
                 "source");
    return llvm::Error::success();
  }
  LoadedSymbols::Module module{&symbols, bias};
  NameResolver resolver(process, module, /*isProgram=*/index == 0, **names,
                        its.source);
  std::vector<char> object(its.object.begin(), its.object.end());
  auto unbound = bindThreadLocals(object, resolver);
  if (!unbound) {
    refuse(unit, llvm::toString(unbound.takeError()));
    return llvm::Error::success();
  }
  auto hasHook = [&](uint64_t address) { return hookAt.count(address) != 0; };
  ObjectBinder::Request request{
      its, resolver, symbols.literals(), bias, std::move(*unbound), hasHook};
  auto linked = linkObject(request, {object.data(), object.size()}, image);
  if (!linked) {
    refuse(unit, llvm::toString(linked.takeError()));
    return llvm::Error::success();
  }
  add(unit, *linked);
  return llvm::Error::success();
}

void CodeLinker::add(size_t unit, const LinkedObject &object) {
  for (const auto &[function, reason] : object.refused)
    result.unlinked.push_back({unit, function, reason});
  if (object.frameTable != 0)
    result.frameTables.push_back(object.frameTable);
  for (const LinkedObject::Function &each : object.functions) {
    uint32_t hook = hookAt[each.original];
    const RecompiledFunction &function =
        code.units[unit].functions[each.function];
    native::HookRecord &record = program.hooks[hook];
    record.flags |= native::hookIsExchangeable;
    program.recompiled[each.code] = table.functions[record.function].low;
    result.exchanges.push_back(
        {each.code, hook, function.firstNumber, function.endNumber,
         std::max(each.frameSize,
                  program.functions[record.function].frameSize)});
  }
}

} // namespace

llvm::Expected<LinkedCode>
pinstripe::linkRecompiledCode(const RecompiledCode &code,
                              const UnitTable &table,
                              InstrumentedProgram &program,
                              const ProcessMemory &memory, SymbolCache &cache) {
  return CodeLinker(code, table, program, memory, cache).run();
}
