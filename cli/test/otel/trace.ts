/** A trace of an agent as OTLP/JSON: a root span of HTTP, an agent, a chat and two tools, one of which fails. */

export const TRACE_ID = '5b8efff798038103d269b633813fc60c';
const START = 1_789_000_000_000_000_000n;

interface SpanText {
  readonly id: string;
  readonly parent?: string;
  readonly name: string;
  /** Milliseconds after the start of the trace. */
  readonly at: number;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly status?: object;
}

export function attribute(key: string, value: unknown): object {
  const typed =
    typeof value === 'string'
      ? { stringValue: value }
      : typeof value === 'number'
        ? { intValue: String(value) }
        : (value as object);
  return { key, value: typed };
}

export function span({ id, parent = '', name, at, attributes = {}, status = {} }: SpanText) {
  return {
    traceId: TRACE_ID.toUpperCase(),
    spanId: id,
    parentSpanId: parent,
    name,
    kind: 1,
    startTimeUnixNano: String(START + BigInt(at) * 1_000_000n),
    endTimeUnixNano: String(START + BigInt(at + 40) * 1_000_000n),
    attributes: Object.entries(attributes).map(([key, value]) => attribute(key, value)),
    status,
    flags: 257,
  };
}

export const SPANS = [
  span({
    id: 'aaaaaaaaaaaaaa05',
    parent: 'aaaaaaaaaaaaaa03',
    name: 'execute_tool send_mail',
    at: 300,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'send_mail',
      'gen_ai.tool.call.arguments': '{"to":"ada@example.com", "body":"secret text"}',
      'error.type': 'timeout',
    },
    status: { code: 2, message: 'timed out' },
  }),
  span({ id: 'aaaaaaaaaaaaaa01', name: 'POST /invoices', at: 0 }),
  span({
    id: 'aaaaaaaaaaaaaa02',
    parent: 'aaaaaaaaaaaaaa01',
    name: 'invoke_agent Invoice clerk',
    at: 0,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'Invoice clerk',
      'gen_ai.provider.name': 'example',
    },
  }),
  span({
    id: 'aaaaaaaaaaaaaa03',
    parent: 'aaaaaaaaaaaaaa02',
    name: 'chat model-1',
    at: 0,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'model-1',
      'gen_ai.usage.input_tokens': 120,
      'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"secret question"}]}]',
      'gen_ai.output.messages': '[{"role":"assistant"}]',
    },
  }),
  span({
    id: 'aaaaaaaaaaaaaa06',
    parent: 'aaaaaaaaaaaaaa03',
    name: 'SELECT',
    at: 100,
  }),
  span({
    id: 'aaaaaaaaaaaaaa04',
    parent: 'aaaaaaaaaaaaaa06',
    name: 'execute_tool read_ledger',
    at: 200,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'read_ledger',
      'gen_ai.tool.call.id': 'call_1',
      'gen_ai.tool.call.arguments': { kvlistValue: { values: [attribute('invoice', '2041')] } },
      'gen_ai.tool.call.result': { arrayValue: { values: [{ doubleValue: 1.5 }, { boolValue: true }, {}] } },
    },
  }),
];

export function otlp(spans: readonly object[] = SPANS) {
  return {
    resourceSpans: [
      {
        resource: { attributes: [attribute('service.name', 'billing')] },
        scopeSpans: [{ scope: { name: 'test' }, spans }],
      },
    ],
  };
}
