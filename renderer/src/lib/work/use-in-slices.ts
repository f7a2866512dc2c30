import { useLayoutEffect, useRef, useState } from 'react';
import { finish, NewestInSlices, type Steps } from './slices.ts';

export interface InSlices<T> {
  /** Of the input, or of one before it while its own is under way. */
  readonly result: T;
  /** Whether it is the one of the input. */
  readonly isNewest: boolean;
}

/**
 * The result of work that may take longer than a frame has. What fits into a slice is there before anything is painted;
 * so is the first result, however long it takes.
 *
 * @param input another object where something in it is another
 * @param work the same function at every drawing
 */
export function useInSlices<I extends object, T>(input: I, work: (input: I) => Steps<T>): InSlices<T> {
  const [done, setDone] = useState(() => ({ result: finish(work(input)), input }));
  const slices = useRef<NewestInSlices<I, T> | null>(null);
  useLayoutEffect(() => {
    const fail = (error: unknown) => {
      // Thrown where React draws, so that the page says so.
      setDone(() => {
        throw error;
      });
    };
    const own = new NewestInSlices(work, (result: T, input) => setDone({ result, input }), fail);
    slices.current = own;
    return () => own.stop();
  }, [work]);
  const isNewest = done.input === input;
  useLayoutEffect(() => {
    if (!isNewest) slices.current?.want(input);
  }, [input, isNewest]);
  return { result: done.result, isNewest };
}
