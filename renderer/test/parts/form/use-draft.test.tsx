import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { hybrid } from '@touchstone/core/api/crypto/hybrid.ts';
import type { ErrorCode } from '@touchstone/core/api/errors.ts';
import { useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { type DraftOf, type DraftOptions, useDraft } from '../../../src/parts/form/use-draft.ts';

const VALUES = { message: 'hello', key_id: 'key_1', 'signatures.layer1': 'AA==' } satisfies DraftOf<
  typeof hybrid.verify
>;

/** What stands at each field after the server refused. */
function errorsAfter(code: ErrorCode, field: string, options: DraftOptions<keyof typeof VALUES> = {}) {
  const error = new ApiFailure(code, 'The server’s words about `message`.', 400, null, null, field);
  let errors: Record<string, string> = {};
  function Form() {
    const draft = useDraft(useState(VALUES), { status: 'failed', error }, options);
    errors = {
      message: draft.field('message').error,
      key_id: draft.errorAt('key_id'),
      layer1: draft.errorAt('signatures.layer1'),
    };
    return null;
  }
  renderToStaticMarkup(<Form />);
  return errors;
}

const WORDS = 'The server’s words about `message`.';

it('12.30: a refusal stands at the field that X-Error-Field names, whatever its sentence says', () => {
  expect(errorsAfter('INVALID_REQUEST', 'key_id')).toEqual({ message: '', key_id: WORDS, layer1: '' });
  expect(errorsAfter('INVALID_REQUEST', 'signatures.layer1')).toEqual({ message: '', key_id: '', layer1: WORDS });
  expect(errorsAfter('INVALID_REQUEST', '')).toEqual({ message: '', key_id: '', layer1: '' });
});

it('NOT_FOUND is about the field that names something, if there is one', () => {
  expect(errorsAfter('NOT_FOUND', 'message', { naming: 'key_id' })).toEqual({ message: '', key_id: WORDS, layer1: '' });
  expect(errorsAfter('NOT_FOUND', 'message')).toEqual({ message: '', key_id: '', layer1: '' });
});

it('a form has words of its own for refusals where the server’s would not do', () => {
  expect(errorsAfter('CONFLICT', 'key_id', { refusals: { key_id: 'Taken.' } }).key_id).toBe('Taken.');
});

it('values that the contract does not name are refused by the compiler', () => {
  const own = { keyFrom: 'current' } satisfies DraftOf<typeof hybrid.verify, 'keyFrom'>;
  // @ts-expect-error the member is called key_id
  const wrong = { keyId: '' } satisfies DraftOf<typeof hybrid.verify>;
  expect({ ...own, ...wrong }).toHaveProperty('keyId');
});
