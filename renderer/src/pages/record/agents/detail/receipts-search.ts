/** What the view of a session's receipts keeps in the address. */
import type { NodeKind } from '@touchstone/core/agent/node.ts';
import type { AddressSearch } from '../address.ts';
import type { RowFilter } from '../rows/row-list.ts';

export interface ReceiptsSearch {
  /** The receipt that is shown beside the tree. */
  readonly node: string | null;
  readonly filter: RowFilter;
  readonly collapsesRuns: boolean;
}

export function readReceiptsSearch({ node, outcome, kind, q, runs }: AddressSearch): ReceiptsSearch {
  return {
    node: node ?? null,
    filter: { outcome: outcome ?? null, kind: kind ?? null, text: q ?? '' },
    collapsesRuns: runs === 'collapsed',
  };
}

export interface ReceiptsChange {
  readonly node?: string | null;
  readonly outcome?: RowFilter['outcome'];
  readonly kind?: NodeKind | null;
  readonly q?: string;
  readonly collapsesRuns?: boolean;
}

/** The members of the address for a change; what is usual needs no place in it. */
export function receiptsAddress(change: ReceiptsChange): AddressSearch {
  const { node, outcome, kind, q, collapsesRuns } = change;
  return {
    ...('node' in change ? { node: node ?? undefined } : {}),
    ...('outcome' in change ? { outcome: outcome ?? undefined } : {}),
    ...('kind' in change ? { kind: kind ?? undefined } : {}),
    ...('q' in change ? { q: q === '' ? undefined : q } : {}),
    ...('collapsesRuns' in change ? { runs: collapsesRuns === true ? 'collapsed' : undefined } : {}),
  };
}
