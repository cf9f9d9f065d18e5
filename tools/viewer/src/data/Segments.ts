// Divides the output by the events that wrote it, and marks what is checked.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

export interface Segment {
  text: string;
  matched: boolean;
  /** The event that wrote it, or null. */
  event: number | null;
}

/** An event and the bytes that it has written: begin and end. */
export type WrittenBytes = [number, number, number];

/**
 * Returns a function that finds the range that contains a byte: of several, the
 * one that begins first. From call to call the bytes must not get smaller.
 */
function ascendingFinder<Range>(
  ranges: Range[],
  boundsOf: (range: Range) => [number, number],
): (byte: number) => Range | null {
  const sorted = [...ranges].sort((a, b) => boundsOf(a)[0] - boundsOf(b)[0]);
  let next = 0;
  return (byte) => {
    while (next < sorted.length && boundsOf(sorted[next])[1] <= byte) ++next;
    const isInside = next < sorted.length && boundsOf(sorted[next])[0] <= byte;
    return isInside ? sorted[next] : null;
  };
}

/**
 * Returns a function that finds the event that wrote a byte. From call to call
 * the bytes must not get smaller.
 */
export function writerFinder(
  written: WrittenBytes[],
): (byte: number) => number | null {
  const find = ascendingFinder(written, ([, begin, end]) => [begin, end]);
  return (byte) => find(byte)?.[0] ?? null;
}

/** Offsets count bytes of the text in UTF-8. */
export function segmentsOf(
  text: string,
  matched: [number, number][],
  written: WrittenBytes[],
): Segment[] {
  const bytes = new TextEncoder().encode(text);
  const cuts = new Set([0, bytes.length]);
  for (const [from, to] of matched) cuts.add(from).add(to);
  for (const [, from, to] of written) cuts.add(from).add(to);
  const isInsideCharacter = (cut: number) => (bytes[cut] & 0xc0) === 0x80;
  const sorted = [...cuts]
    .filter((cut) => cut >= 0 && cut <= bytes.length && !isInsideCharacter(cut))
    .sort((a, b) => a - b);
  const writerOf = writerFinder(written);
  const matchOf = ascendingFinder(matched, (range) => range);
  const decoder = new TextDecoder();
  const segments: Segment[] = [];
  for (let i = 0; i + 1 < sorted.length; ++i) {
    const [from, to] = [sorted[i], sorted[i + 1]];
    segments.push({
      text: decoder.decode(bytes.subarray(from, to)),
      matched: matchOf(from) !== null,
      event: writerOf(from),
    });
  }
  return segments;
}
