import * as coreBytes from '@touchstone/core/bytes.ts';
import * as coreHash from '@touchstone/core/hash.ts';
import { describe, expect, it } from 'vitest';
import { didYouMean } from '../../src/command-line/nearest.ts';
import { readOptions, wholeNumber } from '../../src/command-line/options.ts';
import { Refusal } from '../../src/terminal/refusal.ts';
import { wantsColour } from '../../src/terminal/terminal.ts';
import * as nativeBytes from '../../src/verifier/native-bytes.ts';
import * as nativeHash from '../../src/verifier/native-hash.ts';

const RULES = {
  flags: ['--json'],
  single: ['--out'],
  many: ['--file', '--keys'],
  lists: ['--slots'],
  words: 'files',
};

describe('options', () => {
  it('reads flags, values, lists and words', () => {
    const options = readOptions(
      ['--json', '--out=x', '--file', 'a', '--file=b', '--slots', 'd', 'e', '--keys', 'k', '--', 'c', '--d'],
      RULES,
    );
    expect(options.has('--json')).toBe(true);
    expect(options.value('--out')).toBe('x');
    expect(options.values('--file')).toEqual(['a', 'b']);
    expect(options.values('--slots')).toEqual(['d', 'e']);
    expect(options.values('--keys')).toEqual(['k']);
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

  it('12.1: an option that names files takes one word; the next is a file, whatever its name', () => {
    const options = readOptions(['--keys', 'a.pqkeys.json', 'b.pqkeys.json', 'c.pqv.json'], RULES);
    expect(options.values('--keys')).toEqual(['a.pqkeys.json']);
    expect(options.words).toEqual(['b.pqkeys.json', 'c.pqv.json']);
  });

  it('12.2: no option is read after the first word', () => {
    for (const late of ['--json', '--keys=x', '-h', '--', '--jso']) {
      expect(() => readOptions(['a', late], RULES)).toThrow(
        `Options come before the files. For a file of that name, write ./${late}`,
      );
    }
    expect(readOptions(['--file', 'a', '--json'], RULES).has('--json')).toBe(true);
    expect(() => readOptions(['a', '--json'], { flags: ['--json'], words: 'id' })).toThrow(/^Options come before/);
  });

  it('reads whole numbers within bounds only', () => {
    expect(wholeNumber('64', '--jobs', 1, 64)).toBe(64);
    for (const text of ['0', '65', '1.5', '1e1', '-1', '', ' 1', '0x1']) {
      expect(() => wholeNumber(text, '--jobs', 1, 64)).toThrow(Refusal);
    }
  });
});

describe('didYouMean', () => {
  it.each([
    ['--fil', ['--file', '--out'], '--file'],
    ['--files', ['--file', '--out'], '--file'],
    ['--fingerprnt', ['--by', '--fingerprint'], '--fingerprint'],
    ['servr', ['serve', 'restore', 'mcp'], 'serve'],
    ['restroe', ['serve', 'restore', 'mcp'], 'restore'],
  ])('%s: the nearest of what is known', (word, known, nearest) => {
    expect(didYouMean(word, known)).toBe(` Did you mean ${nearest}?`);
  });

  it.each(['--', '-', 'xyz', '--bogus', ''])('%j is near to nothing', (word) => {
    expect(didYouMean(word, ['--file', '--by', 'mcp', 'serve'])).toBe('');
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

  it('base64 as core: one spelling only', () => {
    expect(Object.keys(nativeBytes).sort()).toEqual(Object.keys(coreBytes).sort());
    const { fromBase64, fromBase64Url, toBase64, toBase64Url, toHex } = nativeBytes;
    for (const length of [0, 1, 2, 3, 62, 63, 64, 29_792]) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 251) & 255);
      const text = toBase64(bytes);
      expect(fromBase64(text)).toEqual(bytes);
      const part = bytes.subarray(1);
      expect([toHex(part), toBase64Url(part)]).toEqual([coreBytes.toHex(part), coreBytes.toBase64Url(part)]);
      expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
      expect(fromBase64Url(text)).toEqual(coreBytes.fromBase64Url(text));
      for (const other of [
        text,
        toBase64Url(bytes),
        `${text}=`,
        `${text} `,
        `${text}\n`,
        text.slice(0, -1),
        `A${text}`,
      ]) {
        expect(fromBase64(other)).toEqual(coreBytes.fromBase64(other));
      }
    }
    for (const text of ['Zg==', 'Zh==', 'Zm8=', 'Zm9=', 'Zg=', 'Zg', 'Z===', '====', 'Zm+v', 'Zm-v', 'Zm/v', 'Zm_v']) {
      expect(fromBase64(text)).toEqual(coreBytes.fromBase64(text));
      expect(fromBase64Url(text)).toEqual(coreBytes.fromBase64Url(text));
    }
    for (const text of ['Z', 'Zg==Zg==', 'Zm 9v', 'Zm9v\0', 'Zm9\u0376', '\ud83d\ude00', 'Zm\u00e9v', 'Zm\uff21v']) {
      expect(fromBase64(text)).toBeNull();
      expect(coreBytes.fromBase64(text)).toBeNull();
    }
  });

  describe('a text that is no base64 reads as core reads it', () => {
    // Node takes the low byte of \u0141 for an A, in long texts only.
    const digits = ['A', 'Q', 'g', '8', '+', '/', '-', '_', '=', ' ', '\0', '\u0141'];
    const expectAsCore = (text: string) => {
      const native = [nativeBytes.fromBase64(text), nativeBytes.fromBase64Url(text)];
      const core = [coreBytes.fromBase64(text), coreBytes.fromBase64Url(text)];
      if (String(native[0]) !== String(core[0]) || String(native[1]) !== String(core[1])) {
        expect({ text, native }).toEqual({ text, native: core });
      }
    };

    it('every text of up to five of the characters that matter', () => {
      let texts = [''];
      for (let length = 1; length <= 5; length++) {
        texts = texts.flatMap((text) => digits.map((digit) => text + digit));
        for (const text of texts) expectAsCore(text);
      }
      expect(texts).toHaveLength(digits.length ** 5);
    });

    it('every character, in a long text, in the place of a right one', () => {
      const text = nativeBytes.toBase64(Uint8Array.from({ length: 96 }, (_, index) => (index * 251) & 255));
      for (const at of [0, 1, 61, 126, 127]) {
        for (let unit = 0; unit <= 0xffff; unit++) {
          expectAsCore(text.slice(0, at) + String.fromCharCode(unit) + text.slice(at + 1));
        }
      }
      expect(nativeBytes.fromBase64('mv\u0141036Kz')).toBeNull();
    });
  });
});
