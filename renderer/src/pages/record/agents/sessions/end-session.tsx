import { useQuery } from '@tanstack/react-query';
import { sessions } from '@touchstone/core/api/agents/sessions.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { Square } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../../lib/client.ts';
import { unitsText } from '../../../../lib/text/units-text.ts';
import { useSeenNow } from '../../../../lib/window/use-now.ts';
import { useWork } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { HashText } from '../../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { type AgentSession, proofQuery, refreshAgents } from '../data/queries.ts';
import { useProofCheck } from '../proof/use-proof-check.ts';
import { SEAL_OUTCOMES, signatureOutcome } from './seal-words.ts';
import { stateNow } from './session-items.ts';

/** Ends an open session by hand. Nothing where it is over. */
export function EndSession({ session }: { readonly session: AgentSession }) {
  const [isOpen, setOpen] = useState(false);
  const state = useSeenNow((now) => stateNow(session, now), 1_000);
  return (
    <>
      {state === 'open' && (
        <Button icon={<Square aria-hidden size={14} />} onPress={() => setOpen(true)}>
          End session
        </Button>
      )}
      {isOpen && <EndDialog session={session} onClose={() => setOpen(false)} />}
    </>
  );
}

type EndReceipt = OutputOf<typeof sessions.end>;

interface EndDialogProps {
  readonly session: AgentSession;
  readonly onClose: () => void;
}

/** Says what sealing does, ends the session, and stays until the seal has come out. */
function EndDialog({ session: { session_id: id }, onClose }: EndDialogProps) {
  const [summary, setSummary] = useState('');
  const announce = useAnnounce();
  const [attempt] = useState(() => crypto.randomUUID());
  const work = useWork((text: string, signal) =>
    client.agents.sessions.end(
      {
        // Tried again after its answer was lost, it is the same end.
        headers: { 'idempotency-key': attempt },
        body: { session_id: id, ...(text === '' ? {} : { summary: text }) },
      },
      { signal },
    ),
  );
  const { state, result } = work;
  const isBusy = state.status === 'busy';
  const end = async () => {
    const receipt = await work.start(summary.trim());
    // Also after a refusal: the session may have ended or run out meanwhile.
    void refreshAgents();
    if (receipt !== null) announce(`The session has ended. ${SEAL_OUTCOMES[receipt.svc_74_status].word}`, 'assertive');
  };
  return (
    <Dialog
      title={result === null ? 'End this session' : 'The session has ended'}
      isOpen
      role="alertdialog"
      onOpenChange={(open) => !open && onClose()}
      footer={
        result === null ? (
          <>
            <span className="grow self-center text-13 text-muted">{`costs ${unitsText(sessions.end.units)}`}</span>
            <Button onPress={onClose}>Cancel</Button>
            <Button variant="danger" aria-disabled={isBusy} onPress={() => void end()}>
              End and seal
            </Button>
          </>
        ) : (
          <Button variant="primary" onPress={onClose}>
            Close
          </Button>
        )
      }
    >
      {result === null ? (
        <>
          <p>
            An end is recorded as the last receipt; nothing can be recorded in this session after it. The agent is
            refused from then on, and sessions that it delegated run out at the same moment. This cannot be taken back.
          </p>
          <p>
            Then the service seals the chain: it signs the number of receipts, the first and last hash and the Merkle
            root with its three families of keys, and anchors the seal on its ledger. From then on no recorded receipt
            can be removed or changed unseen. A seal does not show that the agent reported everything that it did.
          </p>
          <TextField
            label="What the session did, for people (optional)"
            rows={2}
            value={summary}
            onChange={(text) => setSummary(text.slice(0, MOST_SUMMARY))}
            isDisabled={isBusy}
            description="At the redaction levels hash only and redacted it is not kept."
          />
          <WorkStatus
            state={state}
            busyLabel="Recording the end and making the seal"
            failedTitle="The session was not ended"
            onCancel={work.cancel}
            units={1}
          />
        </>
      ) : (
        <Outcome end={result} />
      )}
    </Dialog>
  );
}

const MOST_SUMMARY = 2_000;

/** How the end stands: recorded, signed, sealed. What this window can compute it computes; the seal is looked after. */
function Outcome({ end }: { readonly end: EndReceipt }) {
  const proof = useQuery(proofQuery(end.node_id)).data ?? null;
  const check = useProofCheck(proof);
  const seal = SEAL_OUTCOMES[proof?.receipt.svc_74_status ?? end.svc_74_status];
  const handle = proof?.svc_74_attestation ?? null;
  const { count, root } = end.details;
  return (
    <div className="space-y-2">
      <p role="status">
        <StatusMark {...signatureOutcome(end.signature_status, check)} />
      </p>
      <div role="status">
        <StatusMark look={seal.look} label={seal.word} />
        <p className="text-muted">{seal.meaning}</p>
      </div>
      <p>{`${count} ${count === 1 ? 'receipt stands' : 'receipts stand'} before the end, under this root:`}</p>
      <HashText value={root} label="Merkle root" />
      {handle !== null && (
        <>
          <p>Handle of the seal:</p>
          <HashText value={handle} label="handle of the seal" />
        </>
      )}
    </div>
  );
}
