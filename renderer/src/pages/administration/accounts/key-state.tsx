import { type StatusLook, StatusMark } from '../../../ui/status-mark.tsx';
import type { KeyItem } from './queries.ts';

export const KEY_STATES: Record<KeyItem['status'], { readonly look: StatusLook; readonly label: string }> = {
  active: { look: 'verified', label: 'In use' },
  rotated: { look: 'pending', label: 'Rotated' },
  expired: { look: 'inconclusive', label: 'Expired' },
  revoked: { look: 'failed', label: 'Revoked' },
};

export function KeyState({ status }: { readonly status: KeyItem['status'] }) {
  const { look, label } = KEY_STATES[status];
  return <StatusMark look={look} label={label} size="small" />;
}
