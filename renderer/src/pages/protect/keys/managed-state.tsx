import type { KeyStatus } from '@touchstone/core/keys/lifecycle.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { words } from '../../../words/protect/keys.ts';

const TONES: Readonly<Record<KeyStatus, BadgeTone>> = {
  active: 'verified',
  rotated: 'pending',
  expired: 'inconclusive',
  revoked: 'failed',
};

export function StateBadge({ status }: { readonly status: KeyStatus }) {
  return <Badge tone={TONES[status]}>{words.states[status]}</Badge>;
}
