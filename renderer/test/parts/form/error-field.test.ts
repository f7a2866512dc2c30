import { ApiFailure } from '@touchstone/core/api/client.ts';
import { describe, expect, it } from 'vitest';
import { errorField } from '../../../src/parts/form/error-field.ts';

function refusal(field: string, message = 'It begins with `something` else.') {
  return new ApiFailure('INVALID_REQUEST', message, 400, null, null, field);
}

describe('errorField', () => {
  it('12.30: is the field that the header names, whatever the sentence says', () => {
    expect(errorField(refusal('secret_key', '`key_id` excludes it.'), ['key_id', 'secret_key'])).toBe('secret_key');
    expect(errorField(refusal('signatures.layer1'), ['message', 'signatures'])).toBe('signatures');
    expect(errorField(refusal('signatures.layer1'), ['signatures', 'signatures.layer1'])).toBe('signatures.layer1');
    expect(errorField(refusal('events.0.actor.0'), ['events.0.actor'])).toBe('events.0.actor');
  });

  it('names none where the refusal is about no field of the form', () => {
    expect(errorField(refusal('cursor'), ['message'])).toBeNull();
    expect(errorField(refusal('', '`message` is wrong.'), ['message'])).toBeNull();
    expect(errorField(new Error('`message`'), ['message'])).toBeNull();
  });
});
