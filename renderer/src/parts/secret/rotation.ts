/** When the rotation of a secret is due. */
import type { shield } from '@touchstone/core/api/crypto/shield.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { words } from '../../words/parts/secret.ts';

export type SecretItem = OutputOf<typeof shield.list>['secrets'][number];

const DAY_MS = 86_400_000;
/** A rotation that is due within so many days is marked. */
export const DUE_SOON_DAYS = 14;

/** `days` counts to the due time, or since it; whole days, at least 0. */
export interface Due {
  readonly kind: 'never' | 'later' | 'soon' | 'overdue';
  readonly days: number;
}

export function dueOf({ rotation_due_at: due }: Pick<SecretItem, 'rotation_due_at'>, now: number): Due {
  const at = due === null ? null : parseIsoTime(due);
  if (at === null) return { kind: 'never', days: 0 };
  if (at <= now) return { kind: 'overdue', days: Math.floor((now - at) / DAY_MS) };
  const days = Math.floor((at - now) / DAY_MS);
  return { kind: days < DUE_SOON_DAYS ? 'soon' : 'later', days };
}

export function dueWords({ kind, days }: Due): string {
  switch (kind) {
    case 'never':
      return words.noRotation;
    case 'later':
      return words.dueIn(days);
    case 'soon':
      return words.dueSoon(days);
    case 'overdue':
      return words.overdue(days);
  }
}
