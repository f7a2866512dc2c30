import { FREE_CREDITS, PLANS, type PlanSlug } from '@touchstone/core/api/plans.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { errorField } from '../../../parts/form/error-field.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { MOST_CREDITS, readCredits } from './account-change.ts';
import { PLAN_OPTIONS, planWords } from './account-items.ts';
import { refreshAccounts } from './queries.ts';

const FIELDS = ['email', 'credits'] as const;

export interface OpenAccountProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onOpened: (id: string) => void;
}

/** A dialog that opens an account with its first, empty project. */
export function OpenAccount({ isOpen, onOpenChange, onOpened }: OpenAccountProps) {
  const [email, setEmail] = useState('');
  const [plan, setPlan] = useState<PlanSlug>('free');
  const [credits, setCredits] = useState(formatCount(FREE_CREDITS));
  const [problems, setProblems] = useState<Partial<Record<(typeof FIELDS)[number], string>>>({});
  const announce = useAnnounce();
  const work = useWork((body: { readonly email: string; readonly plan: PlanSlug; readonly credits: number }, signal) =>
    client.admin.accounts.create({ body }, { signal }),
  );

  const change = (open: boolean) => {
    if (!open) {
      work.reset();
      setProblems({});
    }
    onOpenChange(open);
  };
  const submit = async () => {
    const balance = readCredits(credits);
    const found = {
      ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
        ? {}
        : { email: 'Write an e-mail address, as ada@example.com.' }),
      ...(balance === null ? { credits: creditsProblem() } : {}),
    };
    setProblems(found);
    if (balance === null || Object.keys(found).length > 0) return;
    const account = await work.start({ email: email.trim(), plan, credits: balance });
    if (account === null) return;
    announce(`The account ${account.email} is open`);
    setEmail('');
    change(false);
    void refreshAccounts();
    onOpened(account.id);
  };
  const refused = work.state.status === 'failed' ? work.state.error : null;
  const refusedField = errorField(refused, FIELDS);
  const isBusy = work.state.status === 'busy';
  return (
    <Dialog
      title="Open an account"
      isOpen={isOpen}
      onOpenChange={change}
      footer={
        <>
          <Button onPress={() => change(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form="open-account" isDisabled={isBusy}>
            Open the account
          </Button>
        </>
      }
    >
      <form
        id="open-account"
        noValidate
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label="E-mail"
          type="email"
          value={email}
          onChange={setEmail}
          error={problems.email ?? (refusedField === 'email' ? 'The server does not take this address.' : undefined)}
          description="Identifies the account. Nothing is sent there."
          isRequired
          autoFocus
        />
        <Select label="Plan" options={PLAN_OPTIONS} value={plan} onChange={setPlan} />
        <p className="text-[0.8125rem] text-muted">{`${PLANS[plan].title}: ${planWords(PLANS[plan])}.`}</p>
        <TextField
          label="Units"
          value={credits}
          onChange={setCredits}
          error={problems.credits ?? (refusedField === 'credits' ? creditsProblem() : undefined)}
          description="What the account may spend; you can change it at any time."
          isRequired
        />
      </form>
      <WorkStatus
        state={work.state}
        busyLabel="Opening the account"
        failedTitle="The account was not opened"
        onCancel={work.cancel}
        units={0}
      />
    </Dialog>
  );
}

/** What is said about a balance that is none. */
export function creditsProblem(): string {
  return `Write a whole number from 0 to ${formatCount(MOST_CREDITS)}.`;
}
