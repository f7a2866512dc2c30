import { useQuery } from '@tanstack/react-query';
import { GitFork } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { useAddress } from '../address.ts';
import { forksQuery } from '../data/queries.ts';
import { SIMULATION } from './fork-rows.ts';

/** Ways from a receipt to the newest forks that begin at it. Nothing where there is none. */
export function ForksFrom({ sessionId, nodeId }: { readonly sessionId: string; readonly nodeId: string }) {
  const { data } = useQuery(forksQuery(sessionId));
  const { set } = useAddress();
  const forks = data?.items.filter(({ forked_from }) => forked_from === nodeId) ?? [];
  const [newest] = forks;
  if (newest === undefined) return null;
  return (
    <Button
      size="small"
      icon={<GitFork aria-hidden size={14} />}
      onPress={() => set({ view: 'fork', fork: newest.fork_id }, 'push')}
    >
      {`${forks.length === 1 ? 'A fork begins' : `${forks.length} forks begin`} here: ${SIMULATION.toLowerCase()}`}
    </Button>
  );
}
