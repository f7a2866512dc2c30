import { useLayoutEffect, useState } from 'react';
import { SLICE_MS } from '../../lib/work/slices.ts';
import { type ListView, listSteps } from './list-order.ts';

/**
 * The items under a view, put in order between frames; null until the first order is there, the previous order until the
 * next one is. A short list is in order before the paint.
 */
export function useListOrder<T>(items: readonly T[], view: ListView<T>): readonly T[] | null {
  const [shown, setShown] = useState<readonly T[] | null>(null);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const steps = listSteps(items, view);
    const work = () => {
      const end = performance.now() + SLICE_MS;
      for (;;) {
        const step = steps.next();
        if (step.done === true) {
          setShown(step.value);
          return;
        }
        if (performance.now() >= end) break;
      }
      timer = setTimeout(work);
    };
    work();
    return () => {
      if (timer !== null) clearTimeout(timer);
    };
  }, [items, view]);
  return shown;
}
