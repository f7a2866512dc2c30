import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { errorField } from '../../../parts/form/error-field.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
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

/** The longest label that the contract takes, characters. */
const LONGEST_LABEL = 100;

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
  const [projectId, setProjectId] = useState(account.projects[0]?.id ?? '');
  const [label, setLabel] = useState('');
  const [scopes, setScopes] = useState<KeyScopes>([]);
  const [expiry, setExpiry] = useState<Expiry>('90');
  const [date, setDate] = useState('');
  const [isChecked, setChecked] = useState(false);
  const work = useWork((wanted: Wanted, signal) =>
    client.admin.keys.create({ body: { ...wanted, scopes: scopesBody(wanted.scopes) } }, { signal }),
  );
  const end = readExpiry(expiry, date, Date.now());
  const isScoped = scopes === '*' || scopes.length > 0;
  const isShort = [...label.trim()].length <= LONGEST_LABEL;

  const submit = async () => {
    setChecked(true);
    if (!end.ok || !isScoped || !isShort) return;
    const key = await work.start({
      project_id: projectId,
      scopes,
      ...(label.trim() === '' ? {} : { label: label.trim() }),
      ...(end.expiresAt === null ? {} : { expires_at: end.expiresAt }),
    });
    if (key !== null) onCreated(key);
  };
  const refused = errorField(work.state.status === 'failed' ? work.state.error : null, ['label', 'expires_at']);
  return (
    <Dialog
      title="Create an API key"
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="create-key" isDisabled={work.state.status === 'busy'}>
            Create the key
          </Button>
        </>
      }
    >
      <form
        id="create-key"
        noValidate
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {account.projects.length > 1 && (
          <Select
            label="Project"
            options={account.projects.map(({ id }) => ({ value: id, label: id }))}
            value={projectId}
            onChange={setProjectId}
          />
        )}
        <TextField
          label="Label"
          value={label}
          onChange={setLabel}
          description="What the key is for, for example: build server. You find it by this later."
          error={
            isShort
              ? refused === 'label'
                ? 'The server does not take this label.'
                : undefined
              : `At most ${LONGEST_LABEL} characters.`
          }
          autoFocus
        />
        <ScopeChoice
          scopes={scopes}
          onChange={setScopes}
          error={isChecked && !isScoped ? 'Tick at least one scope, or everything.' : undefined}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <Select label="Ends" options={EXPIRY_OPTIONS} value={expiry} onChange={setExpiry} />
          {expiry === 'date' && (
            <TextField
              label="Last day, UTC"
              value={date}
              onChange={setDate}
              placeholder="2027-03-31"
              error={
                isChecked && !end.ok
                  ? end.message
                  : refused === 'expires_at'
                    ? 'The server does not take this day.'
                    : undefined
              }
            />
          )}
        </div>
      </form>
      <WorkStatus
        state={work.state}
        busyLabel="Creating the key"
        failedTitle="The key was not created"
        onCancel={work.cancel}
        units={0}
      />
    </Dialog>
  );
}
