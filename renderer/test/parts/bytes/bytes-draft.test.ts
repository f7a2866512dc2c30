import { toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { describe, expect, it } from 'vitest';
import {
  type BytesForm,
  EMPTY_DRAFT,
  MAX_MESSAGE_BYTES,
  readDraft,
  readFileDraft,
} from '../../../src/parts/bytes/bytes-draft.ts';

function read(form: BytesForm, text: string) {
  return readDraft({ ...EMPTY_DRAFT, form, text });
}

describe('readDraft', () => {
  it('takes the UTF-8 bytes of text, with every blank', () => {
    expect(read('text', ' Grüße\n')).toEqual({ ok: true, base64: toBase64(utf8(' Grüße\n')), length: 9 });
  });

  it('takes base64 and hex, without white space', () => {
    expect(read('base64', 'AAEC\n AwQ=')).toEqual({ ok: true, base64: 'AAECAwQ=', length: 5 });
    expect(read('hex', '00 0A\nff')).toEqual({ ok: true, base64: 'AAr/', length: 3 });
  });

  it.each([
    ['base64', 'AAECAwQ'],
    ['base64', 'AAECAwR='],
    ['base64', 'AA-_'],
    ['hex', 'abc'],
    ['hex', '0x00'],
    ['text', 'half \ud800'],
  ] as const)('refuses %s %j in words', (form, text) => {
    const result = read(form, text);
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.message).toMatch(/^This .+\.$/);
  });

  it('asks for something where there is nothing', () => {
    expect(read('text', '')).toEqual({ ok: false, message: 'Enter something, or choose a file.' });
    expect(read('file', 'typed before')).toEqual({ ok: false, message: 'Choose a file.' });
  });

  it('takes an empty file, and refuses more than the server would take', async () => {
    const file = { name: 'empty', size: 0, base64: '' };
    expect(readDraft({ form: 'file', text: '', file })).toEqual({ ok: true, base64: '', length: 0 });
    const tooMuch = read('text', 'a'.repeat(MAX_MESSAGE_BYTES + 1));
    expect(tooMuch.ok).toBe(false);
    const large = await readFileDraft(new File([new Uint8Array(MAX_MESSAGE_BYTES + 1)], 'large.bin'));
    expect(large).toEqual({ ok: false, message: expect.stringContaining('large.bin is 11.0 MiB') });
  });
});
