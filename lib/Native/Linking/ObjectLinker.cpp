// Links a recompiled object file for use in the process under test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linking/ObjectLinker.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ExecutionEngine/JITLink/ELF_x86_64.h"
#include "llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h"

using namespace pinstripe;
using namespace llvm::jitlink;
using llvm::orc::ExecutorAddr;

namespace {

/// Gives JITLink memory for the bytes of the linked code. The memory belongs to
/// the tool, but JITLink links the code for addresses in the process under
/// test. At the end, the bytes are appended to the CodeImage.
class ImageMemory final : public JITLinkMemoryManager {
public:
  explicit ImageMemory(CodeImage &image) : image(image) {}

  void allocate(const JITLinkDylib *, LinkGraph &graph,
                OnAllocatedFunction onAllocated) override {
    BasicLayout layout(graph);
    auto allocation = std::make_unique<Allocation>(image);
    uint64_t offset = image.bytes.size();
    for (auto &[group, segment] : layout.segments()) {
      offset = llvm::alignTo(offset,
                             std::max<uint64_t>(segment.Alignment.value(), 16));
      size_t size = segment.ContentSize + segment.ZeroFillSize;
      auto &part = allocation->parts.emplace_back(
          Allocation::Part{offset, std::vector<char>(size + 1)});
      part.bytes.resize(size);
      segment.Addr = ExecutorAddr(image.address + offset);
      segment.WorkingMem = part.bytes.data();
      offset += size;
    }
    if (offset > image.room)
      return onAllocated(llvm::make_error<EngineError>(
          "the recompiled functions don't fit into the room for them"));
    if (llvm::Error error = layout.apply())
      return onAllocated(std::move(error));
    onAllocated(std::unique_ptr<InFlightAlloc>(std::move(allocation)));
  }

  void deallocate(std::vector<FinalizedAlloc> allocations,
                  OnDeallocatedFunction onDeallocated) override {
    for (FinalizedAlloc &each : allocations)
      (void)each.release();
    onDeallocated(llvm::Error::success());
  }

private:
  struct Allocation final : InFlightAlloc {
    explicit Allocation(CodeImage &image) : image(image) {}
    void abandon(OnAbandonedFunction onAbandoned) override {
      onAbandoned(llvm::Error::success());
    }
    void finalize(OnFinalizedFunction onFinalized) override {
      for (const Part &part : parts) {
        image.bytes.resize(part.offset);
        image.bytes.insert(image.bytes.end(), part.bytes.begin(),
                           part.bytes.end());
      }
      // JITLink wants an address here that is not null, but does not use it.
      onFinalized(FinalizedAlloc(ExecutorAddr(image.address)));
    }

    struct Part {
      uint64_t offset;
      std::vector<char> bytes;
    };
    std::vector<Part> parts;
    CodeImage &image;
  };

  CodeImage &image;
};

/// Answers the questions that JITLink asks while it links an object file.
class LinkContext final : public JITLinkContext {
public:
  LinkContext(const ObjectBinder::Request &request, ImageMemory &memory,
              LinkedObject &result, llvm::Error &failure)
      : JITLinkContext(nullptr), resolver(request.resolver), memory(memory),
        binder(request), result(result), failure(failure) {}

  JITLinkMemoryManager &getMemoryManager() override { return memory; }

  void notifyFailed(llvm::Error error) override {
    failure = llvm::joinErrors(std::move(failure), std::move(error));
  }

  void lookup(const LookupMap &names,
              std::unique_ptr<JITLinkAsyncLookupContinuation> next) override {
    AsyncLookupResult found;
    for (const auto &[name, flags] : names)
      // The program may lack a name that only a weak reference or a mutation
      // (small change of the source) uses. Such a name gets a null address. A
      // mutation that uses the name crashes.
      found[name] = {ExecutorAddr(resolver.ofUsed(name).address.value_or(0)),
                     llvm::JITSymbolFlags::Exported};
    next->run(std::move(found));
  }

  LinkGraphPassFunction getMarkLivePass(const llvm::Triple &) const override {
    return [this](LinkGraph &graph) {
      boundBy.bind(graph);
      return llvm::Error::success();
    };
  }

  llvm::Error notifyResolved(LinkGraph &graph) override {
    for (const ObjectBinder::Linked &each : binder.linked)
      result.functions.push_back(
          {each.function, each.original,
           each.symbol->getBlock().getAddress().getValue(), each.frameSize});
    result.refused = std::move(binder.refused);
    if (auto *frames = graph.findSectionByName(".eh_frame"))
      if (SectionRange range(*frames); !range.empty())
        result.frameTable = range.getStart().getValue();
    return llvm::Error::success();
  }

  void
  notifyFinalized(JITLinkMemoryManager::FinalizedAlloc allocation) override {
    (void)allocation.release();
  }

private:
  const NameResolver &resolver;
  ImageMemory &memory;
  ObjectBinder binder;
  /// The same object as `binder`. JITLink requires that some member functions
  /// of this class are const, although they have to change `binder`.
  ObjectBinder &boundBy = binder;
  LinkedObject &result;
  llvm::Error &failure;
};

} // namespace

llvm::Expected<LinkedObject>
pinstripe::linkObject(const ObjectBinder::Request &request,
                      llvm::StringRef object, CodeImage &image) {
  auto graph =
      createLinkGraphFromELFObject_x86_64({object, request.unit.source});
  if (!graph)
    return graph.takeError();
  ImageMemory memory(image);
  LinkedObject result;
  llvm::Error failure = llvm::Error::success();
  link_ELF_x86_64(std::move(*graph), std::make_unique<LinkContext>(
                                         request, memory, result, failure));
  if (failure)
    return std::move(failure);
  return result;
}
