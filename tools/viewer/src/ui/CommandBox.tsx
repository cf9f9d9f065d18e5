// Shows a command line, with a button that copies it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { useState } from 'preact/hooks';

export function CommandBox({ command }: { command: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(command);
    setCopied(true);
  };
  return (
    <div class="command">
      <pre tabIndex={0}>{command}</pre>
      <button type="button" onClick={() => void copy()}>
        {isCopied ? 'copied ✓' : 'copy'}
      </button>
    </div>
  );
}
