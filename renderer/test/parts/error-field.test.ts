import { ApiFailure } from '@touchstone/core/api/client.ts';
import { describe, expect, it } from 'vitest';
import { errorField } from '../../src/parts/error-field.ts';

function refusal(message: string) {
  return new ApiFailure('INVALID_REQUEST', message, 400, null, null);
}

describe('errorField', () => {
  it('finds the field that the server names first', () => {
    expect(errorField(refusal('`secret_key` and `key_id` exclude each other.'), ['key_id', 'secret_key'])).toBe(
      'secret_key',
    );
    expect(errorField(refusal('`signatures.layer1` is not valid base64.'), ['message', 'signatures'])).toBe(
      'signatures',
    );
  });

  it('names none where the refusal is about no field of the form', () => {
    expect(errorField(refusal('`cursor` is wrong.'), ['message'])).toBeNull();
    expect(errorField(refusal('The message is wrong.'), ['message'])).toBeNull();
    expect(errorField(new Error('`message`'), ['message'])).toBeNull();
  });
});
