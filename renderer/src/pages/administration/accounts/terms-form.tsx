import type { accounts } from '@touchstone/core/api/admin/accounts.ts';
import { PLANS } from '@touchstone/core/api/plans.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { LOCAL_ACCOUNT } from '../../../lib/session/acting-project.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { changeSentences, changesOf, readCredits, type Terms } from './account-change.ts';
import { type AccountRead, PLAN_OPTIONS, planWords } from './account-items.ts';
import { creditsProblem } from './open-account.tsx';
import { refreshAccounts } from './queries.ts';

/** Changes plan and balance, after it was said what that changes. */
export function TermsForm({ account }: { readonly account: AccountRead }) {
  const [wanted, setWanted] = useState<Terms | null>(null);
  const announce = useAnnounce();
  const work = useWork((body: Partial<Terms>, signal) =>
    client.admin.accounts.update({ params: { id: account.id }, body }, { signal }),
  );
  const terms = { plan: account.plan, credits: formatCount(account.credits) } satisfies DraftOf<typeof accounts.update>;
  const draft = useDraft(useState(terms), work.state, { refusals: { credits: creditsProblem() } });
  const { plan } = draft.values;
  const isLocal = account.id === LOCAL_ACCOUNT;
  const balance = readCredits(draft.values.credits);
  const isChanged = plan !== account.plan || balance !== account.credits;

  const review = () => {
    const isRight = draft.check({ credits: balance === null ? creditsProblem() : '' });
    if (isRight && balance !== null) setWanted({ plan, credits: balance });
  };
  const confirm = async () => {
    if (wanted === null) return;
    const body = changesOf(account, wanted);
    setWanted(null);
    if ((await work.start(body)) === null) return;
    announce('The account was changed');
    await refreshAccounts();
  };
  return (
    <form noValidate className="space-y-3" onSubmit={draft.submit(review)}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select label="Plan" options={PLAN_OPTIONS} {...draft.field('plan')} isDisabled={isLocal} />
        <TextField label="Units that remain" {...draft.field('credits')} />
      </div>
      <p className="text-13 text-muted">
        {PLANS[plan].title}: {planWords(PLANS[plan])}.{isLocal && " The console's own account stays on its plan."}
      </p>
      <Button type="submit" isDisabled={!isChanged || work.state.status === 'busy'}>
        Review the change
      </Button>
      <WorkStatus
        state={work.state}
        busyLabel="Changing the account"
        failedTitle="The account was not changed"
        onCancel={work.cancel}
        units={0}
      />
      <Dialog
        title="Change the account"
        isOpen={wanted !== null}
        onOpenChange={(open) => !open && setWanted(null)}
        footer={
          <>
            <Button onPress={() => setWanted(null)}>Cancel</Button>
            <Button variant="primary" onPress={() => void confirm()}>
              Change it
            </Button>
          </>
        }
      >
        <p>
          For <FileText text={account.email} />:
        </p>
        <ul className="list-disc space-y-1 ps-5">
          {wanted !== null && changeSentences(account, wanted).map((sentence) => <li key={sentence}>{sentence}</li>)}
        </ul>
        <p className="text-muted">
          It holds at once and can be changed back. The audit keeps what it was and what it is.
        </p>
      </Dialog>
    </form>
  );
}
