import { useCallback, useEffect, useRef, useState } from 'react';
import { isSecondPress } from './ignore-second-press.ts';

export type WorkState =
  | { readonly status: 'idle' }
  | { readonly status: 'busy'; readonly startedAt: number }
  | { readonly status: 'done' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'cancelled' };

export const IDLE: WorkState = { status: 'idle' };

export interface Work<I, O> {
  readonly state: WorkState;
  /** The last result. It stays while the next request runs, and when that fails: it may be a secret that is shown once. */
  readonly result: O | null;
  /** Answers the result, or null where it failed, was cancelled, is under way already or was asked for by a second press. */
  readonly start: (input: I) => Promise<O | null>;
  readonly cancel: () => void;
  /** Forgets the outcome and cancels what runs, as when what was asked has changed. */
  readonly reset: () => void;
}

/**
 * One request at a time that can be cancelled; leaving the page cancels it. Its result lives in the component alone and in
 * no cache, because it may be a secret.
 */
export function useWork<I, O>(work: (input: I, signal: AbortSignal) => Promise<O>): Work<I, O> {
  const [state, setState] = useState(IDLE);
  const [result, setResult] = useState<O | null>(null);
  const running = useRef<AbortController | null>(null);
  const latest = useRef(work);
  latest.current = work;

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
  }, []);
  useEffect(() => stop, [stop]);

  const start = useCallback(async (input: I): Promise<O | null> => {
    if (running.current !== null || isSecondPress()) return null;
    const controller = new AbortController();
    running.current = controller;
    setState({ status: 'busy', startedAt: performance.now() });
    try {
      const answer = await latest.current(input, controller.signal);
      if (running.current !== controller) return null;
      setResult(answer);
      setState({ status: 'done' });
      return answer;
    } catch (error) {
      if (running.current === controller) setState({ status: 'failed', error });
      return null;
    } finally {
      if (running.current === controller) running.current = null;
    }
  }, []);
  const cancel = useCallback(() => {
    if (running.current === null) return;
    stop();
    setState({ status: 'cancelled' });
  }, [stop]);
  const reset = useCallback(() => {
    stop();
    setState(IDLE);
    setResult(null);
  }, [stop]);
  return { state, result, start, cancel, reset };
}
