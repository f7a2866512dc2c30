/** What the console keeps, as this window has it. */
import { CONSOLE_STATE_NAMES } from '@touchstone/core/api/console-state.ts';
import { ConsoleState, type StateName } from './console-state.ts';

const windows = new BroadcastChannel('touchstone.state');

export const consoleState = new ConsoleState((name, text) => windows.postMessage({ name, text }));

windows.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (typeof data !== 'object' || data === null) return;
  const { name, text } = data as Record<string, unknown>;
  const known = [...CONSOLE_STATE_NAMES, 'trust_store' as const].find((each): each is StateName => each === name);
  if (known !== undefined && (typeof text === 'string' || text === null)) consoleState.take(known, text);
});
