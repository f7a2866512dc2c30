import { describe, expect, it } from 'vitest';
import { base64Trouble, compactBase64 } from '../../../../src/pages/issue/sign/base64-text.ts';

describe('base64Trouble', () => {
  it('finds nothing wrong with padded base64 in lines', () => {
    expect(base64Trouble(' AAEC\nAwQ=\r\n', 'key')).toBe('');
    expect(compactBase64(' AAEC\nAwQ=\r\n')).toBe('AAECAwQ=');
  });

  it('names what is missing, and refuses other spellings', () => {
    expect(base64Trouble(' \n', 'public key')).toBe('Enter the public key.');
    for (const wrong of ['AAECAwQ', 'AAECAwR=', 'AA-_', '====']) {
      expect(base64Trouble(wrong, 'key')).toBe('This is not padded base64.');
    }
  });
});
