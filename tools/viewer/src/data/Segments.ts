// Divides the output by its writers, and marks what the predicate checks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

export interface Segment {
  text: string;
  matched: boolean;
  /** The event that wrote it, or null. */
  event: number | null;
}

/** Offsets count bytes of the text in UTF-8. */
export function segmentsOf(
  text: string,
  matched: [number, number][],
  written: [number, number, number][],
): Segment[] {
  const bytes = new TextEncoder().encode(text);
  const cuts = new Set([0, bytes.length]);
  for (const [from, to] of matched) cuts.add(from).add(to);
  for (const [, from, to] of written) cuts.add(from).add(to);
  const sorted = [...cuts]
    .filter((cut) => cut >= 0 && cut <= bytes.length)
    .sort((a, b) => a - b);
  const decoder = new TextDecoder();
  const segments: Segment[] = [];
  for (let i = 0; i + 1 < sorted.length; ++i) {
    const [from, to] = [sorted[i], sorted[i + 1]];
    const covers = (begin: number, end: number) => begin <= from && to <= end;
    const writer = written.find(([, begin, end]) => covers(begin, end));
    segments.push({
      text: decoder.decode(bytes.subarray(from, to)),
      matched: matched.some(([begin, end]) => covers(begin, end)),
      event: writer ? writer[0] : null,
    });
  }
  return segments;
}
