// Reads the result of a search in an input, a command line or the like, and
// finds what is left of the original.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { inflate, type ElementReader } from './Columns';

/** A text, or null in its place if it is too long for the page. */
export interface SearchContent {
  bytes: number;
  text: string | null;
}

export interface SearchText {
  name: string;
  given: SearchContent | null;
  failing: SearchContent | null;
  passing: SearchContent | null;
}

export interface SearchStage {
  elements: string;
  before: number;
  after: number;
  tests: number;
}

/** See search-page.schema.json of the manual. */
export interface Search {
  pinstripe: { version: string };
  verb: string;
  program: string;
  command: string;
  form: 'minimise' | 'maximise' | 'isolate';
  share: { left: number; of: number; unit: string } | null;
  texts: SearchText[];
  stages: SearchStage[];
  report: string;
}

export async function readSearch(read: ElementReader): Promise<Search | null> {
  const packed = read('pinstripe-search');
  if (packed === null) return null;
  return JSON.parse(new TextDecoder().decode(await inflate(packed))) as Search;
}

/** A stretch of a text, which the other text has as well or has not. */
export interface Stretch {
  text: string;
  isLeft: boolean;
}

/** Above this product of lengths, to compare takes too long for a page. */
const most = 40_000_000;

/** Splits a text into the parts that a verb leaves out or keeps as a whole. */
export function partsOf(verb: string, text: string): string[] {
  if (verb === 'options') return text.match(/\s+|\S+/g) ?? [];
  if (verb === 'actions') return text.split(/(?<=\n)/);
  if (verb === 'input') return text.split('');
  return text.match(/\w+|\s+|[^]/g) ?? [];
}

/**
 * Finds out which parts of a text are left in another one. The longest stretch
 * that both have comes first; then those before and after it are found in the
 * same way. Returns null if the texts are too long to be compared.
 */
export function stretchesOf(given: string[], left: string[]): Stretch[] | null {
  if (given.length * left.length > most) return null;
  const isLeft = new Array<boolean>(given.length).fill(false);
  const open = [[0, given.length, 0, left.length]];
  while (open.length > 0) {
    const [from, to, leftFrom, leftTo] = open.pop()!;
    const { at, leftAt, length } = longestCommon(
      given.slice(from, to),
      left.slice(leftFrom, leftTo),
    );
    if (length === 0) continue;
    isLeft.fill(true, from + at, from + at + length);
    open.push([from, from + at, leftFrom, leftFrom + leftAt]);
    open.push([from + at + length, to, leftFrom + leftAt + length, leftTo]);
  }
  const stretches: Stretch[] = [];
  for (let begin = 0; begin < given.length;) {
    let end = begin + 1;
    while (end < given.length && isLeft[end] === isLeft[begin]) ++end;
    stretches.push({
      text: given.slice(begin, end).join(''),
      isLeft: isLeft[begin],
    });
    begin = end;
  }
  return stretches;
}

/** Finds the longest stretch that both have, the first one of several. */
function longestCommon(
  a: string[],
  b: string[],
): { at: number; leftAt: number; length: number } {
  let best = { at: 0, leftAt: 0, length: 0 };
  // For each position in `b`, the length of the longest common stretch that
  // ends there in `b` and at the current position in `a`.
  let before = new Uint32Array(b.length + 1);
  let here = new Uint32Array(b.length + 1);
  for (let i = 0; i < a.length; ++i) {
    for (let j = 0; j < b.length; ++j) {
      const length = a[i] === b[j] ? before[j] + 1 : 0;
      here[j + 1] = length;
      if (length > best.length)
        best = { at: i + 1 - length, leftAt: j + 1 - length, length };
    }
    [before, here] = [here, before];
  }
  return best;
}
