/**
 * Secrets on the clipboard (console.md, rule 6): marked so that clipboard managers keep no copy, and taken back after 20
 * seconds and at the end of the app, unless something else was copied meanwhile. Only the main process can do this: a page may
 * not read the clipboard, and is gone when the app ends.
 */
import type { ShellClearing } from '@touchstone/core/shell.ts';
import type { ClipboardItem } from 'electron';

/** The part of Electron's clipboard that is used. */
export interface Clipboard {
  write(items: ClipboardItem[]): Promise<void>;
  writeText(text: string): Promise<void>;
  readText(): Promise<string>;
  clear(): void;
}

export interface ClipboardNeeds {
  readonly clipboard: Clipboard;
  readonly itemOf: (formats: Readonly<Record<string, string>>) => ClipboardItem;
  readonly platform: string;
  readonly setTimer: (callback: () => void, delayMs: number) => { unref?(): unknown };
}

export const CLEAR_AFTER_MS = 20_000;
/** Longest wait in milliseconds at the end of the app for a program that owns the clipboard and does not answer. */
export const CLEAR_WITHIN_MS = 1_000;

/** By platform: what password managers write beside a password. */
const MARKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  linux: { 'x-kde-passwordManagerHint': 'secret' },
  darwin: { 'org.nspasteboard.ConcealedType': '' },
  // Any data for the first, a DWORD of 0 for the others; a format without data may not arrive (learn.microsoft.com, Clipboard Formats).
  win32: {
    ExcludeClipboardContentFromMonitorProcessing: '\0',
    CanIncludeInClipboardHistory: '\0\0\0\0',
    CanUploadToCloudClipboard: '\0\0\0\0',
  },
};

const rawFormat = (name: string) => `electron application/osclipboard;format="${name}"`;

export interface SecretClipboard {
  /** Writes the secret, or rejects; the one before counts no longer. */
  copy(secret: string): Promise<void>;
  /** What became of the last secret, when its time is over. */
  cleared(): Promise<ShellClearing>;
  /** Takes it back now; resolves within `CLEAR_WITHIN_MS`. */
  clearNow(): Promise<void>;
}

export function createSecretClipboard({ clipboard, itemOf, platform, setTimer }: ClipboardNeeds): SecretClipboard {
  /** What may still be there. */
  let kept: string | null = null;
  let clearing: Promise<ShellClearing> = Promise.resolve('changed');

  async function clear(secret: string): Promise<ShellClearing> {
    if (kept === secret) kept = null;
    try {
      if ((await clipboard.readText()) !== secret) return 'changed';
      clipboard.clear();
      return 'cleared';
    } catch {
      return 'kept';
    }
  }

  return {
    async copy(secret) {
      const marks = Object.entries(MARKS[platform] ?? {}).map(([name, value]) => [rawFormat(name), value]);
      const formats = { 'text/plain': secret, ...Object.fromEntries(marks) };
      // A desktop that does not take the marks gets the text all the same.
      await clipboard.write([itemOf(formats)]).catch(() => clipboard.writeText(secret));
      kept = secret;
      const isOver = new Promise<void>((resolve) => setTimer(resolve, CLEAR_AFTER_MS).unref?.());
      clearing = isOver.then(() => clear(secret));
    },
    cleared: () => clearing,
    async clearNow() {
      if (kept === null) return;
      await Promise.race([clear(kept), new Promise<void>((resolve) => setTimer(resolve, CLEAR_WITHIN_MS))]);
    },
  };
}
