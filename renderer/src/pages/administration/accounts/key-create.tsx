import { keys } from '@touchstone/core/api/admin/keys.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { longestOf } from '../../../parts/form/contract-limits.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { AccountRead } from './account-items.ts';
import { EXPIRIES, type Expiry, readExpiry } from './key-times.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { type NewKey, refreshAccounts } from './queries.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { type KeyScopes, scopesBody } from './scope-words.ts';

const EXPIRY_WORDS: Record<Expiry, string> = {
  never: 'Never',
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In a year',
  date: 'On a day that you choose',
};
const EXPIRY_OPTIONS = EXPIRIES.map((value) => ({ value, label: EXPIRY_WORDS[value] }));

const LONGEST_LABEL = longestOf(keys.create.body.properties.label);

const EMPTY = {
  label: '',
  scopes: [] as KeyScopes,
  expiry: '90' as Expiry,
  // The last day as typed, where one is chosen.
  expires_at: '',
} satisfies DraftOf<typeof keys.create, 'expiry'>;

interface Wanted {
  readonly project_id: string;
  readonly scopes: KeyScopes;
  readonly label?: string;
  readonly expires_at?: string;
}

export interface KeyCreateProps {
  readonly account: AccountRead;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** A dialog that issues a key, and another that shows its secret text once. */
export function KeyCreate({ account, isOpen, onOpenChange }: KeyCreateProps) {
  const [created, setCreated] = useState<NewKey | null>(null);
  return (
    <>
      {isOpen && (
        <KeyForm
          account={account}
          onClose={() => onOpenChange(false)}
          onCreated={(key) => {
            setCreated(key);
            onOpenChange(false);
            void refreshAccounts();
          }}
        />
      )}
      {created !== null && <NewKeyDialog created={created} onClose={() => setCreated(null)} />}
    </>
  );
}

interface KeyFormProps {
  readonly account: AccountRead;
  readonly onClose: () => void;
  readonly onCreated: (key: NewKey) => void;
}

function KeyForm({ account, onClose, onCreated }: KeyFormProps) {
  const work = useWork((wanted: Wanted, signal) =>
    client.admin.keys.create({ body: { ...wanted, scopes: scopesBody(wanted.scopes) } }, { signal }),
  );
  const draft = useDraft(useState({ ...EMPTY, project_id: account.projects[0]?.id ?? '' }), work.state, {
    refusals: { label: 'The server does not take this label.', expires_at: 'The server does not take this day.' },
  });
  const { project_id, scopes, expiry } = draft.values;
  const label = draft.values.label.trim();
  const labelError = [...label].length > LONGEST_LABEL ? `At most ${LONGEST_LABEL} characters.` : '';
  const create = async () => {
    const end = readExpiry(expiry, draft.values.expires_at, Date.now());
    const found = {
      label: labelError,
      scopes: scopes === '*' || scopes.length > 0 ? '' : 'Tick at least one scope, or everything.',
      expires_at: end.ok ? '' : end.message,
    };
    if (!draft.check(found) || !end.ok) return;
    const key = await work.start({
      project_id,
      scopes,
      ...(label === '' ? {} : { label }),
      ...(end.expiresAt === null ? {} : { expires_at: end.expiresAt }),
    });
    if (key !== null) onCreated(key);
  };
  return (
    <FormDialog
      title="Create an API key"
      verb="Create the key"
      work={work}
      busyLabel="Creating the key"
      failedTitle="The key was not created"
      units={0}
      onSubmit={draft.submit(create)}
      onClose={onClose}
    >
      {account.projects.length > 1 && (
        <Select
          label="Project"
          options={account.projects.map(({ id }) => ({ value: id, label: id }))}
          {...draft.field('project_id')}
        />
      )}
      <TextField
        label="Label"
        {...draft.field('label')}
        error={labelError || draft.errorAt('label')}
        description="What the key is for, for example: build server. You find it by this later."
        autoFocus
      />
      <ScopeChoice {...draft.field('scopes')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label="Ends"
          options={EXPIRY_OPTIONS}
          value={expiry}
          onChange={(chosen) => draft.change({ expiry: chosen }, ['expires_at'])}
        />
        {expiry === 'date' && (
          <TextField label="Last day, UTC" {...draft.field('expires_at')} placeholder="2027-03-31" />
        )}
      </div>
    </FormDialog>
  );
}
