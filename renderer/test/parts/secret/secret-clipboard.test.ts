import { describe, expect, it } from 'vitest';
import { CLEAR_AFTER_MS, type ClipboardEffects, copySecret } from '../../../src/parts/secret/secret-clipboard.ts';

/** A clipboard whose time passes when the test says so. */
function clipboard(changes: Partial<ClipboardEffects> = {}) {
  const state = { held: '', waited: 0, pass: () => {} };
  const effects: ClipboardEffects = {
    write: async (text) => {
      state.held = text;
    },
    read: async () => state.held,
    mayRead: async () => true,
    wait: (milliseconds) => {
      state.waited = milliseconds;
      return new Promise((resolve) => {
        state.pass = resolve;
      });
    },
    ...changes,
  };
  return { state, effects };
}

describe('copySecret', () => {
  it('takes the secret back when its time is over, not before', async () => {
    const { state, effects } = clipboard();
    const { cleared } = await copySecret('secret', effects);
    expect(state).toMatchObject({ held: 'secret', waited: CLEAR_AFTER_MS });
    state.pass();
    expect(await cleared).toBe('cleared');
    expect(state.held).toBe('');
  });

  it('leaves alone what was copied meanwhile', async () => {
    const { state, effects } = clipboard();
    const { cleared } = await copySecret('secret', effects);
    state.held = 'something else';
    state.pass();
    expect(await cleared).toBe('changed');
    expect(state.held).toBe('something else');
  });

  it.each<[string, Partial<ClipboardEffects>]>([
    ['reading would ask', { mayRead: async () => false }],
    ['permissions are unknown', { mayRead: () => Promise.reject(new TypeError('no such permission')) }],
    ['reading is refused', { read: () => Promise.reject(new Error('refused')) }],
  ])('says that it may still be there where %s', async (_what, changes) => {
    const { state, effects } = clipboard(changes);
    const { cleared } = await copySecret('secret', effects);
    state.pass();
    expect(await cleared).toBe('kept');
    expect(state.held).toBe('secret');
  });

  it('rejects where copying itself is refused', async () => {
    const { effects } = clipboard({ write: () => Promise.reject(new Error('refused')) });
    await expect(copySecret('secret', effects)).rejects.toThrow('refused');
  });
});
