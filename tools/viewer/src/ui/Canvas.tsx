// A canvas that fills its place and is drawn again when something changes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** Returns the size of an element in CSS pixels, as it is now. */
export function useSize(place: RefObject<HTMLElement>) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = place.current!;
    const measure = () =>
      setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return size;
}

/** Draws at the next frame, once, however often the inputs change before. */
export function useDrawing(
  canvas: RefObject<HTMLCanvasElement>,
  size: { width: number; height: number },
  draw: (context: CanvasRenderingContext2D) => void,
  inputs: unknown[],
): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const element = canvas.current;
      const context = element?.getContext('2d');
      if (!element || !context || size.width === 0) return;
      const ratio = devicePixelRatio || 1;
      const width = Math.round(size.width * ratio);
      const height = Math.round(size.height * ratio);
      if (element.width !== width || element.height !== height) {
        element.width = width;
        element.height = height;
      }
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      draw(context);
    });
    return () => cancelAnimationFrame(frame);
  }, [size.width, size.height, ...inputs]);
}
