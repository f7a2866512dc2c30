import { describe, expect, it } from 'vitest';
import { followStartLinks, takeStartToken } from '../../../src/lib/session/start-token.ts';

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

describe('followStartLinks', () => {
  it('takes the token of a link that changes only what stands after #, once', () => {
    const heard: (() => void)[] = [];
    const tokens: string[] = [];
    const location = { hash: '#/verify', pathname: '/', search: '' };
    const window = {
      location,
      history: { replaceState: () => (location.hash = '#/') },
      addEventListener: (_type: string, listener: () => void) => heard.push(listener),
    };
    followStartLinks(window as never, (token) => tokens.push(token));
    const change = (hash: string) => {
      location.hash = hash;
      for (const listener of heard) listener();
    };
    change('#/trust');
    change('#/start/abc');
    expect([tokens, location.hash]).toEqual([['abc'], '#/']);
    change('#/start/def');
    expect(tokens).toEqual(['abc', 'def']);
  });
});
