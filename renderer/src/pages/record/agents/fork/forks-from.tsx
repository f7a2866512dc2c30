import { useQuery } from '@tanstack/react-query';
import { GitFork } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { words } from '../../../../words/record/agents-session-fork.ts';
import { useAddress } from '../address.ts';
import { forksQuery } from '../data/queries.ts';
import { ForksUnread } from './forks-unread.tsx';

/** The way from a receipt to the newest fork that begins at it. Nothing where there is none. */
export function ForksFrom({ sessionId, nodeId }: { readonly sessionId: string; readonly nodeId: string }) {
  const { data, error } = useQuery(forksQuery(sessionId));
  const { set } = useAddress();
  const forks = data?.items.filter(({ forked_from }) => forked_from === nodeId) ?? [];
  const [newest] = forks;
  return (
    <>
      {newest !== undefined && (
        <Button
          size="small"
          icon={<GitFork aria-hidden size={14} />}
          onPress={() => set({ view: 'fork', fork: newest.fork_id }, 'push')}
        >
          {`${words.list.beginsHere(forks.length)}: ${words.simulation.toLowerCase()}`}
        </Button>
      )}
      <ForksUnread error={error} />
    </>
  );
}
