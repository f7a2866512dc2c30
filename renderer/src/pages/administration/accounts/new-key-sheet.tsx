import { keys } from '@touchstone/core/api/admin/keys.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { longestOf } from '../../../parts/form/contract-limits.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/administration/accounts.ts';
import type { AccountRead } from './account-items.ts';
import { EXPIRIES, type Expiry, readExpiry } from './key-times.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { type NewKey, refreshAccounts } from './queries.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { type KeyScopes, scopesBody } from './scope-words.ts';

const { expiry: expiryWords } = words;
const EXPIRY_LABELS: Record<Expiry, string> = {
  never: expiryWords.never,
  '30': expiryWords.days(30),
  '90': expiryWords.days(90),
  '365': expiryWords.year,
  date: expiryWords.date,
};
const EXPIRY_OPTIONS = EXPIRIES.map((value) => ({ value, label: EXPIRY_LABELS[value] }));

const LONGEST_LABEL = longestOf(keys.create.body.properties.label);

interface KeyDraft {
  readonly project_id: string;
  readonly label: string;
  readonly scopes: KeyScopes;
  readonly expiry: Expiry;
  /** The last day as typed, where one is chosen. */
  readonly expires_at: string;
}

function emptyDraft({ projects }: AccountRead): KeyDraft {
  const empty = { project_id: projects[0]?.id ?? '', label: '', scopes: [], expiry: '90', expires_at: '' };
  return empty satisfies DraftOf<typeof keys.create, 'expiry'> as KeyDraft;
}

interface Wanted {
  readonly project_id: string;
  readonly scopes: KeyScopes;
  readonly label?: string;
  readonly expires_at?: string;
}

export interface NewKeySheetProps {
  readonly account: AccountRead;
  /** `sample-key`: filled with an example. Null while it is closed. */
  readonly act: 'new-key' | 'sample-key' | null;
  readonly onClose: () => void;
  /** With the id of the key, once its secret text was stored by the person. */
  readonly onStored: (keyId: string) => void;
}

/** A sheet that creates a key, and then a dialog that shows its secret text once. */
export function NewKeySheet({ account, act, onClose, onStored }: NewKeySheetProps) {
  const [created, setCreated] = useState<NewKey | null>(null);
  const { newKey } = words;
  const work = useWork((wanted: Wanted, signal) =>
    client.admin.keys.create({ body: { ...wanted, scopes: scopesBody(wanted.scopes) } }, { signal }),
  );
  const draft = useDraft(useState(emptyDraft(account)), work.state, {
    refusals: { label: newKey.labelRefused, expires_at: newKey.dayRefused },
  });
  const fillSample = useEffectEvent(() =>
    draft.fill({ ...emptyDraft(account), label: newKey.sampleLabel, scopes: ['sign'], expiry: '30' }),
  );
  useEffect(() => {
    if (act === 'sample-key') fillSample();
  }, [act]);
  const { project_id, scopes, expiry } = draft.values;
  const label = draft.values.label.trim();
  const send = async () => {
    const end = readExpiry(expiry, draft.values.expires_at, Date.now());
    const found = {
      label: [...label].length > LONGEST_LABEL ? newKey.labelTooLong(LONGEST_LABEL) : '',
      scopes: scopes === '*' || scopes.length > 0 ? '' : words.scopes.trouble,
      expires_at: end.ok ? '' : end.message,
    };
    if (!draft.check(found) || !end.ok) return;
    const key = await work.start({
      project_id,
      scopes,
      ...(label === '' ? {} : { label }),
      ...(end.expiresAt === null ? {} : { expires_at: end.expiresAt }),
    });
    if (key === null) return;
    draft.fill(emptyDraft(account));
    setCreated(key);
    onClose();
    void refreshAccounts();
  };
  if (created !== null) {
    return (
      <NewKeyDialog
        created={created}
        onClose={() => {
          setCreated(null);
          onStored(created.key_id);
        }}
      />
    );
  }
  return (
    <FormSheet
      texts={newKey}
      note={account.email}
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={0}
    >
      {account.projects.length > 1 && (
        <Select
          label={newKey.project}
          options={account.projects.map(({ id }) => ({ value: id, label: id }))}
          {...draft.field('project_id')}
        />
      )}
      <TextField label={newKey.label} {...draft.field('label')} description={newKey.labelHint} autoFocus />
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        <Select
          label={expiryWords.label}
          options={EXPIRY_OPTIONS}
          value={expiry}
          onChange={(chosen) => draft.change({ expiry: chosen }, ['expires_at'])}
        />
        {expiry === 'date' && (
          <TextField label={expiryWords.day} {...draft.field('expires_at')} placeholder="2027-03-31" />
        )}
      </div>
      <ScopeChoice {...draft.field('scopes')} />
    </FormSheet>
  );
}
