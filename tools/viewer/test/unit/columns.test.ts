// Tests how the data elements of the page are decoded.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bytesOfBase64, columnOf, ColumnReader } from '../../src/data/Columns';

const encode = (bytes: Uint8Array) => deflateSync(bytes).toString('base64');

describe('columns', () => {
  it('are read as little-endian numbers', async () => {
    const bytes = Uint8Array.of(1, 0, 0, 0, 0, 1, 0, 0, 255, 255, 255, 255);
    const reader = new ColumnReader(() => encode(bytes), {
      a: { type: 'u32', length: 3 },
      b: { type: 'i32', length: 3 },
    });
    expect([...(await reader.get('a'))]).toEqual([1, 256, 4294967295]);
    expect([...(await reader.get('b'))]).toEqual([1, 256, -1]);
  });

  it('undo differences modulo 2^32', () => {
    const differences = Uint32Array.of(5, 2, 0, 4294967295);
    const column = columnOf(differences.buffer, {
      type: 'u32',
      length: 4,
      delta: true,
    });
    expect([...column]).toEqual([5, 7, 7, 6]);
  });

  it('of a wrong length are refused', () => {
    const info = { type: 'u32', length: 3 } as const;
    expect(() => columnOf(new ArrayBuffer(8), info)).toThrow(/3 elements/);
  });

  it('that the page does not have are refused by name', async () => {
    const reader = new ColumnReader(() => null, {
      a: { type: 'u8', length: 1 },
    });
    await expect(reader.get('a')).rejects.toThrow('no column a');
    await expect(reader.get('b')).rejects.toThrow('no column b');
  });

  it('are decoded once', async () => {
    let count = 0;
    const read = () => {
      ++count;
      return encode(Uint8Array.of(7));
    };
    const reader = new ColumnReader(read, { a: { type: 'u8', length: 1 } });
    await Promise.all([reader.get('a'), reader.get('a')]);
    expect(count).toBe(1);
  });

  it('have their base64 decoded without help of the browser', () => {
    expect([...bytesOfBase64('AP9/')]).toEqual([0, 255, 127]);
  });
});
