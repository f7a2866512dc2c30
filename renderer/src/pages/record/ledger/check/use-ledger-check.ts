import { useEffect, useState } from 'react';
import { useTrust } from '../../../../parts/trust/trust.ts';
import type { LedgerResult, LedgerTask, StatedKeys } from './messages.ts';
import { runLedgerTask, statedKeys } from './runner.ts';

/** Judges a block or an anchor in the worker, and again when the trust trust changes. Null until the first verdict is there. */
export function useLedgerCheck(taskOf: (keys: StatedKeys) => LedgerTask, what: unknown): LedgerResult | null {
  const trust = useTrust();
  const [result, setResult] = useState<LedgerResult | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `what` says when the task is another one
  useEffect(() => {
    const controller = new AbortController();
    const judge = async () => {
      const keys = await statedKeys(trust);
      if (!controller.signal.aborted) setResult(await runLedgerTask(taskOf(keys), controller.signal));
    };
    // It rejects only where this page has moved on.
    judge().catch(() => undefined);
    return () => controller.abort();
  }, [trust, what]);
  return result;
}
