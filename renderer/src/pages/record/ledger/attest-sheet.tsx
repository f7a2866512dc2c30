import { vault } from '@touchstone/core/api/crypto/vault.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { hashTrouble, readHash } from '../../../parts/form/hash-text.ts';
import { type DraftState, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { CHAIN_OPTIONS } from '../../../words/parts/chain-names.ts';
import { words } from '../../../words/record/ledger.ts';
import { type HashDraft, oneHash } from './hash-draft.ts';

const UNITS = vault.attest.units;
const { attest: texts } = words;

export interface AttestSheetProps {
  readonly hashes: DraftState<HashDraft>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAttested: (attested: OutputOf<typeof vault.attest>) => void;
}

/** Anchors a document's hash on a chain. */
export function AttestSheet({ hashes, isOpen, onClose, onAttested }: AttestSheetProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof vault.attest>['body'], signal) =>
    client.crypto.vault.attest({ body }, { signal }),
  );
  const draft = useDraft(hashes, work.state);
  const { hash, chain } = draft.values;
  const isBusy = work.state.status === 'busy';
  const attest = async () => {
    if (!draft.check({ hash: hashTrouble(hash, texts.hashWhat) })) return;
    const attested = await work.start({ hash: readHash(hash), chain });
    if (attested === null) return;
    announce(texts.done(attested.attestation_id));
    onAttested(attested);
  };
  return (
    <FormSheet
      texts={texts}
      note={words.cost(unitsText(UNITS))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(attest)}
      work={work}
      units={UNITS}
    >
      <p className="text-muted">{texts.lead}</p>
      <TextField
        label={texts.hash}
        isMono
        {...draft.field('hash')}
        onChange={(text) => draft.change(oneHash(text))}
        description={texts.hashHint}
        isDisabled={isBusy}
      />
      <Select label={texts.chain} options={CHAIN_OPTIONS} {...draft.field('chain')} isDisabled={isBusy} />
    </FormSheet>
  );
}
