import { useNavigate, useParams } from '@tanstack/react-router';
import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, type SetAddress, useAddressOf } from '../../../lib/address.ts';
import { APPROVAL_STATES } from './approvals/approval-items.ts';
import { KINDS } from './data/columns.ts';
import { DIRECTIONS } from './lineage/lineage-query.ts';
import { SCOPES } from './policies/stored-policies.ts';
import { OUTCOMES } from './rows/row-list.ts';
import { CHECK_FILTERS, SESSION_STATES, TROUBLE_FILTERS } from './sessions/session-items.ts';

export const TABS = ['sessions', 'agents', 'approvals', 'lineage', 'policies'] as const;
export type TabId = (typeof TABS)[number];

export const SESSION_VIEWS = ['receipts', 'waterfall', 'map', 'replay', 'fork'] as const;
export type SessionView = (typeof SESSION_VIEWS)[number];

/** Ids of agents, sessions, nodes and forks as the service makes them. */
const ID = Type.String({ pattern: '^(?:agt|ags|node|fork)_[A-Za-z0-9_-]{1,96}$' });

/** What the places of the Agents page keep behind their `?`. Nothing that a person enters into a form is in it. */
export const readAddress = addressReader({
  tab: Type.Enum([...TABS]),
  view: Type.Enum([...SESSION_VIEWS]),
  /** The verb whose sheet is open. */
  act: Type.Enum(['register', 'sample', 'start', 'end', 'decide', 'policy', 'fork']),
  q: ADDRESS_TEXT,
  sort: ADDRESS_TEXT,
  /** Of the listed sessions. */
  state: Type.Enum([...SESSION_STATES]),
  trouble: Type.Enum([...TROUBLE_FILTERS]),
  check: Type.Enum([...CHECK_FILTERS]),
  /** The agent, and the approval, that is open. */
  agent: ID,
  approval: ID,
  /** Of the listed approvals. */
  settled: Type.Enum([...APPROVAL_STATES]),
  /** The policy that is changed; without a scope a new one is set. */
  scope: Type.Enum([...SCOPES]),
  target: ADDRESS_TEXT,
  /** The receipt and the fork that are looked at. */
  node: ID,
  fork: ID,
  /** Which receipts of a session are shown, and whether runs of like ones are one row. */
  outcome: Type.Enum([...OUTCOMES]),
  kind: Type.Enum([...KINDS]),
  runs: Type.Literal('collapsed'),
  /** A question about lineage. */
  start: ID,
  direction: Type.Enum(DIRECTIONS.map(({ value }) => value)),
  depth: ADDRESS_TEXT,
});
export type AddressSearch = ReturnType<typeof readAddress>;

/** A place of the Agents page: a tab, or a session with one of its views. */
export interface Address {
  readonly tab: TabId;
  /** The session that is open; null on the tabs. */
  readonly sessionId: string | null;
  readonly view: SessionView;
  readonly search: AddressSearch;
}

export interface AddressActions {
  /** Changes members of this place; undefined takes one away. Replaces the entry in the history unless told otherwise. */
  readonly set: SetAddress<AddressSearch>;
  readonly goToTab: (tab: TabId, search?: AddressSearch) => void;
  /** Opens a session, with the node that is to be looked at as `node` where there is one. */
  readonly goToSession: (sessionId: string, search?: AddressSearch) => void;
}

/** Where the lineage of a receipt, session, agent or fork is asked for: what a link to it takes. */
export function lineageAddress(id: string): { readonly to: '/agents'; readonly search: Record<string, string> } {
  return { to: '/agents', search: { tab: 'lineage', start: id } };
}

/** The address as state: where this page is, and how to go elsewhere on it. */
export function useAddress(): Address & AddressActions {
  const { search, setSearch } = useAddressOf('.', readAddress);
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const navigate = useNavigate();
  return {
    tab: search.tab ?? 'sessions',
    sessionId: params.session ?? null,
    view: search.view ?? 'receipts',
    search,
    set: setSearch,
    goToTab: (tab, own = {}) =>
      void navigate({ to: '/agents', search: { ...(tab === 'sessions' ? {} : { tab }), ...own } }),
    goToSession: (session, own = {}) =>
      void navigate({ to: '/agents/sessions/$session', params: { session }, search: own }),
  };
}
