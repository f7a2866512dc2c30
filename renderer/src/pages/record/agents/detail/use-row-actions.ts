import { useCopy } from '../../../../ui/use-copy.ts';
import { words } from '../../../../words/record/agents-session.ts';
import { useAddress } from '../address.ts';
import { idAt } from '../rows/place.ts';
import type { RowList } from '../rows/row-list.ts';

const { copied } = words.tree;

/**
 * What opening and copying a row does, wherever receipts are rows.
 *
 * @param sessionId the session that is open
 * @param openReceipt of the row of a receipt; a fork's leads to the fork
 */
export function useRowActions(list: RowList, sessionId: string, openReceipt: (row: number) => void) {
  const { set, goToSession } = useAddress();
  const copy = useCopy();
  return {
    onOpen(row: number) {
      const fork = list.forks.get(row);
      if (fork === undefined) openReceipt(row);
      else if (fork.session_id === sessionId) set({ view: 'fork', fork: fork.fork_id }, 'push');
      else goToSession(fork.session_id, { view: 'fork', fork: fork.fork_id });
    },
    onCopy(row: number) {
      const id = idAt(list, row);
      void copy(id, list.forks.has(row) ? copied.fork(id) : copied.receipt(id));
    },
  };
}
