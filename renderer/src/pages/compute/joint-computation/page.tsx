import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useLockCount } from '../../../parts/lock/use-auto-lock.ts';
import { Page } from '../../../parts/page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { words } from '../../../words/compute/joint-computation.ts';
import { SessionDetail } from './detail.tsx';
import { SessionList } from './list.tsx';
import { type OpenedSession, OpenSheet } from './open-sheet.tsx';
import { useSessionsSearch } from './search.ts';
import { TrustNote } from './trust-note.tsx';

/** Joint computation: sessions in which several people learn one number about inputs that nobody shows. */
export function JointComputationPage() {
  // Whatever held a secret goes with each lock.
  const locks = useLockCount();
  return <JointComputation key={locks} />;
}

function JointComputation() {
  const { search, setSearch } = useSessionsSearch();
  // Tokens are answered once, and are kept nowhere but here.
  const [opened, setOpened] = useState<OpenedSession | null>(null);
  const { act, session } = search;
  return (
    <>
      {session === undefined ? (
        <AllSessions />
      ) : (
        <SessionDetail
          key={session}
          id={session}
          tokens={opened?.session_id === session ? opened.participant_tokens : undefined}
        />
      )}
      <OpenSheet
        act={act === 'new' || act === 'sample' ? act : null}
        onClose={() => setSearch({ act: undefined })}
        onOpened={(made) => {
          setOpened(made);
          setSearch({ act: undefined, session: made.session_id });
        }}
      />
    </>
  );
}

function AllSessions() {
  const { setSearch } = useSessionsSearch();
  return (
    <Page
      title={words.title}
      lead={
        <>
          {words.lead} <EmbeddedBadge word={words.trust.word}>{words.trust.text}</EmbeddedBadge>
        </>
      }
      action={
        <Button
          variant="primary"
          icon={<Plus aria-hidden size={15} />}
          onPress={() => setSearch({ act: 'new' }, 'push')}
        >
          {words.open.verb}
        </Button>
      }
    >
      <div className="space-y-8">
        <SessionList />
        <TrustNote />
      </div>
    </Page>
  );
}
