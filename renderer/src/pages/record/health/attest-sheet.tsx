import { CHAIN_NAMES, type ChainName } from '@touchstone/core/api/common.ts';
import { health } from '@touchstone/core/api/crypto/health.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/record/health.ts';
import { refreshHealth } from './queries.ts';
import { sessionFailure } from './session-failure.tsx';
import { readCount, type SessionSheetProps } from './session-items.ts';

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

export interface AttestSheetProps extends SessionSheetProps {
  /** The chain is undefined where the server did not say on which one it is. */
  readonly onAttested: (tx: string, chain: ChainName | undefined) => void;
}

/** Anchors the result of a session on the ledger. */
export function AttestSheet({ item, state, isOpen, onClose, onAttested }: AttestSheetProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof health.attest>['body'], signal) =>
    client.crypto.health.attest({ body }, { signal, timeoutMs: TIMEOUT_MS }),
  );
  const draft = useDraft(useState({ ...EMPTY, reviewer_user_id: item.user_id }), work.state);
  const texts = words.attest;
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
      draft.fill({ ...EMPTY, reviewer_user_id: item.user_id });
      announce(attested.status === 'confirmed' ? texts.confirmed : texts.pending);
      const { transaction_hash: tx, details } = attested;
      onAttested(
        tx,
        CHAIN_NAMES.find((name) => details?.network === `embedded:${name}`),
      );
    }
    await refreshHealth();
  };
  return (
    <FormSheet
      texts={texts}
      note={words.cost(unitsText(UNITS))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(attest)}
      isDisabled={state !== 'open'}
      work={work}
      failure={sessionFailure(work.state, texts.failed)}
      units={UNITS}
    >
      <p className="text-muted">{state === 'open' ? texts.lead : words.over[state]}</p>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-3">
        <TextField label={texts.validated} {...draft.field('validation_results.fields_validated')} isRequired />
        <TextField label={texts.passed} {...draft.field('validation_results.passed')} isRequired />
        <TextField label={texts.flagged} {...draft.field('validation_results.flagged')} isRequired />
      </div>
      <TextField
        label={texts.reviewer}
        {...draft.field('reviewer_user_id')}
        description={texts.reviewerHint}
        isRequired
      />
      <TextField label={texts.name} {...draft.field('signature_name')} description={texts.nameHint} isRequired />
    </FormSheet>
  );
}

function troublesOf(values: typeof EMPTY) {
  const texts = words.attest;
  const lines = health.attest.body.properties;
  const total = readCount(values['validation_results.fields_validated']);
  const part = (text: string): string => {
    const count = readCount(text);
    if (count === null) return texts.noCount;
    return total !== null && count > total ? texts.tooMany : '';
  };
  return {
    'validation_results.fields_validated': total === null ? texts.noCount : '',
    'validation_results.passed': part(values['validation_results.passed']),
    'validation_results.flagged': part(values['validation_results.flagged']),
    reviewer_user_id: lineTrouble(values.reviewer_user_id, texts.members.reviewer, lines.reviewer_user_id),
    signature_name: lineTrouble(values.signature_name, texts.members.name, lines.signature_name),
  };
}
