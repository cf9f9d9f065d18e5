// A dialog above the page, by the browser's own element.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export function Dialog(props: {
  label: string;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  // The dialog must open at once, not after the next frame, since the next key
  // is meant for the dialog.
  useLayoutEffect(() => element.current!.showModal(), []);
  return (
    <dialog
      ref={element}
      aria-label={props.label}
      onClose={props.onClose}
      onClick={(event) => event.target === element.current && props.onClose()}
    >
      {props.children}
    </dialog>
  );
}
