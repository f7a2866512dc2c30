import { describe, expect, it } from 'vitest';
import { readTextFile } from '../../../src/parts/form/text-file.ts';

const LIMIT = 1024 * 1024;

describe('readTextFile', () => {
  it('keeps every character, also the byte order mark and those that chunks cut in two', async () => {
    const text = `\ufeff${'€'.repeat(200_001)}\r\n`;
    expect(await readTextFile(new File([text], 'note.txt'), LIMIT)).toEqual({ ok: true, text });
    expect(await readTextFile(new File([], 'empty.txt'), LIMIT)).toEqual({ ok: true, text: '' });
  });

  it.each([
    ['Latin-1', [0x47, 0x72, 0xfc, 0xdf, 0x65]],
    ['UTF-16', [0xff, 0xfe, 0x47, 0x00]],
    ['cut short', [0xe2, 0x82]],
    ['overlong', [0xc0, 0x80]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
  ])('refuses %s by name', async (_what, bytes) => {
    const result = await readTextFile(new File([new Uint8Array(bytes)], 'letter.txt'), LIMIT);
    expect(result).toEqual({ ok: false, message: expect.stringMatching(/^letter\.txt is not UTF-8 text/) });
  });

  it('refuses a file over the limit without reading it', async () => {
    const result = await readTextFile(new File([new Uint8Array(LIMIT + 1)], 'large.txt'), LIMIT);
    expect(result).toEqual({ ok: false, message: expect.stringContaining('1.0 MiB') });
  });
});
