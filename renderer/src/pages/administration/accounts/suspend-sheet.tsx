import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/administration/accounts.ts';
import type { AccountRead } from './account-items.ts';
import { refreshAccounts } from './queries.ts';

export interface SuspendSheetProps {
  readonly account: AccountRead;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Suspends an account, or lets it work again, once its address is typed. */
export function SuspendSheet({ account, isOpen, onClose }: SuspendSheetProps) {
  const announce = useAnnounce();
  const { suspend } = words;
  const isActive = account.status === 'active';
  const next = isActive ? 'suspended' : 'active';
  const work = useWork((status: 'active' | 'suspended', signal) =>
    client.admin.accounts.update({ params: { id: account.id }, body: { status } }, { signal }),
  );
  const draft = useDraft(useState({ name: '' }), work.state);
  const keys = account.projects.reduce((sum, { active_keys }) => sum + active_keys, 0);
  const send = async () => {
    if (!draft.check({ name: draft.values.name === account.email ? '' : suspend.nameTrouble })) return;
    if ((await work.start(next)) === null) return;
    announce(suspend.done[next](account.email), 'assertive');
    onClose();
    await refreshAccounts();
  };
  const code = <code>INVALID_KEY</code>;
  return (
    <FormSheet
      texts={{
        ...suspend,
        title: suspend.title[next](account.email),
        send: isActive ? suspend.suspend : suspend.activate,
      }}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      variant={isActive ? 'danger' : 'primary'}
      work={work}
      units={0}
    >
      {isActive ? (
        <>
          <div>
            <h3 className="text-14">{suspend.breaks}</h3>
            <p className="mt-1 text-muted">{keys === 0 ? suspend.breaksNone(code) : suspend.breaksKeys(keys, code)}</p>
          </div>
          <div>
            <h3 className="text-14">{suspend.restorable}</h3>
            <p className="mt-1 text-muted">{suspend.restorableText}</p>
          </div>
        </>
      ) : (
        <div>
          <h3 className="text-14">{suspend.works}</h3>
          <p className="mt-1 text-muted">{keys === 0 ? suspend.worksNone : suspend.worksKeys(keys)}</p>
        </div>
      )}
      <TextField
        label={suspend.typeName(<code className="font-semibold">{account.email}</code>)}
        isMono
        {...draft.field('name')}
      />
    </FormSheet>
  );
}
