import { describe, expect, it } from 'vitest';
import {
  answerWords,
  noticesCsv,
  noticeView,
  readSort,
} from '../../../../src/pages/administration/webhooks/notice-items.ts';
import type { Notice } from '../../../../src/pages/administration/webhooks/queries.ts';
import { readWebhooksSearch } from '../../../../src/pages/administration/webhooks/search.ts';
import { readWebhookUrl } from '../../../../src/pages/administration/webhooks/webhook-url.ts';
import { orderList } from '../../../../src/parts/list-page/list-order.ts';

const NOTICE: Notice = {
  id: 'whd_1',
  webhook_id: null,
  project_id: 'prj_local',
  event: 'key.revoked',
  state: 'dead',
  attempts: 12,
  next_attempt_at: null,
  last_status: 503,
  last_error: null,
  created_at: '2026-01-01T00:00:00.000Z',
  finished_at: null,
};

describe('the list of notices', () => {
  const found = (text: string, state: Notice['state'] | null = null) =>
    orderList([NOTICE], noticeView(text, state, readSort(undefined))).length;

  it('filters by state and says what came back last', () => {
    expect([found('', 'dead'), found('', 'queued')]).toEqual([1, 0]);
    expect(answerWords(NOTICE)).toBe('status 503');
    expect(answerWords({ ...NOTICE, last_status: null })).toBe('none yet');
  });

  it('finds by id, event, project and answer', () => {
    expect([found('WHD_1'), found('revoked'), found('local'), found('503'), found('rotated')]).toEqual([1, 1, 1, 1, 0]);
  });

  it('exports no formula', () => {
    expect(noticesCsv([{ ...NOTICE, last_error: '=1+1' }])).toContain(`"'=1+1"`);
  });
});

describe('the address of a webhook', () => {
  it('is https, or names an IP address in any spelling', () => {
    expect(readWebhookUrl(' https://hooks.example.com/x?y=1 ')).toEqual({
      ok: true,
      url: 'https://hooks.example.com/x?y=1',
      isNumeric: false,
    });
    for (const url of ['http://127.0.0.1:80/', 'http://[::1]/', 'http://0x7f000001/']) {
      expect(readWebhookUrl(url), url).toMatchObject({ ok: true, isNumeric: true });
    }
    for (const url of [
      '',
      'hooks.example.com',
      'http://hooks.example.com',
      'https://me@x.y',
      'https://x.y/#z',
      'https://',
    ]) {
      expect(readWebhookUrl(url).ok, url).toBe(false);
    }
  });
});

describe('the address of the page', () => {
  it('keeps what it knows and drops everything else', () => {
    const known = { act: 'change', webhook: 'whk_1', delivery: 'whd_1', state: 'dead' };
    expect(readWebhooksSearch({ ...known, secret: 'x' })).toEqual(known);
    expect(readWebhooksSearch({ act: 'x', webhook: 'whd_1', delivery: '../', state: 'x' })).toEqual({});
  });
});
