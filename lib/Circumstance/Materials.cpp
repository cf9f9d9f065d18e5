// Hashes what a run is made of: its input, files, arguments and environment.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/Materials.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/xxhash.h"

using namespace pinstripe;

namespace {

/// Combines the hashes of a run's materials (its input, files, arguments and
/// environment). An input may have many megabytes, so its bytes are hashed in
/// place, without a copy.
class KeyMaker {
public:
  void add(llvm::StringRef bytes) {
    llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::ArrayRef(
        reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()));
    words.insert(words.end(), {hash.low64, hash.high64});
  }
  void add(uint64_t number) { words.push_back(number); }
  void add(const std::optional<std::string> &bytes) {
    add(uint64_t(bytes.has_value()));
    if (bytes)
      add(llvm::StringRef(*bytes));
  }
  void add(const std::optional<std::vector<std::string>> &texts) {
    // The hash of a list begins with the number of its texts. A missing list is
    // hashed as the number `none`, which no list can have as its size.
    constexpr uint64_t none = ~uint64_t(0);
    add(texts ? uint64_t(texts->size()) : none);
    if (texts)
      for (const std::string &text : *texts)
        add(llvm::StringRef(text));
  }
  MaterialsKey key() const {
    llvm::XXH128_hash_t hash = llvm::xxh3_128bits(
        llvm::ArrayRef(reinterpret_cast<const uint8_t *>(words.data()),
                       words.size() * sizeof(uint64_t)));
    return {hash.low64, hash.high64};
  }

private:
  std::vector<uint64_t> words;
};

} // namespace

size_t Materials::bytes() const {
  size_t sum = standardInput ? standardInput->size() : 0;
  for (const MaterialFile &file : files)
    sum += file.content ? file.content->size() : 0;
  return sum;
}

MaterialsKey Materials::key() const {
  KeyMaker maker;
  maker.add(standardInput);
  maker.add(uint64_t(files.size()));
  for (const MaterialFile &file : files) {
    maker.add(llvm::StringRef(file.path));
    maker.add(file.content);
  }
  maker.add(arguments);
  maker.add(environment);
  maker.add(sourceState);
  // Values of arguments are hashed only if there are any, which is so only for
  // a replayed call. So the hashes of all other materials are the same as in
  // older versions of the tool, and stored tests stay valid.
  if (callValues)
    maker.add(callValues);
  return maker.key();
}
