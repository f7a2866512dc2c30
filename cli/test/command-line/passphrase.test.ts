import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { passphraseIn } from '../../src/command-line/passphrase.ts';

it.each([
  ['as Windows writes it', '\ufeffcorrect horse\r\n', 'correct horse'],
  ['with blanks of its own', ' correct horse \n', ' correct horse '],
])('a passphrase file %s holds what could be typed', (_, text, passphrase) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-passphrase-'));
  try {
    writeFileSync(path.join(folder, 'passphrase'), text);
    expect(passphraseIn(path.join(folder, 'passphrase'))).toBe(passphrase);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
