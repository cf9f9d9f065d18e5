// Tests how a page finds the parts of a text that a search has kept.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { describe, expect, it } from 'vitest';
import { partsOf, stretchesOf } from '../../src/data/Search';

const marked = (verb: string, given: string, left: string) =>
  stretchesOf(partsOf(verb, given), partsOf(verb, left))!
    .map(({ text, isLeft }) => (isLeft ? `[${text}]` : text))
    .join('');

describe('what is left of a text', () => {
  it('is found as the longest common stretch first', () => {
    expect(marked('input', '(1+2)*(3/(4-2*2))', '/(4-2*2')).toBe(
      '(1+2)*(3[/(4-2*2]))',
    );
  });
  it('may be several stretches, in their order', () => {
    expect(marked('input', 'abcdefgh', 'bcfh')).toBe('a[bc]de[f]g[h]');
  });
  it('has whole words of a command line', () => {
    expect(
      marked('options', './a -v --level=3 --c -x b', './a --level=3 -x'),
    ).toBe('[./a] -v[ --level=3 ]--c [-x] b');
  });
  it('has whole numbers', () => {
    expect(marked('call', '590', '571')).toBe('590');
  });
  it('may be nothing or all', () => {
    expect(marked('input', 'abc', '')).toBe('abc');
    expect(marked('source', 'int a;', 'int a;')).toBe('[int a;]');
    expect(stretchesOf([], [])).toEqual([]);
  });
  it('is not looked for in texts that are too long', () => {
    const long = new Array<string>(10_000).fill('a');
    expect(stretchesOf(long, long)).toBeNull();
  });
});
