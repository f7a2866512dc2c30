import { type StatusLook, StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/administration/accounts.ts';
import type { KeyItem } from './queries.ts';

export const KEY_STATES: Record<KeyItem['status'], { readonly look: StatusLook; readonly label: string }> = {
  active: { look: 'verified', label: words.keys.states.active },
  rotated: { look: 'pending', label: words.keys.states.rotated },
  expired: { look: 'inconclusive', label: words.keys.states.expired },
  revoked: { look: 'failed', label: words.keys.states.revoked },
};

export function KeyState({ status }: { readonly status: KeyItem['status'] }) {
  const { look, label } = KEY_STATES[status];
  return <StatusMark look={look} label={label} size="small" />;
}
