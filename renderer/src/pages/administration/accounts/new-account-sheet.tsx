import type { accounts } from '@touchstone/core/api/admin/accounts.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { FREE_CREDITS, PLANS, type PlanSlug } from '@touchstone/core/api/plans.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/administration/accounts.ts';
import { creditsTrouble, readCredits } from './account-change.ts';
import { PLAN_OPTIONS, planWords } from './account-items.ts';
import { refreshAccounts } from './queries.ts';

const EMPTY = {
  email: '',
  plan: 'free' as PlanSlug,
  credits: formatCount(FREE_CREDITS),
} satisfies DraftOf<typeof accounts.create>;

export interface NewAccountSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

/** Creates an account with its first, empty project. */
export function NewAccountSheet({ isOpen, onClose, onCreated }: NewAccountSheetProps) {
  const announce = useAnnounce();
  const { create } = words;
  const work = useWork((body: InputOf<typeof accounts.create>['body'], signal) =>
    client.admin.accounts.create({ body }, { signal }),
  );
  const draft = useDraft(useState(EMPTY), work.state, {
    refusals: { email: create.emailRefused, credits: creditsTrouble() },
  });
  const { plan } = draft.values;
  const send = async () => {
    const email = draft.values.email.trim();
    const credits = readCredits(draft.values.credits);
    const found = {
      email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? '' : create.emailTrouble,
      credits: credits === null ? creditsTrouble() : '',
    };
    if (!draft.check(found) || credits === null) return;
    const account = await work.start({ email, plan, credits });
    if (account === null) return;
    announce(create.done(account.email));
    draft.fill(EMPTY);
    void refreshAccounts();
    onCreated(account.id);
  };
  return (
    <FormSheet
      texts={create}
      note={create.note}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={0}
    >
      <TextField
        label={create.email}
        type="email"
        {...draft.field('email')}
        description={create.emailHint}
        isRequired
        autoFocus
      />
      <div className="space-y-1">
        <Select label={words.plan.label} options={PLAN_OPTIONS} {...draft.field('plan')} />
        <p className="text-13 text-muted">{words.plan.summary(PLANS[plan].title, planWords(PLANS[plan]))}</p>
      </div>
      <TextField label={create.credits} {...draft.field('credits')} description={create.creditsHint} isRequired />
    </FormSheet>
  );
}
