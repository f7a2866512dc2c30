import * as coreHash from '@touchstone/core/hash.ts';
import { describe, expect, it } from 'vitest';
import { readOptions, wholeNumber } from '../src/options.ts';
import { Refusal } from '../src/refusal.ts';
import { wantsColour } from '../src/terminal.ts';
import * as nativeHash from '../src/verifier/native-hash.ts';

const RULES = {
  flags: ['--json'],
  single: ['--out'],
  many: ['--file', '--keys'],
  belongs: (option: string, word: string) => option === '--file' || word.endsWith('.pqkeys.json'),
  words: 'files',
};

describe('options', () => {
  it('reads flags, values, lists and words', () => {
    const options = readOptions(
      ['--json', '--out=x', '--file', 'a', 'b', '--keys', 'k.pqkeys.json', 'c', '--', '--d'],
      RULES,
    );
    expect(options.has('--json')).toBe(true);
    expect(options.value('--out')).toBe('x');
    expect(options.values('--file')).toEqual(['a', 'b']);
    expect(options.values('--keys')).toEqual(['k.pqkeys.json']);
    expect(options.words).toEqual(['c', '--d']);
  });

  it('refuses what it does not know', () => {
    for (const args of [
      ['--jso'],
      ['--json=1'],
      ['--out'],
      ['--out', '--json'],
      ['--out', 'a', '--out', 'b'],
      ['-x'],
      ['--out='],
    ]) {
      expect(() => readOptions(args, RULES)).toThrow(Refusal);
    }
    expect(() => readOptions(['word'], { flags: [] })).toThrow(Refusal);
    expect(() => readOptions(['--__proto__'], RULES)).toThrow(Refusal);
  });

  it('reads whole numbers within bounds only', () => {
    expect(wholeNumber('64', '--jobs', 1, 64)).toBe(64);
    for (const text of ['0', '65', '1.5', '1e1', '-1', '', ' 1', '0x1']) {
      expect(() => wholeNumber(text, '--jobs', 1, 64)).toThrow(Refusal);
    }
  });
});

describe('colour', () => {
  it('is for terminals, unless the environment says otherwise', () => {
    expect(wantsColour({}, true)).toBe(true);
    expect(wantsColour({}, false)).toBe(false);
    expect(wantsColour({ NO_COLOR: '1' }, true)).toBe(false);
    expect(wantsColour({ NO_COLOR: '' }, true)).toBe(true);
    expect(wantsColour({ FORCE_COLOR: '1', NO_COLOR: '1' }, false)).toBe(true);
    expect(wantsColour({ FORCE_COLOR: '0' }, true)).toBe(false);
    expect(wantsColour({ TERM: 'dumb' }, true)).toBe(false);
  });
});

describe('the hash functions of the bundle', () => {
  it('are those of core', () => {
    expect(Object.keys(nativeHash).sort()).toEqual(Object.keys(coreHash).sort());
    for (const length of [0, 1, 103, 104, 105, 135, 136, 137, 5000]) {
      const message = Uint8Array.from({ length }, (_, index) => (index * 7) & 255);
      expect(nativeHash.sha256(message)).toEqual(coreHash.sha256(message));
      expect(nativeHash.sha3_256(message)).toEqual(coreHash.sha3_256(message));
      expect(nativeHash.sha3_384(message)).toEqual(coreHash.sha3_384(message));
    }
  });
});
