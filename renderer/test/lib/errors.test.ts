import { ApiFailure, ConnectionFailure } from '@touchstone/core/api/client.ts';
import { expect, test } from 'vitest';
import { stillStands } from '../../src/lib/errors.ts';

const answered = (status: number) => new ApiFailure('UNKNOWN', 'What the server says.', status, null, null);

test('what was read before stands where no answer came, and not where the server answers that it is gone', () => {
  const standing = [null, new ConnectionFailure('unreachable', 'no server', null), answered(429), answered(503)];
  expect(standing.map(stillStands)).toEqual([true, true, true, true]);
  expect([answered(404), answered(401), answered(410), new TypeError('x')].map(stillStands)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
