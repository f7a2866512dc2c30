/** The states of one version of a secret (decisions, section 7). Time alone moves some of them: they are computed on reading. */
import { stateMachine, type Transition } from '../state-machine.ts';

export type SecretState = 'active' | 'superseded' | 'expired' | 'deleted' | 'destroyed';
export type SecretEvent = 'rotate' | 'delete' | 'restore' | 'destroy' | 'time';

/** How long a superseded version can be read, and how long a deleted one can be restored. */
export const KEPT_MS = 30 * 86_400_000;

/** Complete: one row for each state and event. */
export const TRANSITIONS: readonly Transition<SecretState | 'former', SecretEvent, 'CONFLICT'>[] = [
  { from: 'active', event: 'rotate', to: 'superseded', also: 'a new version is active' },
  { from: 'active', event: 'delete', to: 'deleted', also: 'all its versions with it' },
  { from: 'active', event: 'restore', to: 'CONFLICT', also: '' },
  { from: 'active', event: 'destroy', to: 'destroyed', also: 'all its versions with it; data keys are deleted' },
  { from: 'active', event: 'time', to: 'active', also: '' },

  { from: 'superseded', event: 'rotate', to: 'CONFLICT', also: '' },
  { from: 'superseded', event: 'delete', to: 'deleted', also: '' },
  { from: 'superseded', event: 'restore', to: 'CONFLICT', also: '' },
  { from: 'superseded', event: 'destroy', to: 'destroyed', also: 'its data key is deleted' },
  { from: 'superseded', event: 'time', to: 'expired', also: 'it cannot be read any more' },

  { from: 'expired', event: 'rotate', to: 'CONFLICT', also: '' },
  { from: 'expired', event: 'delete', to: 'deleted', also: '' },
  { from: 'expired', event: 'restore', to: 'CONFLICT', also: '' },
  { from: 'expired', event: 'destroy', to: 'destroyed', also: 'its data key is deleted' },
  { from: 'expired', event: 'time', to: 'expired', also: '' },

  { from: 'deleted', event: 'rotate', to: 'CONFLICT', also: '' },
  { from: 'deleted', event: 'delete', to: 'CONFLICT', also: '' },
  { from: 'deleted', event: 'restore', to: 'former', also: 'what was deleted with it returns too' },
  { from: 'deleted', event: 'destroy', to: 'destroyed', also: 'its data key is deleted' },
  { from: 'deleted', event: 'time', to: 'destroyed', also: 'its data key is deleted' },

  { from: 'destroyed', event: 'rotate', to: 'CONFLICT', also: '' },
  { from: 'destroyed', event: 'delete', to: 'CONFLICT', also: '' },
  { from: 'destroyed', event: 'restore', to: 'CONFLICT', also: '' },
  { from: 'destroyed', event: 'destroy', to: 'CONFLICT', also: '' },
  { from: 'destroyed', event: 'time', to: 'destroyed', also: '' },
];

/** `former`: the state that the version would have, had it not been deleted. */
const secretOutcome = stateMachine(
  ['active', 'superseded', 'expired', 'deleted', 'destroyed', 'former'] as const,
  TRANSITIONS,
);

/** Whether a version in that state takes the event. */
export function permits(state: SecretState, event: SecretEvent): boolean {
  return secretOutcome(state, event).ok;
}

/** When things happened to a version, in milliseconds since 1970. */
export interface SecretTimes {
  readonly supersededAt: number | null;
  readonly deletedAt: number | null;
  readonly destroyedAt: number | null;
}

/** The state at a moment. A deleted version whose time is over counts as destroyed before anybody has erased it. */
export function stateAt({ supersededAt, deletedAt, destroyedAt }: SecretTimes, now: number): SecretState {
  if (destroyedAt !== null) return 'destroyed';
  if (deletedAt !== null) return now >= deletedAt + KEPT_MS ? 'destroyed' : 'deleted';
  if (supersededAt !== null) return now >= supersededAt + KEPT_MS ? 'expired' : 'superseded';
  return 'active';
}

/** Whether the value of a version in that state may be read and verified. */
export function isReadable(state: SecretState): boolean {
  return state === 'active' || state === 'superseded';
}
