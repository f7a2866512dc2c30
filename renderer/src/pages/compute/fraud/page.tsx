import { useQuery } from '@tanstack/react-query';
import { Gauge, Plus } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import { useLockCount } from '../../../parts/lock/use-auto-lock.ts';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { words } from '../../../words/compute/fraud.ts';
import { ContributeSheet } from './contribute-sheet.tsx';
import { SignalList } from './list.tsx';
import { Participants } from './participants.tsx';
import { participantsQuery, refreshFraud, signalsQuery } from './queries.ts';
import { type EntityScore, ScoreSheet } from './score-sheet.tsx';
import { useFraudSearch } from './search.ts';
import { ShownScore } from './shown-score.tsx';
import { WithdrawSheet } from './withdraw-sheet.tsx';

/** Fraud sharing: what this project has contributed, who takes part, and scores. */
export function FraudPage() {
  const project = useProjectId();
  // Entities and factors go with each lock, and nothing of one project may stay on the screen under another one.
  const locks = useLockCount();
  return <FraudSharing key={`${project} ${locks}`} />;
}

function FraudSharing() {
  const { search, setSearch } = useFraudSearch();
  const { act, signal } = search;
  const [shown, setShown] = useState<EntityScore | null>(null);
  const open = (verb: 'contribute' | 'score') => () => setSearch({ act: verb }, 'push');
  const close = () => setSearch({ act: undefined });
  return (
    <Page
      title={words.title}
      lead={words.lead}
      facts={useFacts()}
      action={
        <>
          <Button icon={<Gauge aria-hidden size={15} />} onPress={open('score')}>
            {words.score.verb}
          </Button>
          <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={open('contribute')}>
            {words.contribute.verb}
          </Button>
        </>
      }
      more={[refreshAction(refreshFraud)]}
    >
      <div className="space-y-8">
        {shown !== null && <ShownScore shown={shown} />}
        <SignalList />
        <Participants />
      </div>
      <ContributeSheet act={act === 'contribute' || act === 'sample' ? act : null} onClose={close} />
      <ScoreSheet
        isOpen={act === 'score'}
        onClose={close}
        onScored={(scored) => {
          setShown(scored);
          close();
        }}
      />
      {signal !== undefined && (
        <WithdrawSheet key={signal} signalId={signal} onClose={() => setSearch({ signal: undefined })} />
      )}
    </Page>
  );
}

function useFacts(): readonly FactItem[] | undefined {
  const signals = useQuery(signalsQuery).data?.items;
  const participants = useQuery(participantsQuery).data?.total;
  if (signals === undefined || participants === undefined) return undefined;
  const { facts } = words;
  const next = signals.map(({ expires_at }) => expires_at).toSorted()[0];
  return [
    { label: facts.participants, value: formatCount(participants) },
    { label: facts.own, value: formatCount(signals.length) },
    ...(next === undefined ? [] : [{ label: facts.ending, value: <AgoText value={next} now={Date.now()} /> }]),
  ];
}
