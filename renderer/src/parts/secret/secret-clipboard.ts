/** Copies a secret and takes it back from the clipboard after a while (console.md, rule 6). */
import type { ShellClearing as Clearing } from '@touchstone/core/shell.ts';
import { bridge } from '../../lib/shell/live-bridge.ts';

export type { Clearing };

/** Between copying a secret and clearing it, milliseconds. */
export const CLEAR_AFTER_MS = 20_000;

/** What is used of `navigator.clipboard`, the permissions and the timers. */
export interface ClipboardEffects {
  write(text: string): Promise<void>;
  read(): Promise<string>;
  /** Whether reading is allowed without asking: a question that pops up after 20 seconds would only startle. */
  mayRead(): Promise<boolean>;
  /** Resolves after this many milliseconds, and not before the window has the focus: without it browsers refuse. */
  wait(milliseconds: number): Promise<void>;
}

/** Writes the secret at once, or rejects; the answer's `cleared` settles when its time is over. It never rejects. */
export async function copySecret(
  secret: string,
  effects: ClipboardEffects,
): Promise<{ readonly cleared: Promise<Clearing> }> {
  await effects.write(secret);
  return { cleared: clearLater(secret, effects) };
}

async function clearLater(secret: string, effects: ClipboardEffects): Promise<Clearing> {
  await effects.wait(CLEAR_AFTER_MS);
  try {
    if (!(await effects.mayRead())) return 'kept';
    if ((await effects.read()) !== secret) return 'changed';
    await effects.write('');
    return 'cleared';
  } catch {
    return 'kept';
  }
}

/** The effects of this window. */
const windowClipboard: ClipboardEffects = {
  write: (text) => navigator.clipboard.writeText(text),
  read: () => navigator.clipboard.readText(),
  async mayRead() {
    // The DOM library does not list this name; browsers that do not know it refuse the query.
    const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName });
    return state === 'granted';
  },
  async wait(milliseconds) {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    if (document.hasFocus()) return;
    await new Promise<void>((resolve) => window.addEventListener('focus', () => resolve(), { once: true }));
  },
};

/** The same in this window: by the shell where there is one, which also clears at its end and tells clipboard managers. */
export function copySecretHere(secret: string): Promise<{ readonly cleared: Promise<Clearing> }> {
  return bridge.copySecret?.(secret) ?? copySecret(secret, windowClipboard);
}
