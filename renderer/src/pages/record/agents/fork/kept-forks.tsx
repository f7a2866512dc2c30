import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ObjectSign } from '../../../../parts/objects/object-tile.tsx';
import { RequestError } from '../../../../parts/work/request-error.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Section } from '../../../../ui/section.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { words } from '../../../../words/record/agents-session-fork.ts';
import { forksQuery, type KeptFork } from '../data/queries.ts';
import type { LoadedSession } from '../data/session-graph.ts';
import { PolicySentences } from '../policies/policy-sentences.tsx';
import { countWords, SIMULATION } from './fork-rows.ts';

const { list: texts } = words;

/** Forks that are listed at first. */
const SOME = 5;

export interface KeptForksProps {
  readonly sessionId: string;
  readonly root: LoadedSession;
  /** The fork that is shown above; null where none of them is. */
  readonly opened: string | null;
  readonly isBusy: boolean;
  /** The button for a new one. */
  readonly create: ReactNode;
  readonly onOpen: (forkId: string) => void;
}

/** The forks that were made of a session, the newest first, to be opened again. */
export function KeptForks({ sessionId, root, opened, isBusy, create, onOpen }: KeptForksProps) {
  const { data, error, isPending, refetch } = useQuery(forksQuery(sessionId));
  const forks = data?.items ?? [];
  const listed = (some: readonly KeptFork[]) => (
    <ul className="divide-y divide-line border-y border-line">
      {some.map((fork) => (
        <ForkItem
          key={fork.fork_id}
          {...{ fork, isBusy, onOpen }}
          row={root.columns.rowOf(fork.forked_from)}
          isOpened={fork.fork_id === opened}
        />
      ))}
    </ul>
  );
  return (
    <Section title={texts.title} lead={texts.lead} aside={create}>
      {isPending && <p className="text-muted">{texts.loading}</p>}
      {error !== null && <RequestError error={error} what={texts.what} onRetry={() => void refetch()} />}
      {forks.length === 0 && (
        <EmptyState title={texts.none} icon={<ObjectSign kind="session" />}>
          <p>{texts.noneText}</p>
        </EmptyState>
      )}
      {forks.length > 0 && (
        <div className="space-y-3">
          <StatusMark look="inconclusive" label={SIMULATION} size="small" />
          {listed(forks.slice(0, SOME))}
          {forks.length > SOME && (
            <Disclosure title={texts.older(forks.length - SOME)} level={3}>
              {listed(forks.slice(SOME))}
            </Disclosure>
          )}
        </div>
      )}
    </Section>
  );
}

interface ForkItemProps extends Pick<KeptForksProps, 'isBusy' | 'onOpen'> {
  readonly fork: KeptFork;
  /** The receipt at which it begins; -1 while that is not loaded. */
  readonly row: number;
  readonly isOpened: boolean;
}

function ForkItem({ fork, row, isOpened, isBusy, onOpen }: ForkItemProps) {
  const from = row < 0 ? fork.forked_from : texts.receipt(row + 1);
  return (
    <li
      data-fork={fork.fork_id}
      aria-current={isOpened || undefined}
      className="flex flex-wrap items-start gap-x-4 gap-y-1 px-1 py-2 text-13 aria-[current]:bg-accent-soft"
    >
      <div className="min-w-0 flex-1 basis-72 space-y-1">
        <p className="font-medium">{texts.from(from, countWords(fork))}</p>
        <p className="text-muted">{words.made(<TimeText value={fork.made_at} />, <code>{fork.made_by}</code>)}</p>
        <PolicySentences policy={fork.policy} />
        {!fork.chain_intact && <StatusMark look="failed" label={texts.broken} size="small" />}
      </div>
      <Button
        size="small"
        aria-disabled={isBusy || isOpened}
        aria-label={isOpened ? texts.shownOne(from) : texts.openOne(from)}
        onPress={() => !isBusy && !isOpened && onOpen(fork.fork_id)}
      >
        {isOpened ? texts.shown : texts.open}
      </Button>
    </li>
  );
}
