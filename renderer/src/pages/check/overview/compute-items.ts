/** What needs attention of calls, joint computations, sessions of encrypted compute and encrypted verification. */
import type { fhe } from '@touchstone/core/api/crypto/fhe.ts';
import type { keyFhe } from '@touchstone/core/api/crypto/key-fhe.ts';
import type { mpc } from '@touchstone/core/api/crypto/mpc.ts';
import type { video } from '@touchstone/core/api/crypto/video.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { words } from '../../../words/check/overview.ts';
import type { AttentionItem } from './attention.ts';

type Computation = OutputOf<typeof mpc.list>['items'][number];
type CkksSession = OutputOf<typeof fhe.ckksSessions>['items'][number];

const DAY_MS = 86_400_000;
/** Days for which a joint computation is mentioned whose time was over before its result. */
const COMPUTATION_DAYS = 1;
/** Minutes before its end from which a CKKS session is mentioned, and days after it. */
const SESSION_MINUTES = 15;
const SESSION_DAYS = 1;

/** Joint computations that wait for contributions or for compute, and those that ended without a result: one item of each. */
export function computationItems({ items }: OutputOf<typeof mpc.list>, now: number): readonly AttentionItem[] {
  const ended = ({ expires_at }: Computation) => now - (parseIsoTime(expires_at) ?? 0);
  return (['expired', 'ready', 'collecting'] as const).flatMap((state): readonly AttentionItem[] => {
    const found = items.filter((item) => item.state === state && ended(item) <= COMPUTATION_DAYS * DAY_MS);
    const [first] = found;
    if (first === undefined) return [];
    const { title, detail, link } = words.computations;
    const isOnly = found.length === 1;
    return [
      {
        id: `computations ${state}`,
        urgency: state === 'expired' ? 'needed' : 'waiting',
        object: 'computation',
        title: title[state](found.length),
        detail: detail[state](first.contributions, first.needed, isOnly),
        link: {
          to: '/joint-computation',
          search: isOnly && state !== 'expired' ? { session: first.session_id } : { state },
          title: link,
        },
      },
    ];
  });
}

/** Calls that are open, as one item: whoever forgot to end one goes on paying for it. */
export function callItems({ items }: OutputOf<typeof video.listSessions>, now: number): readonly AttentionItem[] {
  const open = items.filter(({ status, expires_at }) => status === 'open' && (parseIsoTime(expires_at) ?? 0) > now);
  const [first] = open;
  if (first === undefined) return [];
  const { title, detail, link } = words.calls;
  const isOnly = open.length === 1;
  return [
    {
      id: 'calls',
      urgency: 'waiting',
      object: 'call',
      title: title(open.length),
      detail: detail(first.participants.join(', '), isOnly),
      link: { to: '/calls', search: isOnly ? { call: first.session_id } : { state: 'open' }, title: link },
    },
  ];
}

/** CKKS sessions that end soon, and those that ended lately: what was encrypted in them is lost with their keys. */
export function ckksItems(sessions: readonly CkksSession[], now: number): readonly AttentionItem[] {
  const left = sessions.map(({ session_id, expires_at }) => ({
    id: session_id,
    ms: (parseIsoTime(expires_at) ?? 0) - now,
  }));
  const found = {
    ending: left.filter(({ ms }) => ms > 0 && ms <= SESSION_MINUTES * 60_000),
    ended: left.filter(({ ms }) => ms <= 0 && ms >= -SESSION_DAYS * DAY_MS),
  };
  return (['ending', 'ended'] as const).flatMap((state): readonly AttentionItem[] => {
    const [first] = found[state].toSorted((a, b) => a.ms - b.ms);
    if (first === undefined) return [];
    const { title, detail, link } = words.ckks;
    return [
      {
        id: `ckks ${state}`,
        urgency: state === 'ending' ? 'soon' : 'unchecked',
        object: 'fheKey',
        title: title[state](found[state].length),
        detail: detail[state](found[state].length === 1),
        link: { to: '/encrypted-compute', search: found[state].length === 1 ? { key: first.id } : {}, title: link },
      },
    ];
  });
}

/** Enrolments of keys that work which too many attempts without a match have ended, as one item. */
export function enrolmentItems({ items }: OutputOf<typeof keyFhe.fheEnrolments>): readonly AttentionItem[] {
  const spent = items.filter(({ status, key_status }) => status === 'ended' && key_status === 'active');
  const [first] = spent;
  if (first === undefined) return [];
  const { title, detail, link } = words.enrolments;
  return [
    {
      id: 'enrolments',
      urgency: 'needed',
      object: 'key',
      title: title(spent.length),
      detail: detail(first.purpose, first.non_matches, spent.length === 1),
      link: { to: '/keys', search: { tab: 'checks' }, title: link },
    },
  ];
}
