// Lists and compiles the mutations of one compilation unit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_UNITMUTATIONS_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_UNITMUTATIONS_H

#include "Mutation/MutationLister.h"
#include "pinstripe/Program/MutationSource.h"

namespace pinstripe {

class UnitMutations : public MutationSource {
public:
  /// Takes over `parsed`, a source that was parsed without errors.
  UnitMutations(std::unique_ptr<ParsedUnit> parsed, std::string module,
                std::string path);
  ~UnitMutations() override;

  const std::string &path() const override { return mainFile; }
  llvm::ArrayRef<MutableFunction> functions() const override {
    return described;
  }
  llvm::Expected<std::vector<Mutation>> mutationsOf(size_t function) override;
  llvm::Expected<Compiled>
  compile(llvm::ArrayRef<Wish> wishes, uint32_t firstNumber,
          const std::atomic<bool> *stop = nullptr) override;

private:
  const ListedFunction &listed(size_t function);

  std::unique_ptr<ParsedUnit> parsed;
  std::string module, mainFile;
  std::unique_ptr<UnitNames> names;
  std::vector<MutableFunction> described;
  std::map<size_t, ListedFunction> lists;
  /// Maps the index of each function to the indices of its mutations that the
  /// compiler has rejected.
  std::map<size_t, std::set<size_t>> rejected;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_UNITMUTATIONS_H
