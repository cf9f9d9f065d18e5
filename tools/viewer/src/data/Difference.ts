// Compares what was printed with what was expected, line by line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

export interface DifferentLine {
  kind: 'same' | 'printed' | 'expected';
  text: string;
  /** The part of the line that differs from its counterpart, if it has one. */
  part: [number, number] | null;
}

/** Above this product of line counts, only the first difference is found. */
const most = 4_000_000;

export function difference(printed: string, expected: string): DifferentLine[] {
  const a = linesOf(printed);
  const b = linesOf(expected);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) ++head;
  let tail = 0;
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    ++tail;
  const middle = compare(
    a.slice(head, a.length - tail),
    b.slice(head, b.length - tail),
  );
  return markParts([
    ...a.slice(0, head).map(same),
    ...middle,
    ...a.slice(a.length - tail).map(same),
  ]);
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  return lines;
}

function same(text: string): DifferentLine {
  return { kind: 'same', text, part: null };
}

/** Finds a longest common subsequence of lines. */
function compare(a: string[], b: string[]): DifferentLine[] {
  const only = (kind: 'printed' | 'expected') => (text: string) => ({
    kind,
    text,
    part: null,
  });
  if (a.length * b.length > most || a.length === 0 || b.length === 0)
    return [...a.map(only('printed')), ...b.map(only('expected'))];
  const width = b.length + 1;
  const length = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; --i)
    for (let j = b.length - 1; j >= 0; --j)
      length[i * width + j] =
        a[i] === b[j]
          ? length[(i + 1) * width + j + 1] + 1
          : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
  const result: DifferentLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length)
    if (i < a.length && j < b.length && a[i] === b[j]) {
      result.push(same(a[i++]));
      ++j;
    } else if (
      j === b.length ||
      (i < a.length && length[(i + 1) * width + j] >= length[i * width + j + 1])
    )
      result.push(only('printed')(a[i++]));
    else result.push(only('expected')(b[j++]));
  return result;
}

/**
 * Marks what differs inside the lines: the first of some printed lines is
 * compared with the first of the expected ones after them, and so on.
 */
function markParts(lines: DifferentLine[]): DifferentLine[] {
  const endOf = (kind: DifferentLine['kind'], begin: number) => {
    let end = begin;
    while (end < lines.length && lines[end].kind === kind) ++end;
    return end;
  };
  for (let begin = 0; begin < lines.length;) {
    const middle = endOf('printed', begin);
    const end = endOf('expected', middle);
    const pairs = Math.min(middle - begin, end - middle);
    for (let i = 0; i < pairs; ++i)
      markPart(lines[begin + i], lines[middle + i]);
    begin = Math.max(end, begin + 1);
  }
  return lines;
}

function markPart(one: DifferentLine, other: DifferentLine): void {
  let head = 0;
  const shorter = Math.min(one.text.length, other.text.length);
  while (head < shorter && one.text[head] === other.text[head]) ++head;
  let tail = 0;
  while (
    tail < shorter - head &&
    one.text[one.text.length - 1 - tail] ===
      other.text[other.text.length - 1 - tail]
  )
    ++tail;
  one.part = [head, one.text.length - tail];
  other.part = [head, other.text.length - tail];
}
