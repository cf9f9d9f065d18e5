// Tests how the story of `explain` is read out of its document.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { describe, expect, it } from 'vitest';
import type { Meta } from '../../src/data/Format';
import { storyOf } from '../../src/data/Story';
// @ts-expect-error: imports plain JavaScript, shared with the browser test
import * as plain from '../support/story.mjs';

type Input = { meta: Meta };
const stories = plain as Record<string, () => Input>;
const { originsReport, shortStoryReport, storyReport } = stories;
type Explanation = Record<string, unknown>;

/** The document of explain, after a change by the test. */
function metaWith(change: (explanation: Explanation) => void): Meta {
  const { meta } = storyReport();
  change(meta.results!.explain as Explanation);
  return meta;
}

const story = (change: (explanation: Explanation) => void = () => undefined) =>
  storyOf(metaWith(change))!;

describe('the story', () => {
  it('is there only if explain was asked', () => {
    const meta = metaWith(() => undefined);
    meta.results = { locate: meta.results!.locate };
    expect(storyOf(meta)).toBeNull();
    expect(storyOf({ ...meta, results: undefined })).toBeNull();
    expect(storyOf({ ...meta, results: { explain: 'none' } })).toBeNull();
  });

  it('says what was left out of the run', () => {
    expect(story().run).toMatchObject({
      isSmaller: true,
      originalEvents: 12345,
      keptArguments: 0,
      originalArguments: 1,
      notes: [],
      inputs: [{ path: null, bytes: 4, originalBytes: 48, text: '0 5\n' }],
    });
  });

  it('says why a smaller run is not told of', () => {
    const { run } = story((explanation) => {
      (explanation.run as Explanation).discarded = 'it prints what is right';
    });
    expect(run.notes).toEqual([
      'a smaller run was found, but is not explained: it prints what is right',
    ]);
  });

  it('suspects the first line, and names the first of each other place', () => {
    const { suspect, next, passingRuns } = story();
    expect(suspect).toMatchObject({ file: 0, line: 12, function: 'main' });
    expect(suspect!.evidence[1].change).toEqual({
      line: 12,
      before: 'while (a <= b) {',
      after: 'while (a < b) {',
      inserted: false,
    });
    // A line with the score 0 is not suspect, so it is not in `next`.
    expect(next.map(({ line }) => line)).toEqual([13, 15]);
    expect(passingRuns).toBe(3);
  });

  it('numbers events from 0, and has what each did for the next', () => {
    const { steps, cause } = story();
    expect(cause).toBe(6);
    expect(steps.map(({ event }) => event)).toEqual([
      6, 7, 11, 15, 19, 23, 27, 31,
    ]);
    expect(steps[0]).toMatchObject({ leads: 'decided about', kind: 'control' });
    expect(steps[1].leads).toBe('made a value for');
    expect(steps[7].leads).toBeNull();
  });

  it('says where the values of its only step come from', () => {
    const { meta } = originsReport();
    const { origins, steps } = storyOf(meta)!;
    expect(steps.map(({ event }) => event)).toEqual([31]);
    expect(
      origins.map(({ event, neededBy, leads }) => [event, neededBy, leads]),
    ).toEqual([
      [23, 27, 'made a value for'],
      [27, 31, 'made a value for'],
    ]);
    expect(story().origins).toEqual([]);
  });

  it('has the changes that mend, with their lines', () => {
    const { remedies } = story();
    expect(remedies.map(({ line, good }) => [line, good])).toEqual([
      [12, true],
      [13, false],
      [15, false],
    ]);
    expect(remedies[0].counts).toBe('2 of 31');
    expect(remedies[1].change!.inserted).toBe(true);
    expect(remedies[2]).toMatchObject({ event: 25, change: null });
  });

  it('leaves out events and files that the page does not have', () => {
    const { steps, remedies, cause } = story((explanation) => {
      (explanation.chain as Explanation[])[0].index = 35;
      explanation.cause = 9999;
      (explanation.remedies as Explanation[])[0].file = 'other.c';
    });
    expect(steps.length).toBe(7);
    expect(cause).toBeNull();
    expect(remedies.map(({ line }) => line)).toEqual([13, 15]);
  });

  it('can be short', () => {
    const { meta } = shortStoryReport();
    expect(storyOf(meta)).toMatchObject({
      wrong: null,
      suspect: null,
      steps: [],
      remedies: [],
      run: { notes: ['not made smaller: --keep-run was given'] },
    });
  });

  it('survives a damaged document', () => {
    for (const damage of [null, 3, 'x', [null, 3], { inputs: [null] }])
      for (const key of [
        'run',
        'location',
        'chain',
        'origins',
        'remedies',
        'open',
        'cause',
      ])
        expect(
          story((explanation) => {
            explanation[key] = damage;
          }),
        ).not.toBeNull();
  });
});
