import type { KeyStatus } from '@touchstone/core/keys/lifecycle.ts';
import { type StatusLook, StatusMark } from '../../../ui/status-mark.tsx';

export const KEY_STATES: Record<
  KeyStatus,
  { readonly look: StatusLook; readonly label: string; readonly means: string }
> = {
  active: { look: 'verified', label: 'Active', means: 'It works.' },
  rotated: {
    look: 'pending',
    label: 'Rotated',
    means: 'Another key has replaced it. It works until its grace period ends.',
  },
  expired: {
    look: 'inconclusive',
    label: 'Expired',
    means: 'Its grace period is over: every operation under this id is refused. Use its successor.',
  },
  revoked: {
    look: 'failed',
    label: 'Revoked',
    means: 'It was revoked for good: every operation under this id is refused, and nothing brings it back.',
  },
};

export function ManagedState({ status }: { readonly status: KeyStatus }) {
  const { look, label } = KEY_STATES[status];
  return <StatusMark look={look} label={label} size="small" />;
}
