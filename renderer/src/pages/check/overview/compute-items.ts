/** What needs attention of calls, joint computations and encrypted verification. */
import type { keyFhe } from '@touchstone/core/api/crypto/key-fhe.ts';
import type { mpc } from '@touchstone/core/api/crypto/mpc.ts';
import type { video } from '@touchstone/core/api/crypto/video.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { words } from '../../../words/check/overview.ts';
import type { AttentionItem } from './attention.ts';

type Computation = OutputOf<typeof mpc.list>['items'][number];

const DAY_MS = 86_400_000;
/** Days for which a joint computation is mentioned whose time was over before its result. */
const COMPUTATION_DAYS = 1;

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
