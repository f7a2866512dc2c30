import type { ClipboardItem } from 'electron';
import { describe, expect, it } from 'vitest';
import { CLEAR_AFTER_MS, CLEAR_WITHIN_MS, type Clipboard, createSecretClipboard } from '../src/secret-clipboard.ts';

/** A clipboard whose time passes when the test says so. */
function setUp(platform: string, changes: Partial<Clipboard> = {}) {
  const state = { text: '', formats: {} as Record<string, string>, timers: [] as (() => void)[] };
  const put = (text: string) => {
    state.text = text;
  };
  const clipboard: Clipboard = {
    async write([item]) {
      const { formats } = item as unknown as { formats: Record<string, string> };
      state.formats = formats;
      put(formats['text/plain'] ?? '');
    },
    writeText: async (text) => put(text),
    readText: async () => state.text,
    clear: () => put(''),
    ...changes,
  };
  const secrets = createSecretClipboard({
    clipboard,
    itemOf: (formats) => ({ formats }) as unknown as ClipboardItem,
    platform,
    setTimer: (callback, delayMs) => {
      expect([CLEAR_AFTER_MS, CLEAR_WITHIN_MS]).toContain(delayMs);
      state.timers.push(callback);
      return {};
    },
  });
  const pass = () => {
    for (const timer of state.timers.splice(0)) timer();
  };
  return { secrets, state, pass };
}

describe('M7: a secret on the clipboard', () => {
  it('is taken back when its time is over', async () => {
    const { secrets, state, pass } = setUp('linux');
    await secrets.copy('secret');
    expect(state.text).toBe('secret');
    pass();
    expect(await secrets.cleared()).toBe('cleared');
    expect(state.text).toBe('');
  });

  it('gives way to what was copied after it', async () => {
    const { secrets, state, pass } = setUp('linux');
    await secrets.copy('secret');
    state.text = 'something else';
    pass();
    expect(await secrets.cleared()).toBe('changed');
    await secrets.clearNow();
    expect(state.text).toBe('something else');
  });

  it('is said to be kept where nobody can look', async () => {
    const { secrets, pass } = setUp('linux', { readText: () => Promise.reject(new Error('no')) });
    await secrets.copy('secret');
    pass();
    expect(await secrets.cleared()).toBe('kept');
  });

  it('is taken back at the end of the app', async () => {
    const { secrets, state } = setUp('linux');
    await secrets.copy('one');
    await secrets.copy('two');
    await secrets.clearNow();
    expect(state.text).toBe('');
  });

  it('R25: holds up no end where another program owns the clipboard and does not answer', async () => {
    const { secrets, pass } = setUp('linux', { readText: () => new Promise(() => {}) });
    await secrets.copy('secret');
    let isOver = false;
    const cleared = secrets.clearNow().finally(() => {
      isOver = true;
    });
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    pass();
    await cleared;
  });

  it.each([
    ['linux', { 'x-kde-passwordManagerHint': 'secret' }],
    ['darwin', { 'org.nspasteboard.ConcealedType': '' }],
    // R13: Windows drops a format without data, and looks at one of them for each of history and cloud.
    [
      'win32',
      {
        ExcludeClipboardContentFromMonitorProcessing: '\0',
        CanIncludeInClipboardHistory: '\0\0\0\0',
        CanUploadToCloudClipboard: '\0\0\0\0',
      },
    ],
  ])('is marked on %s, so that clipboard managers keep no copy', async (platform, marks) => {
    const { secrets, state } = setUp(platform);
    await secrets.copy('secret');
    const named = Object.entries(marks).map(([name, data]) => [
      `electron application/osclipboard;format="${name}"`,
      data,
    ]);
    expect(state.formats).toEqual({ 'text/plain': 'secret', ...Object.fromEntries(named) });
  });

  it('is copied where the desktop takes no marks', async () => {
    const { secrets, state } = setUp('linux', { write: () => Promise.reject(new Error('no such format')) });
    await secrets.copy('secret');
    expect(state.text).toBe('secret');
  });
});
