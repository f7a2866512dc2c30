import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type NodeProof, proofQuery } from '../data/queries.ts';
import type { ProofReport } from '../work/messages.ts';
import { checkProof } from '../work/runner.ts';

/** What this window recomputed of a proof; `broke` where the worker could not, which is no verdict. */
export type ProofCheck =
  | { readonly status: 'busy' }
  | { readonly status: 'broke' }
  | { readonly status: 'done'; readonly report: ProofReport };

/** Recomputes a proof in the worker; `busy` until it is done, for null too. */
export function useProofCheck(proof: NodeProof | null): ProofCheck {
  const [check, setCheck] = useState<{ readonly of: NodeProof | null; readonly check: ProofCheck }>({
    of: null,
    check: { status: 'busy' },
  });
  useEffect(() => {
    if (proof === null) return;
    const controller = new AbortController();
    checkProof(proof, controller.signal).then(
      (report) => setCheck({ of: proof, check: { status: 'done', report } }),
      () => {
        if (!controller.signal.aborted) setCheck({ of: proof, check: { status: 'broke' } });
      },
    );
    return () => controller.abort();
  }, [proof]);
  // A verdict belongs to the proof that it was made over.
  return check.of === proof ? check.check : { status: 'busy' };
}

/** The recomputed hash of another receipt, from its own proof; null until it is there, and where it cannot be had. */
export function useHashOf(nodeId: string | null): string | null {
  const proof = useQuery({ ...proofQuery(nodeId ?? ''), enabled: nodeId !== null });
  const check = useProofCheck(proof.data ?? null);
  return check.status === 'done' ? check.report.hash : null;
}
