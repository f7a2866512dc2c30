import { useQuery } from '@tanstack/react-query';
import { sessions } from '@touchstone/core/api/agents/sessions.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { Square } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../../lib/client.ts';
import { unitsText } from '../../../../lib/text/units-text.ts';
import { useSeenNow } from '../../../../lib/window/use-now.ts';
import { FormSheet } from '../../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../../parts/form/use-draft.ts';
import { useWork } from '../../../../parts/work/use-work.ts';
import { Button } from '../../../../ui/button.tsx';
import { HashText } from '../../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { words } from '../../../../words/record/agents.ts';
import { words as common } from '../../../../words/ui/common.ts';
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
          {words.end.verb}
        </Button>
      )}
      <EndSheet session={session} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

type EndReceipt = OutputOf<typeof sessions.end>;

export interface EndSheetProps {
  readonly session: AgentSession;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const EMPTY = { summary: '' } satisfies DraftOf<typeof sessions.end>;
const MOST_SUMMARY = 2_000;

/** Says what sealing does, ends the session, and stays until the seal has come out. */
export function EndSheet({ session: { session_id: id }, isOpen, onClose }: EndSheetProps) {
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
  const draft = useDraft(useState(EMPTY), work.state);
  const { end: texts } = words;
  const end = async () => {
    const receipt = await work.start(draft.values.summary.trim());
    // Also after a refusal: the session may have ended or run out meanwhile.
    void refreshAgents();
    if (receipt !== null) announce(texts.done(SEAL_OUTCOMES[receipt.svc_74_status].word), 'assertive');
  };
  if (work.result !== null) {
    return (
      <Sheet
        title={texts.doneTitle}
        isOpen={isOpen}
        onClose={onClose}
        footer={
          <Button variant="primary" onPress={onClose}>
            {common.close}
          </Button>
        }
      >
        <Outcome end={work.result} />
      </Sheet>
    );
  }
  return (
    <FormSheet
      texts={texts}
      note={words.cost(unitsText(sessions.end.units))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(end)}
      variant="danger"
      work={work}
      units={sessions.end.units}
    >
      <div>
        <h3 className="text-14">{texts.breaks}</h3>
        <p className="mt-1 text-muted">
          {texts.breaksText} <span className="font-medium text-text">{texts.final}</span>
        </p>
      </div>
      <div>
        <h3 className="text-14">{texts.seals}</h3>
        <p className="mt-1 text-muted">{texts.sealsText}</p>
      </div>
      <TextField
        label={texts.summary}
        rows={2}
        value={draft.values.summary}
        onChange={(text) => draft.change({ summary: text.slice(0, MOST_SUMMARY) })}
        error={draft.errorAt('summary')}
        isReadOnly={work.state.status === 'busy'}
        description={texts.summaryHint}
      />
    </FormSheet>
  );
}

/** How the end stands: recorded, signed, sealed. What this window can compute it computes; the seal is looked after. */
function Outcome({ end }: { readonly end: EndReceipt }) {
  const proof = useQuery(proofQuery(end.node_id)).data ?? null;
  const check = useProofCheck(proof);
  const seal = SEAL_OUTCOMES[proof?.receipt.svc_74_status ?? end.svc_74_status];
  const handle = proof?.svc_74_attestation ?? null;
  const { count, root } = end.details;
  const { end: texts } = words;
  return (
    <div className="space-y-3">
      <p role="status">
        <StatusMark {...signatureOutcome(end.signature_status, check)} />
      </p>
      <div role="status">
        <StatusMark look={seal.look} label={seal.word} />
        <p className="text-muted">{seal.meaning}</p>
      </div>
      <p>{texts.count(count)}</p>
      <HashText value={root} label={texts.root} />
      {handle !== null && (
        <>
          <p>{texts.handle}</p>
          <HashText value={handle} label={texts.handleLabel} />
        </>
      )}
    </div>
  );
}
