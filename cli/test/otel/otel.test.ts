import { createHash } from 'node:crypto';
import { utf8 } from '@touchstone/core/bytes.ts';
import { canonicalJson, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { describe, expect, test } from 'vitest';
import { tracesOf } from '../../src/otel/gen-ai.ts';
import { readOtlp } from '../../src/otel/otlp.ts';
import { attribute, otlp, SPANS, span, TRACE_ID } from './trace.ts';

const read = (document: object | string) =>
  readOtlp(utf8(typeof document === 'string' ? document : JSON.stringify(document)));
const traces = (document: object | string) => {
  const file = read(document);
  if (!file.ok) throw new Error(`${file.member}: ${file.message}`);
  return tracesOf(file.spans);
};
const hash = (value: JsonValue) => createHash('sha256').update(canonicalJson(value)).digest('hex');

describe('a trace', () => {
  test('becomes acts in the order of their starts, parents first', () => {
    const [trace, ...more] = traces(otlp());
    expect(more).toEqual([]);
    expect(trace).toMatchObject({ traceId: TRACE_ID, agentName: 'Invoice clerk', leftOut: 2 });
    expect(trace?.acts.map(({ kind, name, status }) => [kind, name, status])).toEqual([
      ['action', 'gen_ai.invoke_agent', 'success'],
      ['action', 'gen_ai.chat', 'success'],
      ['tool', 'read_ledger', 'success'],
      ['tool', 'send_mail', 'timeout'],
    ]);
    expect(trace?.imported).toEqual({
      source: 'otel',
      trace_id: TRACE_ID,
      started_at: '2026-09-10T00:26:40.000Z',
      ended_at: '2026-09-10T00:26:40.340Z',
    });
  });

  test('keeps hashes, names and relations, and no contents', () => {
    const acts = traces(otlp())[0]?.acts ?? [];
    expect(JSON.stringify(acts)).not.toMatch(/secret|ada@example/);
    const [agent, chat, ledger, mail] = acts;
    expect(ledger?.inputHash).toBe(hash({ invoice: '2041' }));
    expect(ledger?.outputHash).toBe(hash([1.5, true, null]));
    expect(mail?.inputHash).toBe(hash({ to: 'ada@example.com', body: 'secret text' }));
    expect(mail?.outputHash).toBeNull();
    expect(agent?.inputHash).toBe(hash(JSON.parse(JSON.stringify(SPANS[2]))));
    expect(agent?.metadata).toMatchObject({ parent_span_id: 'aaaaaaaaaaaaaa01', agent_name: 'Invoice clerk' });
    expect(agent?.metadata).not.toHaveProperty('parent_imported_span_id');
    expect(chat?.metadata).toMatchObject({ model: 'model-1', input_tokens: '120', service: 'billing' });
    expect(ledger?.metadata).toMatchObject({
      span_id: 'aaaaaaaaaaaaaa04',
      parent_span_id: 'aaaaaaaaaaaaaa06',
      parent_imported_span_id: 'aaaaaaaaaaaaaa03',
      tool_call_id: 'call_1',
    });
    expect(mail?.metadata).toMatchObject({ error_type: 'timeout', otel_status: 'error' });
    expect(mail?.imported).toEqual({
      source: 'otel',
      trace_id: TRACE_ID,
      span_id: 'aaaaaaaaaaaaaa05',
      started_at: '2026-09-10T00:26:40.300Z',
      ended_at: '2026-09-10T00:26:40.340Z',
    });
  });

  test('is the same from one document, from lines, and from lines with other signals', () => {
    const [first, ...rest] = SPANS;
    const lines = [
      JSON.stringify(otlp(first === undefined ? [] : [first])),
      JSON.stringify({ resourceMetrics: [] }),
      '',
      JSON.stringify(otlp(rest)),
    ];
    expect(traces(lines.join('\n'))).toEqual(traces(otlp()));
    expect(traces(otlp([...SPANS, ...SPANS]))).toEqual(traces(otlp()));
  });

  test('without spans of generative AI is none', () => {
    expect(traces(otlp([span({ id: 'aaaaaaaaaaaaaa01', name: 'GET /', at: 0 })]))).toEqual([]);
    expect(traces({ resourceSpans: [] })).toEqual([]);
  });

  test('whose names are long in bytes is cut to what a receipt takes, and short texts stay whole', () => {
    const long = Object.fromEntries(
      [
        'gen_ai.provider.name',
        'gen_ai.request.model',
        'gen_ai.response.model',
        'gen_ai.agent.name',
        'gen_ai.agent.id',
        'gen_ai.conversation.id',
        'gen_ai.workflow.name',
        'gen_ai.tool.call.id',
        'gen_ai.tool.type',
        'mcp.method.name',
        'error.type',
      ].map((name) => [name, `x${'漢'.repeat(500)}`]),
    );
    const attributes = { 'gen_ai.operation.name': 'chat', ...long, 'gen_ai.usage.output_tokens': 17 };
    const [trace] = traces(otlp([span({ id: 'aaaaaaaaaaaaaa01', name: 'chat', at: 0, attributes })]));
    const { metadata = {} } = trace?.acts[0] ?? {};
    const bytes = Object.entries(metadata)
      .flat()
      .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(bytes).toBeLessThanOrEqual(16_384);
    expect(metadata).toMatchObject({ span_id: 'aaaaaaaaaaaaaa01', output_tokens: '17', otel_status: 'error' });
    expect(metadata.model).toMatch(/^x漢{300,}$/);
    expect(metadata.span_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('whose parents go in a circle ends', () => {
    const loop = [
      span({ id: 'aaaaaaaaaaaaaa01', parent: 'aaaaaaaaaaaaaa02', name: 'a', at: 0 }),
      span({ id: 'aaaaaaaaaaaaaa02', parent: 'aaaaaaaaaaaaaa01', name: 'b', at: 0 }),
      span({
        id: 'aaaaaaaaaaaaaa03',
        parent: 'aaaaaaaaaaaaaa01',
        name: 'chat',
        at: 0,
        attributes: { 'gen_ai.operation.name': 'chat' },
      }),
    ];
    expect(traces(otlp(loop))[0]?.acts).toHaveLength(1);
  });
});

describe('a file that is wrong names its member', () => {
  const changed = (change: object) => otlp([{ ...SPANS[0], ...change }]);
  const at = 'resourceSpans[0].scopeSpans[0].spans[0]';
  test.each([
    ['no trace at all', {}, 'resourceSpans'],
    ['a list', [], ''],
    ['resourceSpans that is none', { resourceSpans: {} }, 'resourceSpans'],
    [
      'the older form',
      { resourceSpans: [{ instrumentationLibrarySpans: [] }] },
      'resourceSpans[0].instrumentationLibrarySpans',
    ],
    ['an id in base64', changed({ traceId: 'W47/95gDgQPSabYzgT/GDA==' }), `${at}.traceId`],
    ['an id of zeros', changed({ spanId: '0'.repeat(16) }), `${at}.spanId`],
    ['no id', changed({ spanId: undefined }), `${at}.spanId`],
    ['a broken parent', changed({ parentSpanId: 'x' }), `${at}.parentSpanId`],
    ['no start', changed({ startTimeUnixNano: undefined }), `${at}.startTimeUnixNano`],
    ['a start that is no number', changed({ startTimeUnixNano: '2026-01-01' }), `${at}.startTimeUnixNano`],
    ['an end before the start', changed({ endTimeUnixNano: '1' }), `${at}.endTimeUnixNano`],
    ['a time after the year 9999', changed({ startTimeUnixNano: '999999999999999999999' }), `${at}.startTimeUnixNano`],
    ['a status that is none', changed({ status: { code: 7 } }), `${at}.status.code`],
    ['a name that is no text', changed({ name: 7 }), `${at}.name`],
    ['attributes that are none', changed({ attributes: 'x' }), `${at}.attributes`],
    [
      'an attribute twice',
      changed({ attributes: [attribute('a', 'b'), attribute('a', 'c')] }),
      `${at}.attributes[1].key`,
    ],
    [
      'a value of two types',
      changed({ attributes: [attribute('a', { stringValue: 'x', boolValue: true })] }),
      `${at}.attributes[0].value`,
    ],
    [
      'a value of no type',
      changed({ attributes: [attribute('a', { textValue: 'x' })] }),
      `${at}.attributes[0].value.textValue`,
    ],
    [
      'an integer that is none',
      changed({ attributes: [attribute('a', { intValue: '1.5' })] }),
      `${at}.attributes[0].value.intValue`,
    ],
    [
      'one span twice with other contents',
      otlp([SPANS[0] ?? {}, { ...SPANS[0], name: 'other' }]),
      `span aaaaaaaaaaaaaa05 of trace ${TRACE_ID}`,
    ],
  ])('%s', (_what, document, member) => {
    expect(read(document)).toMatchObject({ ok: false, member, message: expect.any(String) });
  });

  test('or its line', () => {
    expect(read('{"a":1,}')).toMatchObject({ ok: false, member: 'line 1, column 8' });
    const good = JSON.stringify(otlp());
    expect(read(`${good}\n{"resourceSpans":[}`)).toMatchObject({ ok: false, member: 'line 2, column 19' });
    expect(read(`${good}\n{"resourceSpans":7}`)).toMatchObject({ ok: false, member: 'line 2, resourceSpans' });
    expect(read(`${good.slice(0, -1)},"a":1,"a":2}`)).toMatchObject({
      ok: false,
      message: expect.stringContaining('twice'),
    });
    expect(readOtlp(new Uint8Array([0xff, 0xfe]))).toMatchObject({ ok: false, member: '' });
  });
});
