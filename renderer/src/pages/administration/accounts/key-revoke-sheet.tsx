import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { CheckRow } from '../../../ui/check-row.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/administration/accounts.ts';
import { isWorking, typedNameOf } from './key-items.ts';
import { KeyNames } from './key-names.tsx';
import { endingWithQuery, type KeyItem, refreshAccounts } from './queries.ts';

export interface KeyRevokeSheetProps {
  readonly item: KeyItem;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Says which keys end together with one, lets those that it created be kept, and revokes it once its name is typed. */
export function KeyRevokeSheet({ item, isOpen, onClose }: KeyRevokeSheetProps) {
  const announce = useAnnounce();
  const { keyRevoke } = words;
  const below = useQuery({ ...endingWithQuery(item.key_id), enabled: isOpen });
  const work = useWork((keeps: boolean, signal) =>
    client.admin.keys.revoke(
      { params: { key_id: item.key_id }, query: keeps ? { descendants: 'false' } : {} },
      { signal },
    ),
  );
  const draft = useDraft(useState({ name: '', keeps: false }), work.state);
  const ending = below.data?.items.filter(isWorking) ?? [];
  const created = ending.filter(({ created_by }) => created_by === item.key_id);
  const typedName = typedNameOf(item);
  const send = async () => {
    const { name, keeps } = draft.values;
    if (!draft.check({ name: name === typedName ? '' : keyRevoke.nameTrouble })) return;
    if ((await work.start(keeps)) === null) return;
    announce(keyRevoke.done(item.key_id), 'assertive');
    onClose();
    await refreshAccounts();
  };
  return (
    <FormSheet
      texts={keyRevoke}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      variant="danger"
      work={work}
      units={0}
    >
      <div className="space-y-1">
        <h3 className="text-14">{keyRevoke.breaks}</h3>
        <p className="text-muted">{keyRevoke.breaksText(<code>{item.key_id}</code>)}</p>
      </div>
      {below.isPending && <p className="text-muted">{keyRevoke.looking}</p>}
      {below.error !== null && (
        <RequestError error={below.error} what={keyRevoke.belowWhat} onRetry={() => void below.refetch()} />
      )}
      {below.data !== undefined && (
        <p>
          {ending.length === 0 && below.data.isWhole
            ? keyRevoke.endsNone
            : keyRevoke.endsSome(ending.length, below.data.isWhole)}
        </p>
      )}
      {ending.length > 0 && <KeyNames items={ending} />}
      {created.length > 0 && (
        <CheckRow
          isSelected={draft.values.keeps}
          onChange={(keeps) => draft.change({ keeps })}
          label={keyRevoke.keep}
          description={keyRevoke.keepText}
        />
      )}
      {item.rotated_to !== null && <p>{keyRevoke.replaced(<code>{item.rotated_to}</code>)}</p>}
      <div className="space-y-1">
        <h3 className="text-14">{keyRevoke.restorable}</h3>
        <p className="text-muted">{keyRevoke.restorableText}</p>
      </div>
      <TextField
        label={keyRevoke.typeName(<code className="font-semibold">{typedName}</code>)}
        isMono
        {...draft.field('name')}
      />
    </FormSheet>
  );
}
