import { useNavigate, useSearch } from '@tanstack/react-router';
import { CHAIN_NAMES, type ChainName } from '@touchstone/core/api/common.ts';
import { KIND_FORM } from '@touchstone/core/ledger/anchor.ts';

export const TABS = ['chains', 'documents', 'audit', 'file'] as const;
export type TabId = (typeof TABS)[number];

export const CHAIN_TABS = ['blocks', 'anchors', 'verify'] as const;
export type ChainTab = (typeof CHAIN_TABS)[number];

/** What the Ledger page keeps in the address: the tab, the chain that is open, a block or an anchor of it, filters. */
export interface LedgerSearch {
  readonly tab?: TabId | undefined;
  readonly chain?: ChainName | undefined;
  readonly view?: ChainTab | undefined;
  /** A height. */
  readonly block?: number | undefined;
  /** A transaction id. */
  readonly tx?: string | undefined;
  /** The kind of the listed anchors. */
  readonly kind?: string | undefined;
  readonly q?: string | undefined;
  /** A sort key, with a minus sign before it where the order is descending. */
  readonly sort?: string | undefined;
  /** The entry of the platform's audit log that is open. */
  readonly entry?: string | undefined;
}

/** Reads the address; everything else in it is dropped. */
export function readLedgerSearch(search: Readonly<Record<string, unknown>>): LedgerSearch {
  const { tab, chain, view, block, tx, kind, q, sort, entry } = search;
  const knownTab = TABS.find((known) => known === tab);
  const knownChain = CHAIN_NAMES.find((known) => known === chain);
  const knownView = CHAIN_TABS.find((known) => known === view);
  // The router reads digits as a number; a transaction id may be nothing else.
  const transaction = typeof tx === 'number' ? String(tx) : tx;
  return {
    ...(knownTab === undefined ? {} : { tab: knownTab }),
    ...(knownChain === undefined ? {} : { chain: knownChain }),
    ...(knownView === undefined ? {} : { view: knownView }),
    ...(typeof block === 'number' && Number.isSafeInteger(block) && block > 0 ? { block } : {}),
    ...(typeof transaction === 'string' && /^[A-Za-z0-9]{1,88}$/.test(transaction) ? { tx: transaction } : {}),
    ...(typeof kind === 'string' && KIND_FORM.test(kind) ? { kind } : {}),
    ...(typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {}),
    ...(typeof sort === 'string' ? { sort } : {}),
    ...(typeof entry === 'string' && /^aud_[A-Za-z0-9_-]{1,64}$/.test(entry) ? { entry } : {}),
  };
}

const CLOSED: LedgerSearch = {
  view: undefined,
  block: undefined,
  tx: undefined,
  kind: undefined,
  q: undefined,
  sort: undefined,
  entry: undefined,
};

/** The address as state. Filters replace the entry in the history; opening something adds one, so that Back returns. */
export function useLedgerSearch() {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const setSearch = (changes: LedgerSearch, history: 'replace' | 'push' = 'replace') =>
    void navigate({
      to: '/ledger',
      search: (before: Readonly<Record<string, unknown>>) => ({ ...readLedgerSearch(before), ...changes }),
      replace: history === 'replace',
    });
  /** Goes to another place of the page and leaves what belonged to the last one behind. */
  const open = (place: LedgerSearch) => setSearch({ ...CLOSED, tab: undefined, chain: undefined, ...place }, 'push');
  return { search: readLedgerSearch(raw), setSearch, open };
}
