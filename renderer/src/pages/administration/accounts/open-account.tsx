import type { accounts } from '@touchstone/core/api/admin/accounts.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { FREE_CREDITS, PLANS, type PlanSlug } from '@touchstone/core/api/plans.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { MOST_CREDITS, readCredits } from './account-change.ts';
import { PLAN_OPTIONS, planWords } from './account-items.ts';
import { refreshAccounts } from './queries.ts';

const EMPTY = {
  email: '',
  plan: 'free' as PlanSlug,
  credits: formatCount(FREE_CREDITS),
} satisfies DraftOf<typeof accounts.create>;

export interface OpenAccountProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onOpened: (id: string) => void;
}

/** A dialog that opens an account with its first, empty project. */
export function OpenAccount({ isOpen, onOpenChange, onOpened }: OpenAccountProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof accounts.create>['body'], signal) =>
    client.admin.accounts.create({ body }, { signal }),
  );
  const draft = useDraft(useState(EMPTY), work.state, {
    refusals: { email: 'The server does not take this address.', credits: creditsProblem() },
  });
  const { plan } = draft.values;
  const close = () => {
    work.reset();
    draft.check({});
    onOpenChange(false);
  };
  const openAccount = async () => {
    const email = draft.values.email.trim();
    const credits = readCredits(draft.values.credits);
    const found = {
      email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? '' : 'Write an e-mail address, as ada@example.com.',
      credits: credits === null ? creditsProblem() : '',
    };
    if (!draft.check(found) || credits === null) return;
    const account = await work.start({ email, plan, credits });
    if (account === null) return;
    announce(`The account ${account.email} is open`);
    draft.change({ email: '' });
    close();
    void refreshAccounts();
    onOpened(account.id);
  };
  return (
    <FormDialog
      title="Open an account"
      isOpen={isOpen}
      verb="Open the account"
      work={work}
      busyLabel="Opening the account"
      failedTitle="The account was not opened"
      units={0}
      onSubmit={draft.submit(openAccount)}
      onClose={close}
    >
      <TextField
        label="E-mail"
        type="email"
        {...draft.field('email')}
        description="Identifies the account. Nothing is sent there."
        isRequired
        autoFocus
      />
      <Select label="Plan" options={PLAN_OPTIONS} {...draft.field('plan')} />
      <p className="text-13 text-muted">{`${PLANS[plan].title}: ${planWords(PLANS[plan])}.`}</p>
      <TextField
        label="Units"
        {...draft.field('credits')}
        description="What the account may spend; you can change it at any time."
        isRequired
      />
    </FormDialog>
  );
}

/** What is said about a balance that is none. */
export function creditsProblem(): string {
  return `Write a whole number from 0 to ${formatCount(MOST_CREDITS)}.`;
}
