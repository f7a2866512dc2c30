import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings, openSettings, pageSettings, parseSettings } from '../src/settings.ts';

const DEFAULTS = parseSettings(null).settings;

describe('parseSettings', () => {
  it('has a default for everything', () => {
    expect(DEFAULTS).toEqual({
      theme: 'system',
      shareOnThisMachine: false,
      sharePort: 7433,
      window: null,
      lastFolder: null,
    });
  });

  it('keeps what is right and repairs what is not', () => {
    const text = '{"theme":"dark","sharePort":80,"window":{"x":1},"shareOnThisMachine":"yes","extra":1}';
    const { settings, repaired } = parseSettings(text);
    expect(settings).toEqual({ ...DEFAULTS, theme: 'dark' });
    expect([...repaired].sort()).toEqual(['sharePort', 'shareOnThisMachine', 'window'].sort());
  });

  it.each(['', '{', '[]', 'null', '"x"', '\u0000'])('survives a damaged file: %j', (text) => {
    expect(parseSettings(text).settings).toEqual(DEFAULTS);
  });

  it('reads back what it wrote', () => {
    const window = { x: -5, y: 0, width: 800, height: 600, isMaximized: true };
    const settings = changeSettings(DEFAULTS, { theme: 'light', window, lastFolder: path.resolve('/tmp') });
    expect(parseSettings(JSON.stringify(settings))).toEqual({ settings, repaired: [] });
  });
});

describe('changeSettings', () => {
  it.each([
    { theme: 'pink' },
    { sharePort: 1.5 },
    { sharePort: 70_000 },
    { unknown: 1 },
    { lastFolder: 'relative' },
    { window: { x: 0, y: 0, width: 1, height: 1, isMaximized: false } },
  ])('refuses %j', (change) => {
    expect(() => changeSettings(DEFAULTS, change)).toThrow(RangeError);
  });

  it('shows the page its own settings only', () => {
    expect(Object.keys(pageSettings(DEFAULTS)).sort()).toEqual(['sharePort', 'shareOnThisMachine', 'theme'].sort());
  });
});

describe('the settings file', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'touchstone-settings-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is written privately, whole, and read again', async () => {
    const file = path.join(folder, 'deep', 'settings.json');
    const settings = await openSettings(file, () => {});
    await Promise.all([settings.change({ theme: 'dark' }), settings.change({ sharePort: 9000 })]);
    expect(readdirSync(path.dirname(file))).toEqual(['settings.json']);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await openSettings(file, () => {});
    expect(again.current()).toEqual({ ...DEFAULTS, theme: 'dark', sharePort: 9000 });
  });

  it('tells when all is written, also where a change could not be', async () => {
    const file = path.join(folder, 'settings.json');
    const settings = await openSettings(file, () => {});
    void settings.change({ theme: 'dark' });
    await settings.written();
    expect(JSON.parse(readFileSync(file, 'utf8')).theme).toBe('dark');
    const blocked = await openSettings(path.join(file, 'settings.json'), () => {});
    const change = expect(blocked.change({ theme: 'light' })).rejects.toThrow();
    await blocked.written();
    await change;
  });

  it('says what it repaired and leaves the file until a change', async () => {
    const file = path.join(folder, 'settings.json');
    writeFileSync(file, '{"theme":7}');
    const repaired: string[] = [];
    await openSettings(file, (names) => repaired.push(...names));
    expect(repaired).toEqual(['theme']);
    expect(readFileSync(file, 'utf8')).toBe('{"theme":7}');
  });

  it('refuses a wrong change and keeps the file', async () => {
    const file = path.join(folder, 'settings.json');
    const settings = await openSettings(file, () => {});
    await settings.change({ theme: 'dark' });
    await expect(settings.change({ theme: 'pink' })).rejects.toThrow(RangeError);
    expect(JSON.parse(readFileSync(file, 'utf8')).theme).toBe('dark');
  });
});
