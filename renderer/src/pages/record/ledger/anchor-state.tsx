import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/record/ledger.ts';
import type { AnchorItem } from './queries.ts';

export interface AnchorStateProps {
  readonly anchor: Pick<AnchorItem, 'confirmed' | 'confirmations' | 'block'>;
}

/** Pending until its block is deep enough. */
export function AnchorState({ anchor: { confirmed, confirmations, block } }: AnchorStateProps) {
  const { anchor: texts } = words;
  if (confirmed) return <StatusMark size="small" look="verified" label={texts.confirmed} />;
  const label = block === 0 ? texts.noBlock : texts.pending(confirmations);
  return <StatusMark size="small" look="pending" label={label} />;
}
