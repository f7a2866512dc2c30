/**
 * The one gate between page and shell: every call of core/src/shell.ts has a channel, every caller is checked, every
 * argument is read by type before anything happens (Electron's security checklist, item 17).
 */
import { SHELL_CALLS, type Shell, type ShellCall } from '@touchstone/core/shell.ts';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import { isConsoleUrl } from './navigation.ts';
import { PAGE_SETTINGS, SETTINGS } from './settings.ts';

export function channelOf(call: ShellCall): string {
  return `touchstone:${call}`;
}

/** Sent to the page when files wait to be taken. */
export const FILES_OPENED = 'touchstone:files-opened';
/** Sent to the page when it has to lock itself. */
export const DESKTOP_LOCKED = 'touchstone:desktop-locked';

/** The calls that arrive here; what the page listens to lives in the preload script. */
export type ShellHandlers = Pick<Shell, ShellCall>;

/** The part of Electron's IpcMainInvokeEvent that is looked at. */
export interface Caller {
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}

/** The part of Electron's ipcMain that is used. */
export interface Gate {
  handle(channel: string, listener: (event: Caller, ...args: unknown[]) => Promise<unknown>): void;
}

/** The longest text that is copied as a secret: keys and shares have some kilobytes. */
const MAX_SECRET = 1 << 20;

class Refusal extends TypeError {}

function none(args: readonly unknown[]): [] {
  if (args.length !== 0) throw new Refusal('this call takes no argument');
  return [];
}

/** A name that is a name only: what a dialog may suggest. */
function fileName(value: unknown): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (typeof value !== 'string' || value.length === 0 || value.length > 200 || /[\\/\u0000-\u001f]/.test(value)) {
    throw new Refusal('a file name of 1 to 200 characters without separators is needed');
  }
  return value;
}

function bytes(value: unknown): Uint8Array {
  if (!(value instanceof Uint8Array) || value.length > MAX_FILE_BYTES) {
    throw new Refusal('at most 64 MiB of bytes are needed');
  }
  return value;
}

function settingsChange(value: unknown): Parameters<Shell['writeSettings']>[0] {
  if (typeof value !== 'object' || value === null) throw new Refusal('an object of settings is needed');
  for (const [name, member] of Object.entries(value)) {
    const known = PAGE_SETTINGS.find((each) => each === name);
    if (known === undefined || SETTINGS[known].read(member) === undefined) {
      throw new Refusal(`the setting ${JSON.stringify(name).slice(0, 40)} does not take this value`);
    }
  }
  return value;
}

type Readers = { readonly [Call in ShellCall]: (args: readonly unknown[]) => Parameters<Shell[Call]> };

/** How each call's arguments are read; throws a TypeError for anything else. */
export const ARGUMENTS: Readers = {
  about: none,
  openFiles: none,
  takeOpenedFiles: none,
  saveFile: (args) => {
    if (args.length !== 2) throw new Refusal('this call takes a name and bytes');
    return [fileName(args[0]), bytes(args[1])];
  },
  printToPdf: (args) => {
    if (args.length !== 1) throw new Refusal('this call takes a name');
    return [fileName(args[0])];
  },
  startToken: none,
  copySecret: (args) => {
    const [secret] = args;
    if (args.length !== 1 || typeof secret !== 'string' || secret === '' || secret.length > MAX_SECRET) {
      throw new Refusal('this call takes a text of at most 1 MiB');
    }
    return [secret];
  },
  secretCleared: none,
  readSettings: none,
  writeSettings: (args) => {
    if (args.length !== 1) throw new Refusal('this call takes one object');
    return [settingsChange(args[0])];
  },
  verifyUpdate: none,
};

/** Whether a call comes from the console's own top frame. */
export function isTrustedCaller(caller: Caller): boolean {
  const frame = caller.senderFrame;
  return frame !== null && frame.parent === null && isConsoleUrl(frame.url);
}

function register<Call extends ShellCall>(gate: Gate, call: Call, handlers: ShellHandlers): void {
  const handler = handlers[call] as (...args: Parameters<Shell[Call]>) => Promise<unknown>;
  gate.handle(channelOf(call), async (event, ...args) => {
    if (!isTrustedCaller(event)) throw new Refusal('this caller may not call the shell');
    return handler(...ARGUMENTS[call](args));
  });
}

/** Puts every call behind the gate. */
export function registerShell(gate: Gate, handlers: ShellHandlers): void {
  for (const call of SHELL_CALLS) register(gate, call, handlers);
}
