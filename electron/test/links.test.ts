import { describe, expect, it } from 'vitest';
import { addressOf, pageFromArgv, pageFromLink, pageFromSecondStart } from '../src/links.ts';
import { isConsoleUrl } from '../src/navigation.ts';

describe('a link', () => {
  it('names a page', () => {
    expect(pageFromLink('touchstone://verify')).toBe('verify');
    expect(pageFromLink('touchstone://encrypted-compute/')).toBe('encrypted-compute');
  });

  it.each([
    'touchstone://start/0123456789abcdef',
    'touchstone://verify?file=/etc/passwd',
    'touchstone://verify#/start/00',
    'touchstone://agents/sessions/ses_1',
    'touchstone://../index.html',
    'touchstone://ada:secret@verify',
    'touchstone://Verify',
    'touchstone:verify',
    'touchstone://',
    'https://verify',
    'touchstone://verify touchstone://keys',
    'touchstone://verify\n',
  ])('is none that says more: %j', (link) => {
    expect(pageFromLink(link)).toBeNull();
  });

  it('is found among the arguments, and in what a second start passes along', () => {
    expect(pageFromArgv(['/opt/Touchstone/touchstone-desktop', '--x', 'touchstone://keys'])).toBe('keys');
    expect(pageFromArgv(['a', 'b.pqv.json'])).toBeNull();
    expect(pageFromSecondStart({ page: 'trust' })).toBe('trust');
    for (const data of [null, 'trust', {}, { page: 3 }, { page: null }, { page: 'start/00' }]) {
      expect(pageFromSecondStart(data)).toBeNull();
    }
  });

  it('leads into the console', () => {
    expect(isConsoleUrl(addressOf('verify', 1))).toBe(true);
    expect(addressOf('verify', 1).split('#')[0]).not.toBe(addressOf('verify', 2).split('#')[0]);
  });
});
