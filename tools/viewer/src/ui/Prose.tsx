// A sentence of a verb's result, with code in backticks and numbers of events.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { fileIndex } from '../data/Documents';
import { useApp } from './Context';
import { LineLink, useEventAddress } from './Links';

export function Prose({ text }: { text: string }) {
  const addressOf = useEventAddress();
  return (
    <>
      {text.split(/(`[^`]+`|\bevent \d+)/).map((part, index) => {
        if (part.startsWith('`'))
          return <code key={index}>{part.slice(1, -1)}</code>;
        const event = /^event (\d+)$/.exec(part);
        if (!event) return part;
        return (
          <a key={index} href={addressOf(Number(event[1]) - 1)}>
            {part}
          </a>
        );
      })}
    </>
  );
}

/** A sentence with links from places, such as bug.c:14. */
export function PlaceProse({ text }: { text: string }) {
  const { report } = useApp();
  return (
    <>
      {text.split(/([^\s,;()]+:\d+\b)/).map((part, index) => {
        const place = /^(.+):(\d+)$/.exec(part);
        const file = place ? fileIndex(report.meta, place[1]) : -1;
        return file < 0 ? (
          <Prose key={index} text={part} />
        ) : (
          <LineLink key={index} file={file} line={Number(place![2])}>
            {part}
          </LineLink>
        );
      })}
    </>
  );
}
