import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
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
  const draft = useDraft(useState({ scopes: item.scopes as KeyScopes, label: item.label }), work.state);
  const { scopes, label } = draft.values;
  const isScoped = scopes === '*' || scopes.length > 0;
  const isSame = isSameScopes(scopes, item.scopes);
  const text = label.trim();
  const isLabelled = text !== '' || item.label === '';
  const isChanged = !isSame || text !== item.label;
  const lost = lacking(item.scopes, scopes);
  const gained = lacking(scopes, item.scopes);

  const save = async () => {
    if (!isScoped || !isLabelled || !isChanged) return;
    const changed = await work.start({ scopes: isSame ? null : scopes, label: text === item.label ? null : text });
    if (changed === null) return;
    announce('The key was changed');
    void refreshAccounts();
    onClose();
  };
  return (
    <FormDialog
      title="Change scopes and label"
      verb="Change the key"
      isDisabled={!isScoped || !isLabelled || !isChanged}
      work={work}
      busyLabel="Changing the key"
      failedTitle="The key was not changed"
      units={0}
      onSubmit={draft.submit(save)}
      onClose={onClose}
    >
      <TextField
        label="Label"
        {...draft.field('label')}
        error={isLabelled ? draft.errorAt('label') : 'A label can be replaced, but not removed.'}
      />
      <ScopeChoice
        {...draft.field('scopes')}
        error={isScoped ? '' : 'Tick at least one scope. To end the key, revoke it.'}
      />
      {isScoped && !isSame && (
        <div className="rounded bg-sunken px-3 py-2">
          {gained !== '' && <p>From the next request on the key may also: {gained}.</p>}
          {lost !== '' && <p>It is refused from then on: {lost}.</p>}
        </div>
      )}
    </FormDialog>
  );
}

/** The scopes of the one that the other lacks, in words; empty where there is none. */
function lacking(one: KeyScopes, other: KeyScopes): string {
  if (other === '*') return '';
  if (one === '*') return `everything but ${scopesText(other)}`;
  return scopesText(one.filter((scope) => !other.includes(scope)));
}
