import type { ToolCall } from './call.ts';

/** A `tools/call` on its way, or the fetching of the result of one that runs as a task. */
export interface OpenCall {
  readonly call: ToolCall;
  readonly isTask: boolean;
  /** Metadata of the call's receipt. */
  metadata: Record<string, string>;
  /** The recorder's key for this call; null before the call was begun. */
  key: string | null;
  state: 'judged' | 'forwarded' | 'attested';
  isCancelled: boolean;
  timer: ReturnType<typeof setTimeout> | null;
}

/** Takes a forwarded call for its end; false where that has begun already or nothing was forwarded. */
export function beginsToEnd(open: OpenCall): boolean {
  if (open.state !== 'forwarded') return false;
  open.state = 'attested';
  if (open.timer !== null) clearTimeout(open.timer);
  return true;
}
