import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type KeyItem, refreshAccounts } from './queries.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { isSameScopes, type KeyScopes, scopesBody, scopesText } from './scope-words.ts';

interface Change {
  readonly scopes: KeyScopes | null;
  readonly label: string | null;
}

/** Changes scopes and label of a key; says what it loses and gains before that. */
export function KeyChange({ item, onClose }: { readonly item: KeyItem; readonly onClose: () => void }) {
  const [scopes, setScopes] = useState<KeyScopes>(item.scopes);
  const [label, setLabel] = useState(item.label);
  const announce = useAnnounce();
  const work = useWork((change: Change, signal) =>
    client.admin.keys.update(
      {
        params: { key_id: item.key_id },
        body: {
          ...(change.scopes === null ? {} : { scopes: scopesBody(change.scopes) }),
          ...(change.label === null ? {} : { label: change.label }),
        },
      },
      { signal },
    ),
  );
  const isScoped = scopes === '*' || scopes.length > 0;
  const isSame = isSameScopes(scopes, item.scopes);
  const text = label.trim();
  const isLabelled = text !== '' || item.label === '';
  const isChanged = !isSame || text !== item.label;
  const lost = lacking(item.scopes, scopes);
  const gained = lacking(scopes, item.scopes);

  const submit = async () => {
    if (!isScoped || !isLabelled || !isChanged) return;
    const changed = await work.start({ scopes: isSame ? null : scopes, label: text === item.label ? null : text });
    if (changed === null) return;
    announce('The key was changed');
    void refreshAccounts();
    onClose();
  };
  return (
    <Dialog
      title="Change scopes and label"
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form="change-key"
            isDisabled={!isScoped || !isLabelled || !isChanged || work.state.status === 'busy'}
          >
            Change the key
          </Button>
        </>
      }
    >
      <form
        id="change-key"
        noValidate
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label="Label"
          value={label}
          onChange={setLabel}
          error={isLabelled ? undefined : 'A label can be replaced, but not removed.'}
        />
        <ScopeChoice
          scopes={scopes}
          onChange={setScopes}
          error={isScoped ? undefined : 'Tick at least one scope. To end the key, revoke it.'}
        />
      </form>
      {isScoped && !isSame && (
        <div className="rounded bg-sunken px-3 py-2">
          {gained !== '' && <p>From the next request on the key may also: {gained}.</p>}
          {lost !== '' && <p>It is refused from then on: {lost}.</p>}
        </div>
      )}
      <WorkStatus
        state={work.state}
        busyLabel="Changing the key"
        failedTitle="The key was not changed"
        onCancel={work.cancel}
        units={0}
      />
    </Dialog>
  );
}

/** The scopes of the one that the other lacks, in words; empty where there is none. */
function lacking(one: KeyScopes, other: KeyScopes): string {
  if (other === '*') return '';
  if (one === '*') return `everything but ${scopesText(other)}`;
  return scopesText(one.filter((scope) => !other.includes(scope)));
}
