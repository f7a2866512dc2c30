import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { recoverPage } from '../src/recovery.ts';

describe('a page that is gone', () => {
  it('is loaded again once in a minute, and after a clean end not at all', async () => {
    let now = 0;
    const done: string[] = [];
    let answer = false;
    const contents = new EventEmitter();
    recoverPage(contents, {
      load: () => void done.push('load'),
      now: () => now,
      ask: async (reason) => {
        done.push(reason);
        return answer;
      },
      startSafely: () => void done.push('safe mode'),
      quit: () => void done.push('quit'),
    });
    const crash = async (reason: string) => {
      contents.emit('render-process-gone', {}, { reason });
      await new Promise(setImmediate);
    };
    await crash('clean-exit');
    expect(done.splice(0)).toEqual([]);
    await crash('crashed');
    now = 60_000;
    await crash('oom');
    expect(done.splice(0)).toEqual(['load', 'load']);
    now += 59_999;
    await crash('crashed');
    answer = true;
    await crash('oom');
    expect(done).toEqual(['crashed', 'quit', 'oom', 'safe mode']);
  });
});
