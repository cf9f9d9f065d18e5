// Tests small data models: addresses, differences, tests, experiments, finding.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readGlossary } from '../../glossary';
import {
  emptyAddress,
  formatAddress,
  parseAddress,
  views,
} from '../../src/data/Address';
import {
  comparedSets,
  differingEvents,
  lineCounts,
} from '../../src/data/Comparison';
import { difference } from '../../src/data/Difference';
import { EventSet, lowerBound } from '../../src/data/EventSet';
import { entriesOf } from '../../src/data/Experiments';
import { find } from '../../src/data/Finder';
import { groupByKey } from '../../src/data/Rows';
import { segmentsOf } from '../../src/data/Segments';
import { TestLog } from '../../src/data/TestLog';
import { long, sum, sumWithCleanup } from './support';

describe('an address', () => {
  it('survives being sent', () => {
    const line = { path: 'src/a b%.c', line: 13 };
    for (const view of views)
      for (const address of [
        emptyAddress(view),
        { ...emptyAddress(view), event: 11 },
        { ...emptyAddress(view), event: 11, from: 3 },
        { ...emptyAddress(view), line },
        { ...emptyAddress(view), test: 6 },
      ]) {
        expect(parseAddress(formatAddress(address))).toEqual(address);
      }
  });

  it('may leave the view out', () => {
    expect(parseAddress('#e12')).toMatchObject({ view: 'source', event: 11 });
    expect(parseAddress('#sample.c:13')).toMatchObject({
      view: 'source',
      line: { path: 'sample.c', line: 13 },
    });
    expect(parseAddress('#e4-e12')).toMatchObject({ view: 'causes', from: 3 });
    expect(parseAddress('').view).toBe('answer');
    expect(parseAddress('#nonsense').view).toBe('answer');
  });

  it('that is damaged leads to the answer', () => {
    expect(parseAddress('#%E0%A4%A').view).toBe('answer');
  });
});

describe('the difference to the expected output', () => {
  it('marks what differs in a line', () => {
    const lines = difference('a\nsum = 15\nz\n', 'a\nsum = 10\nz\n');
    expect(lines.map(({ kind }) => kind)).toEqual([
      'same',
      'printed',
      'expected',
      'same',
    ]);
    expect(lines[1].part).toEqual([7, 8]);
    expect(lines[2].part).toEqual([7, 8]);
  });

  it('finds lines that are missing', () => {
    const lines = difference('a\nc\n', 'a\nb\nc\n');
    expect(lines.map(({ kind, text }) => kind + text)).toEqual([
      'samea',
      'expectedb',
      'samec',
    ]);
  });

  it('of equal texts has no marks', () => {
    const lines = difference('a\n\nb', 'a\n\nb');
    expect(lines.every(({ kind }) => kind === 'same')).toBe(true);
  });
});

describe('the output', () => {
  it('is cut at bytes, not letters', () => {
    const segments = segmentsOf('é = 1\nx', [[0, 6]], [[4, 0, 7]]);
    expect(segments).toEqual([
      { text: 'é = 1', matched: true, event: 4 },
      { text: '\n', matched: false, event: 4 },
      { text: 'x', matched: false, event: null },
    ]);
  });
});

describe('sets and rows', () => {
  it('list the events of their bits', () => {
    const set = EventSet.of([0, 7, 8, 16], 17);
    expect([...set.list()]).toEqual([0, 7, 8, 16]);
    expect(set.has(8)).toBe(true);
    expect(set.has(9)).toBe(false);
  });

  it('group indices by key and leave negative keys out', () => {
    const rows = groupByKey([1, -1, 0, 1], 3);
    expect([0, 1, 2].map((key) => [...rows.of(key)])).toEqual([
      [2],
      [0, 3],
      [],
    ]);
  });

  it('find the first element that is not below a value', () => {
    const find = (value: number) => lowerBound([1, 3, 3, 5], value);
    expect([0, 1, 2, 3, 4, 6].map(find)).toEqual([0, 0, 1, 1, 3, 4]);
  });
});

describe('the search', () => {
  it('knows the smallest FAIL so far and what a test left out', async () => {
    const log = (await (await sum()).tests())!;
    expect(log.outcome(0)).toBe('FAIL');
    expect(log.executed(0)).toBe(34);
    expect(log.leftOut(1).length).toBe(34);
    const last = log.best[log.shown - 1];
    expect(log.executed(last)).toBe(15);
    const tally = log.tally(log.shown - 1);
    expect(tally.PASS + tally.FAIL + tally.UNRESOLVED).toBe(log.shown);
  });

  it('has buckets of events in a long run', () => {
    const log = new TestLog(1, 4, 10, Uint8Array.of(1), null, null, null, null);
    const buckets = [0, 1, 2, 3].map((column) => log.eventsOfColumn(column));
    expect(buckets).toEqual([
      [0, 3],
      [3, 5],
      [5, 8],
      [8, 10],
    ]);
    for (let column = 0; column < 4; ++column)
      for (let event = buckets[column][0]; event < buckets[column][1]; ++event)
        expect(log.columnOfEvent(event)).toBe(column);
  });
});

describe('experiments', () => {
  it('are found at events and lines', async () => {
    const { experiments } = await sum();
    expect(experiments.byEvent.get(27)).toEqual([
      {
        verb: 'replace',
        what: '`sum` = 10 after it, in place of 15',
        effect: 'the expected output comes out',
        counts: '1 of 5',
        good: true,
      },
    ]);
    expect(experiments.byLine.get('0:12')![0]).toMatchObject({
      verb: 'switch',
      effect: 'the wrong line no longer comes out',
    });
    expect(experiments.ranked[0]).toMatchObject({ rank: 1, line: 13 });
    expect(experiments.ranked[0].evidence[0].event).toBe(27);
    expect(experiments.ranked[0].evidence[1].text).toBe(
      'the wrong line needs it: 5 of 6 instances',
    );
    // Lines 13 and 15 have the same rank, so they are one entry of the ranking.
    const entries = entriesOf(experiments.ranked);
    expect(entries.map((lines) => lines.map(({ line }) => line))).toEqual([
      [13, 15],
    ]);
  });

  it('of locate alone are found at events, too', async () => {
    const report = await sum(({ meta }) => {
      const results = meta.results as Record<string, unknown>;
      delete results.replace;
    });
    expect(report.experiments.byEvent.get(27)![0]).toMatchObject({
      verb: 'replace',
      what: '10 instead of 15 for sum after it at #6',
      effect: 'the expected output comes out',
      counts: '1 of 5',
    });
  });

  it('have no sentences in documents of older versions', async () => {
    const report = await sum(({ meta }) => {
      const { locate } = meta.results as {
        locate: { ranked: { evidence: { text?: string }[] }[] };
      };
      for (const { evidence } of locate.ranked)
        for (const each of evidence) delete each.text;
    });
    const { evidence } = report.experiments.ranked[0];
    expect(evidence.map(({ text }) => text)).toEqual([
      'replace',
      'kept',
      'slice',
    ]);
  });
});

describe('comparison', () => {
  it('counts each line in each set', async () => {
    const rows = lineCounts(await sum());
    const row = rows.find(({ line }) => line === 13)!;
    expect(row).toMatchObject({ executed: 6, counts: [6, 6, 5] });
  });

  it('lists the events in which sets differ', async () => {
    const report = await sum();
    const names = differingEvents(report).map((event) => report.name(event));
    expect(names).toContain('sample.c:13 #1');
    expect(names).not.toContain('sample.c:13 #2');
  });

  it('counts clean-ups apart from what is critical', async () => {
    const [plain, report] = [await sum(), await sumWithCleanup(0)];
    const keptIn = (each: typeof report) =>
      comparedSets(each).find(({ name }) => name === 'kept');
    expect(keptIn(plain)).toMatchObject({ count: 15, cleanups: 0 });
    expect(keptIn(report)).toMatchObject({ count: 14, cleanups: 1 });
    const counts = (each: typeof report) =>
      lineCounts(each).find(({ line }) => line === 5)!.counts;
    expect(counts(plain)).toEqual([1, 1, 1]);
    expect(counts(report)).toEqual([1, 1, 0]);
  });

  it('lists no clean-up as a difference', async () => {
    const [event] = differingEvents(await sum());
    const report = await sumWithCleanup(event);
    expect(differingEvents(report)).not.toContain(event);
  });
});

describe('finding', () => {
  it('understands events, lines, instances, functions and text', async () => {
    const report = await sum();
    expect(find(report, 'e12')).toEqual([{ kind: 'event', event: 11 }]);
    expect(find(report, 'sample.c:13 #2')).toEqual([
      { kind: 'event', event: 11 },
    ]);
    expect(find(report, '13')).toContainEqual({
      kind: 'line',
      file: 0,
      line: 13,
    });
    expect(find(report, 'main')).toContainEqual({ kind: 'function', index: 0 });
    expect(find(report, 'MUL * a')).toEqual([
      { kind: 'line', file: 0, line: 14 },
    ]);
    expect(find(report, ' ')).toEqual([]);
    expect(find(report, 'e99')).toEqual([]);
  });
});

describe('a long run', () => {
  it('keeps only the columns that it has', async () => {
    const report = await long(20000);
    const graph = await report.dependences();
    const last = report.keptEvents[report.keptEvents.length - 1];
    expect(graph.chain(0, last)).not.toBeNull();
  });
});

describe('the glossary', () => {
  it('is that of the manual', () => {
    const page = new URL(
      '../../../pinstripe/manual/reading-results.md',
      import.meta.url,
    );
    const rows = new Map(readGlossary(readFileSync(page, 'utf8')));
    expect(rows.get('critical')).toMatch(/no longer comes out/);
    expect(rows.get('FAIL, PASS, UNRESOLVED')).toMatch(/reproduced/);
    expect(rows.get('slice')).not.toMatch(/[[\]]/);
    expect(rows.size).toBeGreaterThan(30);
  });
});
