import { describe, expect, it } from 'vitest';
import { readActingFor } from '../../../src/lib/session/acting-project.ts';

const ADA = { projectId: 'prj_0123456789abcdef', accountId: 'acc_0123456789abcdef', email: 'ada@example.com' };

describe('readActingFor', () => {
  it('reads what was stored', () => {
    expect(readActingFor(JSON.stringify({ ...ADA, more: 1 }))).toEqual(ADA);
  });

  it('acts for nobody else where nothing usable is stored', () => {
    const bad = [
      null,
      '',
      'null',
      '[]',
      '{"projectId":',
      JSON.stringify({ ...ADA, projectId: 7 }),
      JSON.stringify({ ...ADA, email: undefined }),
      JSON.stringify({ ...ADA, projectId: 'prj_local' }),
      // It becomes a header.
      JSON.stringify({ ...ADA, projectId: 'prj_1\r\nx-evil: 1' }),
      JSON.stringify({ ...ADA, projectId: '' }),
    ];
    for (const text of bad) expect(readActingFor(text), String(text)).toBeNull();
  });
});
