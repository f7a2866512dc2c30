import { describe, expect, it } from 'vitest';
import { menuTemplate } from '../src/menu.ts';
import { CAPABILITIES_ARGUMENT, placeOnScreen, windowOptions, windowState } from '../src/window.ts';

const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 };
const CAPABILITIES = {
  openDialog: true,
  saveDialog: true,
  printToPdf: true,
  openedFiles: true,
  updateFromFile: false,
};

describe('windowOptions', () => {
  const { webPreferences } = windowOptions({
    preload: '/p.cjs',
    capabilities: CAPABILITIES,
    devTools: false,
    state: null,
    workAreas: [SCREEN],
  });

  it('hands the capabilities to the preload script', () => {
    const argument = webPreferences?.additionalArguments?.[0] ?? '';
    expect(argument.startsWith(CAPABILITIES_ARGUMENT)).toBe(true);
    expect(JSON.parse(argument.slice(CAPABILITIES_ARGUMENT.length))).toEqual(CAPABILITIES);
  });
});

describe('placeOnScreen', () => {
  const state = { x: 100, y: 50, width: 800, height: 600, isMaximized: false };

  it('restores a place that can be reached', () => {
    expect(placeOnScreen(state, [SCREEN])).toEqual({ x: 100, y: 50, width: 800, height: 600 });
    expect(placeOnScreen({ ...state, x: 2500 }, [SCREEN, { ...SCREEN, x: 1920 }])).toMatchObject({ x: 2500 });
  });

  it.each([
    { ...state, x: 2500 },
    { ...state, x: -790 },
    { ...state, y: -20 },
    { ...state, y: 1060 },
  ])('falls back when the screen is gone: %j', (lost) => {
    expect(placeOnScreen(lost, [SCREEN])).toEqual({ width: 1280, height: 860 });
  });

  it('begins with the default size', () => {
    expect(placeOnScreen(null, [SCREEN])).not.toHaveProperty('x');
  });

  it('remembers the unmaximised place', () => {
    const bounds = { x: 1, y: 2, width: 700, height: 500 };
    expect(windowState({ getNormalBounds: () => bounds, isMaximized: () => true })).toEqual({
      ...bounds,
      isMaximized: true,
    });
  });
});

describe('menuTemplate', () => {
  const actions = { openFiles: () => {}, print: () => {}, openInBrowser: () => {}, restartServer: () => {} };
  const text = (platform: string, devTools: boolean) => JSON.stringify(menuTemplate(platform, devTools, actions));

  it('has developer tools only where they are on', () => {
    expect(text('linux', true)).toContain('toggleDevTools');
    expect(text('linux', false)).not.toContain('toggleDevTools');
  });

  it.each(['linux', 'darwin', 'win32'])('has a key for what people do often, and none twice, on %s', (platform) => {
    const entries = menuTemplate(platform, true, actions).flatMap(({ submenu }) =>
      Array.isArray(submenu) ? submenu : [],
    );
    const keys = entries.flatMap(({ accelerator }) => accelerator ?? []);
    expect(keys).toEqual(expect.arrayContaining(['CmdOrCtrl+O', 'CmdOrCtrl+P', 'CmdOrCtrl+Shift+B']));
    expect(new Set(keys).size).toBe(keys.length);
    // Each does something: the system's part, or one of ours.
    expect(
      entries.filter(({ role, click, type }) => role === undefined && click === undefined && type !== 'separator'),
    ).toEqual([]);
  });

  it('follows the platform', () => {
    expect(text('darwin', false)).toContain('appMenu');
    expect(text('win32', false)).toContain('"quit"');
    expect(text('win32', false)).not.toContain('appMenu');
  });
});
