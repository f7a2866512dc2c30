import { type RefObject, useMemo, useRef, useState } from 'react';
import { client } from '../../../../lib/client.ts';
import { queryClient } from '../../../../lib/query.ts';
import { CountedWork } from '../../../../parts/work/counted-work.tsx';
import { useWork, type WorkState } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { words } from '../../../../words/record/agents-session.ts';
import { type AgentSession, ROOT, sessionQuery } from '../data/queries.ts';
import type { ReceiptPlace } from '../rows/place.ts';
import { checkChain } from '../work/runner.ts';
import { breakSignatures } from './break-signatures.ts';
import { breakWords } from './break-words.ts';
import { ChainResult, type VerifiedChain } from './chain-result.tsx';
import { chainVerdict } from './chain-words.ts';

export interface ChainWork {
  readonly state: WorkState;
  readonly isBusy: boolean;
  /** Receipts that were checked so far. */
  readonly checked: number;
  readonly result: VerifiedChain | null;
  /** Where the chain was found broken; null where it was not. Another object after each verification. */
  readonly brokenPlace: ReceiptPlace | null;
  /** Of what holds the button that begins it. */
  readonly place: RefObject<HTMLDivElement | null>;
  readonly verify: () => Promise<void>;
  readonly cancel: () => void;
}

/** Recomputes every hash and link of the session in this window; stops at the first that does not hold. */
export function useChainVerification(session: AgentSession): ChainWork {
  const announce = useAnnounce();
  const [checked, setChecked] = useState(0);
  const { session_id: sessionId } = session;
  const work = useWork(async (_: null, signal): Promise<VerifiedChain> => {
    setChecked(0);
    const report = await checkChain(sessionId, signal, setChecked);
    const signed = await breakSignatures(report, signal);
    return { report, broken: breakWords(report, signed), looksAtSignatures: signed !== null, at: Date.now(), session };
  });
  const verify = async () => {
    const done = await work.start(null);
    if (done === null) return;
    announce(chainVerdict(done.report, done.broken, done.session).word, 'assertive');
    await keepCheck(sessionId);
  };
  const { state, result } = work;
  const brokenPlace = useMemo(
    () => (result === null || result.broken === null ? null : { sessionId, node: result.broken.index }),
    [result, sessionId],
  );
  const place = useRef<HTMLDivElement>(null);
  const cancel = () => {
    // "Cancel" goes away with the work.
    place.current?.querySelector('button')?.focus();
    work.cancel();
  };
  return { state, isBusy: state.status === 'busy', checked, result, brokenPlace, place, verify, cancel };
}

/** The server checks the session too and keeps what it found, for the list; where it cannot, the list says what it knew. */
async function keepCheck(id: string): Promise<void> {
  try {
    await client.agents.sessions.check({ params: { id } });
  } catch {
    return;
  }
  await queryClient.invalidateQueries({ queryKey: [ROOT, 'sessions'] });
  await queryClient.invalidateQueries({ queryKey: sessionQuery(id).queryKey });
}

export interface ChainVerificationProps {
  readonly chain: ChainWork;
  readonly session: AgentSession;
  readonly onFullCheck: () => void;
}

/** How the verification goes, and what it found. */
export function ChainVerification({ chain, session, onFullCheck }: ChainVerificationProps) {
  const { state, checked, result, cancel } = chain;
  if (chain.isBusy) {
    return (
      <CountedWork
        label={words.chain.busy(checked)}
        done={checked}
        of={Math.max(checked, session.node_count)}
        onCancel={cancel}
      />
    );
  }
  return (
    <>
      <WorkStatus state={state} busyLabel="" failedTitle={words.chain.failed} onCancel={cancel} units={0} />
      {result !== null && <ChainResult key={result.at} verified={result} onFullCheck={onFullCheck} />}
    </>
  );
}
