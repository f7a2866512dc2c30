import { describe, expect, it } from 'vitest';
import { pageFromArgv } from '../src/links.ts';
import { safeArguments, startArguments } from '../src/next-start.ts';

const ARGV = [
  'electron',
  '/app',
  '--safe-mode',
  '--data-dir',
  '/d',
  '/old.pqv',
  'file:///b.json',
  'touchstone://keys',
  'touchstone://no/page',
];

describe('the next start', () => {
  it('R6: hands over what the last one asked for, and a link behind everything', () => {
    const next = startArguments(ARGV, { dataDir: '/e', files: ['/new.pqv'], page: 'trust' });
    expect(next).toEqual(['--data-dir=/e', '/app', '--data-dir', '/d', '/new.pqv', 'touchstone://trust']);
    expect(pageFromArgv(next)).toBe('trust');
    expect(startArguments(['touchstone'], { dataDir: '/d', files: [], page: null })).toEqual(['--data-dir=/d']);
  });

  it('R8: begins with safe mode, which takes neither files nor links, however often', () => {
    const safely = ['--safe-mode', '--data-dir=/d', '/app', '--data-dir', '/d'];
    expect(safeArguments(ARGV, '/d')).toEqual(safely);
    expect(safeArguments(['electron', ...safely], '/d').filter((each) => each === '--safe-mode')).toHaveLength(1);
  });
});
