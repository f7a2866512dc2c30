/** The OpenTelemetry trace that the demonstration imports: an agent that looks up a delivery. */
import { randomBytes } from 'node:crypto';
import { type ImportedTrace, tracesOf } from '../otel/gen-ai.ts';
import { readOtlp } from '../otel/otlp.ts';

/** The trace as an exporter would have written it an hour ago. */
export function demoTraces(now: number): readonly ImportedTrace[] {
  const traceId = randomBytes(16).toString('hex');
  const [root = '', chat = '', tool = '', answer = ''] = Array.from({ length: 4 }, () =>
    randomBytes(8).toString('hex'),
  );
  const start = BigInt(now - 3_600_000) * 1_000_000n;
  const span = (spanId: string, parentSpanId: string, name: string, at: number, took: number, attributes: object) => ({
    traceId,
    spanId,
    parentSpanId,
    name,
    kind: 1,
    startTimeUnixNano: String(start + BigInt(at) * 1_000_000n),
    endTimeUnixNano: String(start + BigInt(at + took) * 1_000_000n),
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
    status: {},
  });
  const model = { 'gen_ai.provider.name': 'example', 'gen_ai.request.model': 'example-model-2' };
  const document = {
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'delivery-desk' } }] },
        scopeSpans: [
          {
            scope: { name: 'example.instrumentation' },
            spans: [
              span(root, '', 'invoke_agent Delivery desk', 0, 2_400, {
                'gen_ai.operation.name': 'invoke_agent',
                'gen_ai.agent.name': 'Delivery desk',
              }),
              span(chat, root, 'chat example-model-2', 10, 900, {
                'gen_ai.operation.name': 'chat',
                ...model,
                'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Where is order 5501?"}]}]',
              }),
              span(tool, root, 'execute_tool track_parcel', 950, 300, {
                'gen_ai.operation.name': 'execute_tool',
                'gen_ai.tool.name': 'track_parcel',
                'gen_ai.tool.call.arguments': '{"order":5501}',
                'gen_ai.tool.call.result': '{"state":"out for delivery"}',
              }),
              span(answer, root, 'chat example-model-2', 1_300, 1_000, {
                'gen_ai.operation.name': 'chat',
                ...model,
                'gen_ai.output.messages':
                  '[{"role":"assistant","parts":[{"type":"text","content":"It arrives today."}]}]',
              }),
            ],
          },
        ],
      },
    ],
  };
  const file = readOtlp(Buffer.from(JSON.stringify(document)));
  if (!file.ok) throw new Error(`the trace of the demonstration: ${file.member} ${file.message}`);
  return tracesOf(file.spans);
}
