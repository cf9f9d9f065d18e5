// Tests the search for the events that printed the explained part of the
// output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { describe, expect, it } from 'vitest';
import { outputEvents } from '../../src/data/Output';
import { segmentsOf } from '../../src/data/Segments';
import { sum } from './support';

interface Run {
  expected: unknown;
  matched: unknown;
  written: unknown;
}

/** Names the events for a run that `change` has changed. */
async function writers(change: (run: Run) => void): Promise<string[]> {
  const report = await sum(({ meta }) => change(meta.run as Run));
  return outputEvents(report).map((event) => report.name(event));
}

describe('the output in question', () => {
  it('is what the predicate is about', async () => {
    expect(await writers(() => undefined)).toEqual([
      'sample.c:17 #1',
      'sample.c:18 #1',
    ]);
    const one = await writers((run) => (run.matched = [[15, 22]]));
    expect(one).toEqual(['sample.c:18 #1']);
  });

  it('is where it is first wrong, if something was expected', async () => {
    const text = 'a? b? sum = 15\nmul = 1\n';
    const wrong = await writers((run) => (run.expected = { text }));
    expect(wrong).toEqual(['sample.c:18 #1']);
  });

  it('is the last kept event if nobody knows who wrote it', async () => {
    const last = await writers((run) => (run.written = []));
    expect(last).toEqual(['sample.c:18 #1']);
  });

  it('may have been written by any event if nothing was reduced', async () => {
    const report = await sum(({ meta, columns }) => {
      delete columns['set.kept'];
      (meta.run as Run).written = [[4, 0, 30]];
    });
    expect(outputEvents(report)).toEqual([4]);
  });
});

describe('the pieces of the output', () => {
  it('end where a writer or a match begins or ends', () => {
    const written: [number, number, number][] = [
      [9, 4, 6],
      [7, 0, 4],
    ];
    expect(segmentsOf('abcdefgh', [[2, 5]], written)).toEqual([
      { text: 'ab', matched: false, event: 7 },
      { text: 'cd', matched: true, event: 7 },
      { text: 'e', matched: true, event: 9 },
      { text: 'f', matched: false, event: 9 },
      { text: 'gh', matched: false, event: null },
    ]);
  });

  it('may lie in several matches', () => {
    const matched: [number, number][] = [
      [0, 4],
      [1, 2],
      [3, 6],
    ];
    const pieces = segmentsOf('abcdefgh', matched, []);
    expect(
      pieces.map(({ text, matched }) => (matched ? text : '')).join(''),
    ).toBe('abcdef');
  });

  it('do not divide a character', () => {
    const pieces = segmentsOf('aäb', [], [[1, 0, 2]]);
    expect(pieces.map(({ text }) => text).join('')).toBe('aäb');
  });
});
