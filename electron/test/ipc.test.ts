import { SHELL_CALLS } from '@touchstone/core/shell.ts';
import { describe, expect, it } from 'vitest';
import { ARGUMENTS, type Caller, channelOf, isTrustedCaller, registerShell, type ShellHandlers } from '../src/ipc.ts';

const PAGE: Caller = { senderFrame: { url: 'app://console/#/verify', parent: null } };

function gate() {
  const listeners = new Map<string, (event: Caller, ...args: unknown[]) => Promise<unknown>>();
  const called: unknown[][] = [];
  const note =
    (name: string) =>
    async (...args: unknown[]) => {
      called.push([name, ...args]);
      return name;
    };
  const handlers = Object.fromEntries(SHELL_CALLS.map((call) => [call, note(call)])) as unknown as ShellHandlers;
  registerShell({ handle: (channel, listener) => void listeners.set(channel, listener) }, handlers);
  const invoke = (channel: string, event: Caller, ...args: unknown[]) => listeners.get(channel)?.(event, ...args);
  return { invoke, called, channels: [...listeners.keys()] };
}

describe('the gate', () => {
  it('has a channel for every call and no other, twelve calls at most', () => {
    expect(gate().channels.sort()).toEqual(SHELL_CALLS.map(channelOf).sort());
    expect(SHELL_CALLS.length + 1).toBeLessThanOrEqual(12);
  });

  it('lets the console in', async () => {
    const { invoke, called } = gate();
    const bytes = new Uint8Array([1]);
    expect(await invoke('touchstone:saveFile', PAGE, 'report.html', bytes)).toBe('saveFile');
    expect(called).toEqual([['saveFile', 'report.html', bytes]]);
  });

  it.each([
    ['a gone frame', { senderFrame: null }],
    ['an embedded frame', { senderFrame: { url: 'app://console/', parent: {} } }],
    ['another origin', { senderFrame: { url: 'https://example.com/', parent: null } }],
    ['a look-alike origin', { senderFrame: { url: 'app://console.example/', parent: null } }],
  ] satisfies [string, Caller][])('keeps out %s', async (_name, caller) => {
    const { invoke, called } = gate();
    expect(isTrustedCaller(caller)).toBe(false);
    await expect(invoke('touchstone:startToken', caller)).rejects.toThrow(TypeError);
    expect(called).toEqual([]);
  });
});

describe('arguments', () => {
  it.each(SHELL_CALLS)('%s takes no more than it declares', (call) => {
    expect(() => ARGUMENTS[call]([1, 2, 3])).toThrow(TypeError);
  });

  it.each(['../x.html', 'a/b', 'a\\b', '', 'x'.repeat(201), 'a\nb', 7, null])(
    'a file name is a plain name, not %j',
    (name) => {
      expect(() => ARGUMENTS.saveFile([name, new Uint8Array()])).toThrow(TypeError);
      expect(() => ARGUMENTS.printToPdf([name])).toThrow(TypeError);
    },
  );

  it('bytes are bytes', () => {
    expect(() => ARGUMENTS.saveFile(['a', 'text'])).toThrow(TypeError);
    expect(() => ARGUMENTS.saveFile(['a', [1, 2]])).toThrow(TypeError);
    expect(ARGUMENTS.saveFile(['a.pdf', new Uint8Array([1])])).toEqual(['a.pdf', new Uint8Array([1])]);
  });

  it.each([null, 'theme', { theme: 'pink' }, { lastFolder: '/' }, { window: null }, { unknown: 1 }])(
    'settings that the page may not change: %j',
    (change) => {
      expect(() => ARGUMENTS.writeSettings([change])).toThrow(TypeError);
    },
  );

  it('settings that it may', () => {
    expect(ARGUMENTS.writeSettings([{ theme: 'dark', sharePort: 8000 }])).toEqual([{ theme: 'dark', sharePort: 8000 }]);
  });
});
