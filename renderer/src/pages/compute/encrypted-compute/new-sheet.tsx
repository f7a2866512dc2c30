import { fhe } from '@touchstone/core/api/crypto/fhe.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { words } from '../../../words/compute/encrypted-compute.ts';
import { inWorker } from './in-worker.ts';
import { type KeyCustody, nameOf, type Profile } from './key-items.ts';
import type { Notebooks } from './notebooks.ts';
import { makeAtService, makeHere } from './operations.ts';
import { refreshKeys } from './queries.ts';
import { SCHEMES, type Scheme } from './search.ts';

const { make: texts } = words;
const UNITS = fhe.bfvKeygen.units;

const PROFILES = ['standard', 'wide'] as const;
const CUSTODIES = ['server', 'client', 'page'] as const;
const EMPTY = { scheme: 'BFV' as Scheme, profile: 'standard' as Profile, custody: 'server' as KeyCustody };
type Values = typeof EMPTY;

export interface NewSheetProps {
  /** `sample`: filled with an example. Null while it is closed. */
  readonly act: 'new' | 'sample' | null;
  readonly notebooks: Notebooks;
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
}

/** Creates a key pair or a session: which numbers, and who keeps the secret key. */
export function NewSheet({ act, notebooks, onClose, onMade }: NewSheetProps) {
  const announce = useAnnounce();
  const work = useWork((values: Values, signal) => make(values, notebooks, signal));
  const draft = useDraft(useState(EMPTY), work.state);
  const fillSample = useEffectEvent(() => draft.fill(EMPTY));
  useEffect(() => {
    if (act === 'sample') fillSample();
  }, [act]);
  const { scheme, profile, custody } = draft.values;
  const send = async () => {
    const id = await work.start(draft.values);
    if (id === null) return;
    draft.fill(EMPTY);
    await refreshKeys();
    announce(texts.done(nameOf({ id, profile: scheme === 'BFV' ? profile : null })));
    onMade(id);
  };
  return (
    <FormSheet
      texts={texts}
      note={texts.note(unitsText(UNITS))}
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={custody === 'page' ? 0 : UNITS}
    >
      <Select label={texts.scheme} options={optionsOf(SCHEMES, texts.schemes)} {...draft.field('scheme')} />
      {scheme === 'BFV' ? (
        <>
          <Select label={texts.profile} options={optionsOf(PROFILES, texts.profiles)} {...draft.field('profile')} />
          <div className="space-y-2">
            <Select label={texts.custody} options={optionsOf(CUSTODIES, words.custodies)} {...draft.field('custody')} />
            <p className="text-13 text-muted">{texts.custodies[custody]}</p>
          </div>
        </>
      ) : (
        <p className="text-13 text-muted">{texts.session}</p>
      )}
    </FormSheet>
  );
}

function optionsOf<V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>) {
  return values.map((value) => ({ value, label: labels[value] }));
}

/** The id of what was made. */
async function make({ scheme, profile, custody }: Values, notebooks: Notebooks, signal: AbortSignal): Promise<string> {
  if (scheme === 'CKKS') return (await client.crypto.fhe.ckksSession({}, { signal })).session_id;
  const pair = custody === 'page' ? await makeHere(profile, signal) : await makeAtService(profile, custody, signal);
  // A lock may have come meanwhile: then what was made goes too.
  if (signal.aborted && pair.hasSecret) await inWorker({ kind: 'drop', id: pair.id });
  signal.throwIfAborted();
  notebooks.hold(pair);
  return pair.id;
}
