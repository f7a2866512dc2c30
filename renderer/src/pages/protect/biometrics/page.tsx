import { useQuery } from '@tanstack/react-query';
import { GitCompareArrows, Plus, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import { useLockCount } from '../../../parts/lock/use-auto-lock.ts';
import { FactButton } from '../../../parts/page/fact-button.tsx';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/protect/biometrics.ts';
import { UserDetail } from './detail.tsx';
import { EnrolSheet } from './enrol-sheet.tsx';
import { UserList } from './list.tsx';
import { type Comparison, MatchSheet } from './match-sheet.tsx';
import { refreshBiometrics, thresholdsQuery, usersQuery } from './queries.ts';
import { useBiometricsSearch } from './search.ts';
import { ThresholdCurve } from './threshold-curve.tsx';
import { ThresholdSheet } from './threshold-sheet.tsx';
import type { Modality } from './user-items.ts';

/** Biometrics: who is enrolled, verification, thresholds. */
export function BiometricsPage() {
  const project = useProjectId();
  // Vectors go with each lock, and nothing of one project may stay on the screen under another one.
  const locks = useLockCount();
  return <Biometrics key={`${project} ${locks}`} />;
}

function Biometrics() {
  const { search, setSearch } = useBiometricsSearch();
  const { act, user } = search;
  return (
    <>
      {user === undefined ? <AllUsers /> : <UserDetail key={user} user={user} />}
      <EnrolSheet
        key={user ?? ''}
        act={act === 'enrol' || act === 'sample' ? act : null}
        user={user}
        onClose={() => setSearch({ act: undefined })}
        onMade={(made) => setSearch({ act: undefined, user: made })}
      />
    </>
  );
}

function AllUsers() {
  const { search, setSearch } = useBiometricsSearch();
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const thresholds = useQuery(thresholdsQuery).data;
  const open = (act: 'enrol' | 'match' | 'threshold') => () => setSearch({ act }, 'push');
  const close = () => setSearch({ act: undefined });
  return (
    <Page
      title={words.title}
      lead={words.lead}
      facts={useFacts()}
      action={
        <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={open('enrol')}>
          {words.enrol.verb}
        </Button>
      }
      more={[
        {
          id: 'threshold',
          title: words.threshold.verb,
          icon: <SlidersHorizontal aria-hidden size={15} />,
          onAction: open('threshold'),
        },
        {
          id: 'match',
          title: words.match.verb,
          icon: <GitCompareArrows aria-hidden size={15} />,
          onAction: open('match'),
        },
        refreshAction(refreshBiometrics),
      ]}
    >
      <div className="space-y-8">
        {comparison !== null && <LastComparison comparison={comparison} />}
        <UserList />
        <ThresholdCurve threshold={thresholds?.find(({ modality }) => modality === 'face')?.threshold ?? null} />
      </div>
      <MatchSheet
        isOpen={search.act === 'match'}
        onClose={close}
        onCompared={(made) => {
          setComparison(made);
          close();
        }}
      />
      <ThresholdSheet isOpen={search.act === 'threshold'} onClose={close} />
    </Page>
  );
}

function LastComparison({
  comparison: { match, similarity, threshold, modality },
}: {
  readonly comparison: Comparison;
}) {
  const { match: texts } = words;
  return (
    <Section title={texts.heading}>
      <div className="space-y-1" data-outcome={match ? 'match' : 'no-match'}>
        <StatusMark look={match ? 'verified' : 'failed'} label={match ? texts.yes : texts.no} />
        <p>{texts.result(similarity.toFixed(3), String(threshold), words.modalities[modality].toLowerCase())}</p>
      </div>
    </Section>
  );
}

/** Who is enrolled, and what is in force. */
function useFacts(): readonly FactItem[] | undefined {
  const { setSearch } = useBiometricsSearch();
  const users = useQuery(usersQuery).data?.items;
  const thresholds = useQuery(thresholdsQuery).data;
  if (users === undefined || thresholds === undefined) return undefined;
  const { facts } = words;
  const locked = users.filter(({ is_locked }) => is_locked).length;
  const templates = users.reduce((sum, { modalities }) => sum + modalities.length, 0);
  const inForce = (name: Modality) => String(thresholds.find(({ modality }) => modality === name)?.threshold ?? '');
  return [
    { label: facts.users, value: formatCount(users.length) },
    { label: facts.templates, value: formatCount(templates) },
    {
      label: facts.locked,
      value:
        locked === 0 ? (
          formatCount(0)
        ) : (
          <FactButton label={`${facts.locked}, ${formatCount(locked)}`} onPress={() => setSearch({ state: 'locked' })}>
            {formatCount(locked)}
          </FactButton>
        ),
    },
    {
      label: facts.threshold,
      value: facts.thresholdText(inForce('face'), inForce('voice'), inForce('fingerprint')),
    },
  ];
}
