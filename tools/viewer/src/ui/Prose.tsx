// A sentence of a verb's result, with code in backticks and numbers of events.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { useEventAddress } from './Links';

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
