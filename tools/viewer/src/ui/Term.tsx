// A word of the glossary, with its meaning on hover, focus or tap.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import rows from 'virtual:glossary';

const meanings = new Map<string, string>();
for (const [words, meaning] of rows)
  for (const word of words.split(', ')) meanings.set(word, meaning);

export function meaningOf(word: string): string | undefined {
  return meanings.get(word);
}

/** All words of the glossary, for the help. */
export const glossaryRows = rows;

export function Term(props: { word: string; children?: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const tip = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const meaning = meaningOf(props.word);
  useLayoutEffect(() => {
    if (!isOpen || !tip.current || !button.current) return;
    const at = button.current.getBoundingClientRect();
    const width = tip.current.offsetWidth;
    const height = tip.current.offsetHeight;
    const left = Math.min(at.left, innerWidth - width - 8);
    const below = at.bottom + 4;
    const top = below + height > innerHeight ? at.top - height - 4 : below;
    tip.current.style.left = Math.max(8, left) + 'px';
    tip.current.style.top = top + 'px';
  }, [isOpen]);
  const word = props.children ?? props.word;
  if (!meaning) return <>{word}</>;
  return (
    <span class="term-place">
      <button
        type="button"
        class="term"
        ref={button}
        aria-describedby={isOpen ? id : undefined}
        onMouseEnter={() => setOpen(true)}
        onMouseLeave={() => setOpen(false)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      >
        {word}
      </button>
      {isOpen && (
        <span role="tooltip" class="tip" id={id} ref={tip}>
          <b>{props.word}</b>: {meaning}
        </span>
      )}
    </span>
  );
}
