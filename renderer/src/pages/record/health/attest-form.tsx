import { useQuery } from '@tanstack/react-query';
import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { health } from '@touchstone/core/api/crypto/health.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { Anchor } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { sentenceFor } from '../../../lib/errors.ts';
import { formatCount } from '../../../lib/format.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { OverNote, SessionWorkStatus } from './over.tsx';
import { refreshHealth } from './queries.ts';
import type { SessionPanelProps } from './release-panel.tsx';
import { readCount } from './session-items.ts';

const EMPTY = {
  'validation_results.fields_validated': '',
  'validation_results.passed': '',
  'validation_results.flagged': '',
  signature_name: '',
  reviewer_user_id: '',
} satisfies DraftOf<typeof health.attest>;
const UNITS = health.attest.units;
/** The server waits ten seconds for the confirmation. */
const TIMEOUT_MS = 30_000;
const ASK_EVERY_MS = 2_000;

/** Anchors the result of a session on the ledger, and follows the anchor until it is confirmed. */
export function AttestForm({ item, state }: SessionPanelProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof health.attest>['body'], signal) =>
    client.crypto.health.attest({ body }, { signal, timeoutMs: TIMEOUT_MS }),
  );
  const draft = useDraft(useState({ ...EMPTY, reviewer_user_id: item.user_id }), work.state);
  const attest = async () => {
    const { values } = draft;
    if (!draft.check(troublesOf(values))) return;
    const attested = await work.start({
      session_id: item.session_id,
      validation_results: {
        fields_validated: readCount(values['validation_results.fields_validated']) ?? 0,
        passed: readCount(values['validation_results.passed']) ?? 0,
        flagged: readCount(values['validation_results.flagged']) ?? 0,
      },
      signature_name: values.signature_name.trim(),
      reviewer_user_id: values.reviewer_user_id.trim(),
    });
    if (attested !== null) {
      announce(attested.status === 'confirmed' ? 'The attestation is confirmed' : 'The attestation is pending');
    }
    await refreshHealth();
  };
  return (
    <Panel title="Attest the result" aside={`costs ${unitsText(UNITS)}`}>
      {state === 'open' ? (
        <form onSubmit={draft.submit(attest)} noValidate className="space-y-3">
          <p className="max-w-prose text-muted">
            A hash of these counts, the reviewer and the events so far goes on the ledger. It shows that this was stated
            then and not changed since, not that it is right. The session stays open.
          </p>
          <div className="grid gap-3 sm:grid-cols-3">
            <TextField label="Fields validated" {...draft.field('validation_results.fields_validated')} isRequired />
            <TextField label="Passed" {...draft.field('validation_results.passed')} isRequired />
            <TextField label="Flagged" {...draft.field('validation_results.flagged')} isRequired />
          </div>
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              label="Reviewer"
              {...draft.field('reviewer_user_id')}
              description="A user who has accepted the agreement."
              isRequired
            />
            <TextField
              label="Full name, as signature"
              {...draft.field('signature_name')}
              description="A typed name; it proves no identity."
              isRequired
            />
          </div>
          <Button type="submit" icon={<Anchor aria-hidden size={16} />} isDisabled={work.state.status === 'busy'}>
            Attest and anchor
          </Button>
        </form>
      ) : (
        <OverNote state={state} />
      )}
      <SessionWorkStatus
        work={work}
        busyLabel="Anchoring; waiting up to 10 seconds for the confirmation"
        failedTitle="Nothing was attested"
        units={UNITS}
      />
      {work.state.status === 'done' && work.result !== null && (
        <Anchored key={work.result.transaction_hash} attested={work.result} />
      )}
    </Panel>
  );
}

/** What came of an attestation; a pending one is looked at again until it is confirmed. */
function Anchored({ attested }: { readonly attested: OutputOf<typeof health.attest> }) {
  const { transaction_hash: tx, status, details } = attested;
  const chain = CHAIN_NAMES.find((name) => details?.network === `embedded:${name}`);
  const isPending = status === 'pending';
  const anchor = useQuery({
    queryKey: ['health-service', 'anchor', tx],
    queryFn: ({ signal }) =>
      client.crypto.ledger.anchor({ params: { chain: chain ?? 'ethereum', tx_hash: tx } }, { signal }),
    enabled: isPending && chain !== undefined,
    refetchInterval: ({ state: { data } }) => (data?.anchor.confirmed === true ? false : ASK_EVERY_MS),
  });
  const isConfirmed = !isPending || anchor.data?.anchor.confirmed === true;
  const confirmations = anchor.data?.anchor.confirmations;
  return (
    <div role="status" className="space-y-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusMark
          look={isConfirmed ? 'verified' : 'pending'}
          label={isConfirmed ? 'Anchored and confirmed' : 'Anchored, not confirmed yet'}
        />
        <EmbeddedBadge>
          A ledger of this server, signed by its own keys. The real thing would be a transaction on a public network,
          whose time others witness.
        </EmbeddedBadge>
      </div>
      {!isConfirmed && (
        <p>
          {confirmations === undefined
            ? 'This page asks again until it is confirmed.'
            : `${formatCount(confirmations)} ${confirmations === 1 ? 'confirmation' : 'confirmations'} so far; this page asks again until there are enough.`}
          {anchor.error !== null && ` The last time it could not: ${sentenceFor(anchor.error)}`}
        </p>
      )}
      <div>
        <p className="text-13 text-muted">
          Transaction{details === undefined ? '' : ` on ${details.network}`}. Keep it with your records.
        </p>
        <HashText value={tx} label="transaction" />
      </div>
      {chain !== undefined && (
        <a className={buttonClass('secondary', 'small')} href={`#/ledger?chain=${chain}&tx=${tx}`}>
          Look at it in the ledger
        </a>
      )}
    </div>
  );
}

function troublesOf(values: typeof EMPTY) {
  const lines = health.attest.body.properties;
  const total = readCount(values['validation_results.fields_validated']);
  const part = (text: string): string => {
    const count = readCount(text);
    if (count === null) return 'Write a whole number from 0 on.';
    return total !== null && count > total ? 'Not more than the fields validated.' : '';
  };
  return {
    'validation_results.fields_validated': total === null ? 'Write a whole number from 0 on.' : '',
    'validation_results.passed': part(values['validation_results.passed']),
    'validation_results.flagged': part(values['validation_results.flagged']),
    signature_name: lineTrouble(values.signature_name, 'full name', lines.signature_name),
    reviewer_user_id: lineTrouble(values.reviewer_user_id, 'reviewer', lines.reviewer_user_id),
  };
}
