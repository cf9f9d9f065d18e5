// Lists all mutations of a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutation/MutationLister.h"

#include "Mutation/Changes.h"
#include "Mutation/MutationWriter.h"

namespace pinstripe {

ListedFunction listChanges(ParsedUnit &unit, const FunctionSource &function,
                           const UnitNames &names) {
  ListedFunction listed;
  listed.places = findPlaces(unit, function);
  ChangeList changes(unit.tokens, listed.places);
  VisibleVariables visible(unit, names, function.declaration);
  ChangeContext context{
      unit,   function, listed.places,
      names,  visible,  constantsIn(unit.tokens, function.written),
      changes};
  for (uint32_t i = 0; i < listed.places.places.size(); ++i) {
    const Place &place = listed.places.places[i];
    switch (place.form) {
    case PlaceForm::Body:
      place.variable ? addDeclarationChanges(context, i)
                     : addTypeChanges(context, i);
      break;
    case PlaceForm::Insertion:
      addInsertions(context, i);
      break;
    case PlaceForm::Statement:
      addExpressionChanges(context, i);
      addStatementChanges(context, i);
      break;
    default:
      addExpressionChanges(context, i);
    }
  }
  listed.changes = changes.release();
  return listed;
}

std::vector<Mutation> describeChanges(ParsedUnit &unit,
                                      const FunctionSource &function,
                                      const ListedFunction &listed) {
  MutationWriter writer(unit, function, listed.places);
  std::vector<Mutation> mutations;
  mutations.reserve(listed.changes.size());
  for (const Change &change : listed.changes)
    mutations.push_back(writer.write(change));
  return mutations;
}

} // namespace pinstripe
