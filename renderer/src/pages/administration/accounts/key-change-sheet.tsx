import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/administration/accounts.ts';
import { type KeyItem, refreshAccounts } from './queries.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { isSameScopes, type KeyScopes, scopesBody, scopesText } from './scope-words.ts';

interface Change {
  readonly scopes: KeyScopes | null;
  readonly label: string | null;
}

export interface KeyChangeSheetProps {
  readonly item: KeyItem;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Changes scopes and label of a key; says what the key loses and gains before that. */
export function KeyChangeSheet({ item, isOpen, onClose }: KeyChangeSheetProps) {
  const announce = useAnnounce();
  const { keyChange } = words;
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
  const { scopes } = draft.values;
  const label = draft.values.label.trim();
  const isScoped = scopes === '*' || scopes.length > 0;
  const isSame = isSameScopes(scopes, item.scopes);
  const lost = lacking(item.scopes, scopes);
  const gained = lacking(scopes, item.scopes);

  const send = async () => {
    const found = {
      label: label === '' && item.label !== '' ? keyChange.keepsLabel : '',
      scopes: isScoped ? '' : words.scopes.troubleChange,
    };
    if (!draft.check(found)) return;
    const changed = await work.start({ scopes: isSame ? null : scopes, label: label === item.label ? null : label });
    if (changed === null) return;
    announce(keyChange.done);
    onClose();
    void refreshAccounts();
  };
  return (
    <FormSheet
      texts={keyChange}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      isDisabled={isSame && label === item.label}
      work={work}
      units={0}
    >
      <TextField label={words.key.label} {...draft.field('label')} />
      <ScopeChoice {...draft.field('scopes')} />
      {isScoped && !isSame && (
        <div className="rounded bg-sunken px-3 py-2">
          {gained !== '' && <p>{keyChange.gained(gained)}</p>}
          {lost !== '' && <p>{keyChange.lost(lost)}</p>}
        </div>
      )}
    </FormSheet>
  );
}

/** The scopes of the one that the other lacks, in words; empty where there is none. */
function lacking(one: KeyScopes, other: KeyScopes): string {
  if (other === '*') return '';
  if (one === '*') return words.keyChange.allBut(scopesText(other));
  return scopesText(one.filter((scope) => !other.includes(scope)));
}
