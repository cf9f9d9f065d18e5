// Finds the events that printed the part of the output that a report explains.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import type { Report } from './Report';

/** Where the output is first not what was expected, in bytes; -1 if nowhere. */
function firstWrongByte(report: Report): number {
  const { stdout, expected } = report.meta.run;
  if (!stdout || !expected) return -1;
  const encoder = new TextEncoder();
  const [a, b] = [encoder.encode(stdout.text), encoder.encode(expected.text)];
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at < 0 && b.length > a.length ? a.length : at;
}

/**
 * Returns the events that wrote the output in question, first ones first: where
 * it is first wrong, or else what the predicate is about, or all of it. If
 * something was reduced, only kept events count; without knowledge of who wrote
 * what it is the last kept event.
 */
export function outputEvents(report: Report): number[] {
  const { matched = [], written = [] } = report.meta.run;
  const wrong = firstWrongByte(report);
  const all: [number, number][] = [[0, Infinity]];
  const asked: [number, number][] =
    wrong >= 0 ? [[wrong, wrong + 1]] : matched.length > 0 ? matched : all;
  const isReduced = report.keptEvents.length > 0;
  const found = written
    .filter(
      ([event, from, to]) =>
        (report.isKept(event) || !isReduced) &&
        asked.some(([begin, end]) => begin < to && from < end),
    )
    .map(([event]) => event);
  if (found.length > 0) return [...new Set(found)];
  return [...report.keptEvents.slice(-1)];
}
