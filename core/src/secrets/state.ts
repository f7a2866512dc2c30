/** The states of one version of a secret (decisions, section 7). Time alone moves some of them: they are computed on reading. */

export type SecretState = 'active' | 'superseded' | 'expired' | 'deleted' | 'destroyed';
export type SecretEvent = 'rotate' | 'delete' | 'restore' | 'destroy' | 'time';

interface Transition {
  readonly from: SecretState;
  readonly event: SecretEvent;
  /** `former`: the state that the version would have, had it not been deleted. */
  readonly to: SecretState | 'former';
  readonly also: string;
}

/** How long a superseded version can be read, and how long a deleted one can be restored. */
export const KEPT_MS = 30 * 86_400_000;

export const TRANSITIONS: readonly Transition[] = [
  { from: 'active', event: 'rotate', to: 'superseded', also: 'a new version is active' },
  { from: 'active', event: 'delete', to: 'deleted', also: 'all its versions with it' },
  { from: 'active', event: 'destroy', to: 'destroyed', also: 'all its versions with it; data keys are deleted' },
  { from: 'superseded', event: 'time', to: 'expired', also: 'it cannot be read any more' },
  { from: 'superseded', event: 'delete', to: 'deleted', also: '' },
  { from: 'superseded', event: 'destroy', to: 'destroyed', also: 'its data key is deleted' },
  { from: 'expired', event: 'delete', to: 'deleted', also: '' },
  { from: 'expired', event: 'destroy', to: 'destroyed', also: 'its data key is deleted' },
  { from: 'deleted', event: 'restore', to: 'former', also: 'what was deleted with it returns too' },
  { from: 'deleted', event: 'time', to: 'destroyed', also: 'its data key is deleted' },
  { from: 'deleted', event: 'destroy', to: 'destroyed', also: 'its data key is deleted' },
];

/** Whether a version in that state takes the event. */
export function permits(state: SecretState, event: SecretEvent): boolean {
  return TRANSITIONS.some((row) => row.from === state && row.event === event);
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
