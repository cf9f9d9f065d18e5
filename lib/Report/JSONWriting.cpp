//===- JSONWriting.cpp - What all JSON outputs share ----------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JSONWriting.h"
#include "pinstripe/Report/JSONReporter.h"
#include <cmath>

using namespace pinstripe;

void pinstripe::writeToolJSON(llvm::json::OStream &json,
                              llvm::StringRef version) {
  json.attributeObject("pinstripe", [&] {
    json.attribute("version", version);
    json.attribute("format", jsonFormatVersion);
  });
}

void pinstripe::writeLibraryJSON(llvm::json::OStream &json,
                                 const UnitTable &table, uint64_t address) {
  if (ModuleId module = table.moduleOf(address); module != ModuleId{})
    json.attribute("module", utf8(table.libraryName(module)));
}

void pinstripe::writeCaseJSON(llvm::json::OStream &json,
                              const CaseDescription &theCase) {
  json.attributeObject("case", [&] {
    json.attribute("program", utf8(theCase.program));
    json.attributeArray("arguments", [&] {
      for (const std::string &argument : theCase.arguments)
        json.value(utf8(argument));
    });
    if (theCase.standardInput.empty())
      json.attribute("stdin", nullptr);
    else
      json.attribute("stdin", utf8(theCase.standardInput));
    if (!theCase.modules.empty())
      json.attributeArray("modules", [&] {
        for (const std::string &module : theCase.modules)
          json.value(utf8(module));
      });
    json.attributeArray("predicate", [&] {
      for (const std::string &predicate : theCase.predicates)
        json.value(utf8(predicate));
    });
    json.attribute("poison", theCase.poison);
    json.attribute("flow", theCase.flow);
  });
}

void pinstripe::writeEngineJSON(llvm::json::OStream &json,
                                const EngineDescription &engine) {
  json.attributeObject("engine", [&] {
    json.attribute("name", engine.name);
    if (engine.fallback.empty())
      json.attribute("fallback", nullptr);
    else
      json.attribute("fallback", engine.fallback);
  });
}

void pinstripe::writeTraceJSON(llvm::json::OStream &json, const Trace &trace,
                               const InstanceTable &instances) {
  json.attributeObject("trace", [&] {
    json.attribute("events", static_cast<int64_t>(trace.size()));
    json.attribute("units", static_cast<int64_t>(instances.executedUnits()));
    json.attribute("invocations",
                   static_cast<int64_t>(trace.allInvocations().size()));
  });
}

double pinstripe::rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}
