import { describe, expect, it } from 'vitest';
import { takeStartToken } from '../../src/lib/start-token.ts';

function visit(hash: string) {
  const replaced: string[] = [];
  const token = takeStartToken(
    { hash, pathname: '/', search: '' },
    { replaceState: (_state, _unused, url) => replaced.push(url) },
  );
  return { token, replaced };
}

describe('takeStartToken', () => {
  it('takes the token and leaves an address without it', () => {
    expect(visit('#/start/abc_-123')).toEqual({ token: 'abc_-123', replaced: ['/#/'] });
  });

  it.each(['', '#/', '#/verify', '#/start/', '#/start/a/b', '#/starting/abc', '#/start/%E0%A4%A'])(
    'finds none in %j',
    (hash) => {
      expect(visit(hash)).toEqual({ token: null, replaced: [] });
    },
  );
});
