// Decodes those elements of the web page that hold the report's data.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import type { ColumnInfo } from './Format';

export type Column = Uint8Array | Uint32Array | Int32Array | Float32Array;

/** Returns the text of the data element `id`, or null if there is none. */
export type ElementReader = (id: string) => string | null;

declare global {
  interface Uint8ArrayConstructor {
    fromBase64?: (text: string) => Uint8Array;
  }
}

export function bytesOfBase64(text: string): Uint8Array {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Decompresses the zlib stream (RFC 1950) in `base64`. */
export async function inflate(base64: string): Promise<ArrayBuffer> {
  const bytes = bytesOfBase64(base64.trim());
  const stream = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).arrayBuffer();
}

/** Replaces each difference by the sum of all differences up to it. */
export function undoDelta(column: Column): void {
  for (let i = 1; i < column.length; ++i) column[i] += column[i - 1];
}

/** Makes the array that `info` describes from its little-endian bytes. */
export function columnOf(buffer: ArrayBuffer, info: ColumnInfo): Column {
  const width = info.type === 'u8' ? 1 : 4;
  if (buffer.byteLength !== info.length * width)
    throw new Error(
      `a column of ${info.length} elements has ${buffer.byteLength} bytes`,
    );
  const types = {
    u8: Uint8Array,
    u32: Uint32Array,
    i32: Int32Array,
    f32: Float32Array,
  };
  const column = new types[info.type](buffer);
  if (info.delta) undoDelta(column);
  return column;
}

/** Reads columns when they are asked for, each of them once. */
export class ColumnReader {
  private readonly columns = new Map<string, Promise<Column>>();

  constructor(
    private readonly read: ElementReader,
    private readonly infos: Record<string, ColumnInfo>,
  ) {}

  has(name: string): boolean {
    return name in this.infos;
  }

  async get(name: string): Promise<Column> {
    let column = this.columns.get(name);
    if (!column) {
      column = this.decode(name);
      this.columns.set(name, column);
    }
    return column;
  }

  private async decode(name: string): Promise<Column> {
    const text = this.read('pinstripe-column-' + name);
    if (text === null || !this.has(name))
      throw new Error(`the report has no column ${name}`);
    return columnOf(await inflate(text), this.infos[name]);
  }
}

/** Reads data elements of this document. */
export function elementText(id: string): string | null {
  return document.getElementById(id)?.textContent ?? null;
}
