/** Attested sessions in lists: their state, what is looked through, how they are exported. */
import { parseIsoTime } from '@touchstone/core/time.ts';
import { csvText } from '../../../../parts/list-page/csv.ts';
import type { ListView } from '../../../../parts/list-page/list-order.ts';
import { type Sort, sortCodec } from '../../../../parts/list-page/sort-codec.ts';
import type { StatusLook } from '../../../../ui/status-mark.tsx';
import { words } from '../../../../words/record/agents.ts';
import type { AgentSession } from '../data/queries.ts';

export const SESSION_STATES = ['open', 'ended', 'expired'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

export const STATE_WORDS: Readonly<Record<SessionState, { readonly word: string; readonly look: StatusLook }>> = {
  open: { word: words.states.open, look: 'pending' },
  ended: { word: words.states.ended, look: 'skipped' },
  expired: { word: words.states.expired, look: 'skipped' },
};

/** The state by this machine's clock: a session runs out without anybody asking the server. */
export function stateNow({ state, expires_at }: Pick<AgentSession, 'state' | 'expires_at'>, now: number): SessionState {
  const expiresAt = parseIsoTime(expires_at);
  return state === 'open' && expiresAt !== null && expiresAt <= now ? 'expired' : state;
}

/** Whether the number of receipts is fixed: `sealed`, or not yet. */
export function sealWord({ root, svc_74_attestation }: Pick<AgentSession, 'root' | 'svc_74_attestation'>): string {
  if (svc_74_attestation !== null) return words.seals.sealed;
  return root === null ? words.seals.none : words.seals.noHandle;
}

/** Which sessions are listed by what went wrong in them. */
export const TROUBLE_FILTERS = ['any', 'failures', 'denials', 'violations'] as const;
export type TroubleFilter = (typeof TROUBLE_FILTERS)[number];

/** How many receipts of a session say that something failed, was denied, or ran although forbidden. */
export function troublesOf(item: AgentSession, filter: TroubleFilter): number {
  return filter === 'any' ? item.failures + item.denials + item.violations : item[filter];
}

/** Which sessions are listed by their last check. */
export const CHECK_FILTERS = ['broken', 'intact', 'none'] as const;
export type CheckFilter = (typeof CHECK_FILTERS)[number];

export function checkOf({ last_check: check }: Pick<AgentSession, 'last_check'>): CheckFilter {
  return check === null ? 'none' : check.intact ? 'intact' : 'broken';
}

/** What the last check of a session found; it speaks of the receipts that were there. */
export function checkWords({ last_check: check, node_count }: Pick<AgentSession, 'last_check' | 'node_count'>): {
  readonly word: string;
  readonly look: StatusLook;
} {
  const { checks } = words;
  if (check === null) return { word: checks.none, look: 'skipped' };
  if (!check.intact) {
    const { broken_receipt: receipt } = check;
    return { word: receipt === null ? checks.broken : checks.brokenAt(receipt), look: 'failed' };
  }
  return { word: check.nodes === node_count ? checks.intact : checks.intactTo(check.nodes), look: 'verified' };
}

export const SORT_KEYS = [
  'state',
  'agent',
  'nodes',
  'check',
  'failures',
  'denials',
  'violations',
  'seal',
  'started',
  'until',
  'parent',
  'id',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const NEWEST_FIRST: Sort<SortKey> = { by: 'started', descending: true };
export const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

/** The most urgent first. */
const CHECK_ORDER: readonly CheckFilter[] = ['broken', 'none', 'intact'];

const SORT_VALUES: Readonly<Record<SortKey, (item: AgentSession) => string | number>> = {
  state: ({ state }) => SESSION_STATES.indexOf(state),
  agent: ({ agent_id }) => agent_id,
  nodes: ({ node_count }) => node_count,
  check: (item) => CHECK_ORDER.indexOf(checkOf(item)),
  failures: ({ failures }) => failures,
  denials: ({ denials }) => denials,
  violations: ({ violations }) => violations,
  seal: (item) => sealWord(item),
  started: ({ started_at }) => started_at,
  until: ({ ended_at, expires_at }) => ended_at ?? expires_at,
  parent: ({ parent_session_id }) => parent_session_id ?? '',
  id: ({ session_id }) => session_id,
};

export interface SessionFilter {
  readonly text: string;
  readonly state: SessionState | null;
  readonly trouble: TroubleFilter | null;
  readonly check: CheckFilter | null;
}

/** The view for the list's order. Text is looked for in the ids and in the agent's name. */
export function sessionView(
  { text, state, trouble, check }: SessionFilter,
  { by, descending }: Sort<SortKey>,
  now: number,
  nameOf: (agentId: string) => string,
): ListView<AgentSession> {
  const needle = text.trim().toLowerCase();
  return {
    matches: (item) =>
      (state === null || stateNow(item, now) === state) &&
      (trouble === null || troublesOf(item, trouble) > 0) &&
      (check === null || checkOf(item) === check) &&
      (needle === '' ||
        [item.session_id, item.agent_id, item.parent_session_id ?? '', nameOf(item.agent_id)].some((one) =>
          one.toLowerCase().includes(needle),
        )),
    sortBy: by === 'agent' ? ({ agent_id }) => nameOf(agent_id).toLowerCase() : SORT_VALUES[by],
    descending,
  };
}

export function sessionsCsv(items: readonly AgentSession[]): string {
  return csvText(items, [
    ['session_id', ({ session_id }) => session_id],
    ['agent_id', ({ agent_id }) => agent_id],
    ['parent_session_id', ({ parent_session_id }) => parent_session_id ?? ''],
    ['state', ({ state }) => state],
    ['receipts', ({ node_count }) => node_count],
    ['failures', ({ failures }) => failures],
    ['denials', ({ denials }) => denials],
    ['violations', ({ violations }) => violations],
    ['last_check', (item) => (item.last_check === null ? '' : checkOf(item))],
    ['broken_receipt', ({ last_check: check }) => check?.broken_receipt ?? ''],
    ['checked_at_utc', ({ last_check: check }) => check?.checked_at ?? ''],
    ['imported', ({ imported }) => (imported ? 'true' : 'false')],
    ['started_at_utc', ({ started_at }) => started_at],
    ['expires_at_utc', ({ expires_at }) => expires_at],
    ['ended_at_utc', ({ ended_at }) => ended_at ?? ''],
    ['root', ({ root }) => root ?? ''],
    ['seal_handle', ({ svc_74_attestation }) => svc_74_attestation ?? ''],
  ]);
}

export function sessionsJson(items: readonly AgentSession[]): string {
  return `${JSON.stringify({ sessions: items }, null, 2)}\n`;
}
