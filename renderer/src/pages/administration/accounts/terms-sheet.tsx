import type { accounts } from '@touchstone/core/api/admin/accounts.ts';
import { PLANS } from '@touchstone/core/api/plans.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { LOCAL_ACCOUNT } from '../../../lib/session/acting-project.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/administration/accounts.ts';
import { changeSentences, changesOf, creditsTrouble, readCredits, type Terms } from './account-change.ts';
import { type AccountRead, PLAN_OPTIONS, planWords } from './account-items.ts';
import { refreshAccounts } from './queries.ts';

export interface TermsSheetProps {
  readonly account: AccountRead;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Changes plan and balance; what that changes stands above the button while it is entered. */
export function TermsSheet({ account, isOpen, onClose }: TermsSheetProps) {
  const announce = useAnnounce();
  const work = useWork((body: Partial<Terms>, signal) =>
    client.admin.accounts.update({ params: { id: account.id }, body }, { signal }),
  );
  const now = { plan: account.plan, credits: formatCount(account.credits) } satisfies DraftOf<typeof accounts.update>;
  const draft = useDraft(useState(now), work.state, { refusals: { credits: creditsTrouble() } });
  const { terms } = words;
  const { plan } = draft.values;
  const isLocal = account.id === LOCAL_ACCOUNT;
  const credits = readCredits(draft.values.credits);
  const changes = credits === null ? [] : changeSentences(account, { plan, credits });

  const send = async () => {
    if (!draft.check({ credits: credits === null ? creditsTrouble() : '' }) || credits === null) return;
    if ((await work.start(changesOf(account, { plan, credits }))) === null) return;
    announce(terms.done);
    onClose();
    await refreshAccounts();
  };
  return (
    <FormSheet
      texts={{ ...terms, title: terms.title(account.email) }}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      isDisabled={credits !== null && changes.length === 0}
      work={work}
      units={0}
    >
      <div className="space-y-1">
        <Select label={words.plan.label} options={PLAN_OPTIONS} {...draft.field('plan')} isDisabled={isLocal} />
        <p className="text-13 text-muted">
          {words.plan.summary(PLANS[plan].title, planWords(PLANS[plan]))}
          {isLocal && ` ${terms.ownPlan}`}
        </p>
      </div>
      <TextField label={terms.credits} {...draft.field('credits')} />
      {credits !== null && (
        <div className="rounded bg-sunken px-3 py-2">
          {changes.length === 0 ? (
            <p className="text-muted">{terms.unchanged}</p>
          ) : (
            <>
              <h3 className="text-14">{terms.changes}</h3>
              <ul className="mt-1 list-disc space-y-1 ps-5">
                {changes.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
              <p className="mt-2 text-13 text-muted">{terms.effect}</p>
            </>
          )}
        </div>
      )}
    </FormSheet>
  );
}
