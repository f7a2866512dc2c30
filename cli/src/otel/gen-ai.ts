/**
 * What the spans of OpenTelemetry's semantic conventions for generative AI say, as acts that can be attested. The
 * conventions are in development (names as of semantic-conventions 1.44, docs/gen-ai: gen-ai-spans, gen-ai-agent-spans);
 * names of earlier versions that exporters still write are read too. Contents are hashed and dropped.
 */
import { METADATA_LIMIT, metadataBytes } from '@touchstone/core/agent/metadata.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { canonicalBytes, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { Attributes, OtlpSpan } from './otlp.ts';

/** An act of a trace, ready to be attested. */
export interface ImportedAct {
  readonly kind: 'tool' | 'action';
  /** The tool's name, or the action type. */
  readonly name: string;
  readonly summary: string;
  readonly inputHash: string;
  readonly outputHash: string | null;
  readonly status: 'success' | 'failure' | 'timeout';
  readonly metadata: Readonly<Record<string, string>>;
  readonly imported: Origin;
}

/** The member `imported` of the operations that take one. */
export interface Origin {
  readonly source: 'otel';
  readonly trace_id: string;
  readonly span_id?: string;
  readonly started_at: string;
  readonly ended_at?: string;
}

export interface ImportedTrace {
  readonly traceId: string;
  /** What the trace calls the agent; null where it names none. */
  readonly agentName: string | null;
  readonly imported: Origin;
  readonly acts: readonly ImportedAct[];
  /** Spans of the trace that are about something else. */
  readonly leftOut: number;
}

const OPERATION = 'gen_ai.operation.name';
const MOST_NAME_LENGTH = 200;
const MOST_METADATA_LENGTH = 500;
/** Most spans of other kinds between two that are imported. */
const MOST_LEVELS = 100;

/** Attributes that hold contents: what the operation was given, and what it gave. Older names stand last. */
const INPUTS = [
  'gen_ai.tool.call.arguments',
  'gen_ai.input.messages',
  'gen_ai.system_instructions',
  'gen_ai.tool.definitions',
  'gen_ai.retrieval.query.text',
  'gen_ai.memory.query.text',
  'gen_ai.prompt',
] as const;
const OUTPUTS = [
  'gen_ai.tool.call.result',
  'gen_ai.output.messages',
  'gen_ai.retrieval.documents',
  'gen_ai.memory.records',
  'gen_ai.completion',
] as const;

/** Attributes that are kept, under a shorter name: names and numbers, never contents. */
const KEPT: Readonly<Record<string, string>> = {
  'gen_ai.provider.name': 'provider',
  'gen_ai.system': 'provider',
  'gen_ai.request.model': 'model',
  'gen_ai.response.model': 'response_model',
  'gen_ai.agent.name': 'agent_name',
  'gen_ai.agent.id': 'agent_id',
  'gen_ai.conversation.id': 'conversation_id',
  'gen_ai.workflow.name': 'workflow',
  'gen_ai.tool.call.id': 'tool_call_id',
  'gen_ai.tool.type': 'tool_type',
  'gen_ai.usage.input_tokens': 'input_tokens',
  'gen_ai.usage.output_tokens': 'output_tokens',
  'mcp.method.name': 'mcp_method',
  'error.type': 'error_type',
};

/** The traces of a file that have spans of generative AI, the earliest first, their acts in the order of their starts. */
export function tracesOf(spans: readonly OtlpSpan[]): readonly ImportedTrace[] {
  const traces = new Map<string, OtlpSpan[]>();
  for (const span of spans) {
    const found = traces.get(span.traceId);
    if (found === undefined) traces.set(span.traceId, [span]);
    else found.push(span);
  }
  return [...traces.values()]
    .map(inOrder)
    .sort(([a], [b]) => (a === undefined || b === undefined ? 0 : byStart(a, b)))
    .flatMap((members) => {
      const trace = traceOf(members);
      return trace === null ? [] : [trace];
    });
}

function byStart(a: OtlpSpan, b: OtlpSpan): number {
  if (a.startNanos !== b.startNanos) return a.startNanos < b.startNanos ? -1 : 1;
  return a.spanId < b.spanId ? -1 : 1;
}

/** Orders by start. Parents come before children that start in the same tick, which is common. */
function inOrder(spans: readonly OtlpSpan[]): OtlpSpan[] {
  const depths = depthsOf(spans);
  const depth = ({ spanId }: OtlpSpan) => depths.get(spanId) ?? 0;
  return [...spans].sort((a, b) => (a.startNanos === b.startNanos && depth(a) - depth(b)) || byStart(a, b));
}

/** How many ancestors each span has in the file. For spans that form a circle, some number. */
function depthsOf(spans: readonly OtlpSpan[]): ReadonlyMap<string, number> {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const depths = new Map<string, number>();
  for (const span of spans) {
    const path: string[] = [];
    const onPath = new Set<string>();
    let at: OtlpSpan | undefined = span;
    while (at !== undefined && !depths.has(at.spanId) && !onPath.has(at.spanId)) {
      path.push(at.spanId);
      onPath.add(at.spanId);
      at = at.parentSpanId === null ? undefined : byId.get(at.parentSpanId);
    }
    let depth = at === undefined ? 0 : (depths.get(at.spanId) ?? 0) + 1;
    for (const id of path.reverse()) depths.set(id, depth++);
  }
  return depths;
}

function traceOf(spans: readonly OtlpSpan[]): ImportedTrace | null {
  const ours = spans.filter(isGenAi);
  const [first] = ours;
  if (first === undefined) return null;
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const imported = new Set(ours.map(({ spanId }) => spanId));
  const ends = ours.flatMap(({ endNanos }) => (endNanos === null ? [] : [endNanos]));
  const last = ends.length === 0 ? null : ends.reduce((a, b) => (a > b ? a : b));
  const named = ours.find(({ attributes }) => textOf(attributes, 'gen_ai.agent.name') !== null);
  return {
    traceId: first.traceId,
    agentName:
      (named && textOf(named.attributes, 'gen_ai.agent.name')) ?? textOf(first.resource, 'service.name') ?? null,
    imported: {
      source: 'otel',
      trace_id: first.traceId,
      started_at: isoTime(first.startNanos),
      ...(last === null ? {} : { ended_at: isoTime(last) }),
    },
    acts: ours.map((span) => actOf(span, parentOf(span, byId, imported))),
    leftOut: spans.length - ours.length,
  };
}

function isGenAi({ attributes }: OtlpSpan): boolean {
  return textOf(attributes, OPERATION) !== null;
}

/** The nearest span above that is imported too; null where there is none near, or the parents go in a circle. */
function parentOf(span: OtlpSpan, byId: ReadonlyMap<string, OtlpSpan>, imported: ReadonlySet<string>): string | null {
  let id = span.parentSpanId;
  for (let level = 0; id !== null && id !== span.spanId && level < MOST_LEVELS; level++) {
    if (imported.has(id)) return id;
    id = byId.get(id)?.parentSpanId ?? null;
  }
  return null;
}

function actOf(span: OtlpSpan, parent: string | null): ImportedAct {
  const { attributes, name, spanId, parentSpanId } = span;
  const operation = textOf(attributes, OPERATION) ?? '';
  const isTool = operation === 'execute_tool';
  const tool = textOf(attributes, 'gen_ai.tool.name') ?? name.replace(/^execute_tool /, '');
  const errorType = textOf(attributes, 'error.type');
  const hasFailed = span.hasFailed || errorType !== null;
  const status = hasFailed ? (errorType === 'timeout' ? 'timeout' : 'failure') : 'success';
  const spanHash = hashOf(span.raw);
  return {
    kind: isTool ? 'tool' : 'action',
    name: isTool ? shortened(tool === '' ? 'unnamed' : tool) : `gen_ai.${shortened(operation, 90)}`,
    summary: shortened(name === '' ? operation : name),
    inputHash: contentHash(attributes, INPUTS) ?? spanHash,
    outputHash: contentHash(attributes, OUTPUTS),
    status,
    metadata: fitted({
      span_id: spanId,
      ...(parentSpanId === null ? {} : { parent_span_id: parentSpanId }),
      ...(parent === null || parent === parentSpanId ? {} : { parent_imported_span_id: parent }),
      ...keptOf(attributes),
      ...serviceOf(span.resource),
      otel_status: hasFailed ? 'error' : 'ok',
      span_hash: spanHash,
    }),
    imported: {
      source: 'otel',
      trace_id: span.traceId,
      span_id: spanId,
      started_at: isoTime(span.startNanos),
      ...(span.endNanos === null ? {} : { ended_at: isoTime(span.endNanos) }),
    },
  };
}

function keptOf(attributes: Attributes): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, short] of Object.entries(KEPT)) {
    const value = attributes.get(name);
    if (kept[short] !== undefined || (typeof value !== 'string' && typeof value !== 'number')) continue;
    kept[short] = shortened(String(value), MOST_METADATA_LENGTH);
  }
  return kept;
}

/** Metadata that is too long for a receipt, with its long texts cut to the same number of bytes; short ones stay whole. */
function fitted(metadata: Record<string, string>): Record<string, string> {
  if (metadataBytes(metadata) <= METADATA_LIMIT) return metadata;
  const names = Object.keys(metadata);
  const namesBytes = names.reduce((sum, name) => sum + metadataBytes({ [name]: '' }), 0);
  const share = new Uint8Array(Math.floor((METADATA_LIMIT - namesBytes) / names.length));
  const encoder = new TextEncoder();
  // Only whole characters are written into the share; `read` says how many code units of the text they are.
  return Object.fromEntries(
    Object.entries(metadata).map(([name, text]) => [name, text.slice(0, encoder.encodeInto(text, share).read)]),
  );
}

function serviceOf(resource: Attributes): Record<string, string> {
  const service = textOf(resource, 'service.name');
  return service === null ? {} : { service: shortened(service) };
}

/**
 * SHA-256 of the canonical JSON of the one attribute that holds contents, or of the object of those that do; null where
 * none does. Exporters write objects as texts of JSON: those are hashed as the object, so that the hash is the one of the
 * arguments themselves.
 */
function contentHash(attributes: Attributes, names: readonly string[]): string | null {
  const found = names.flatMap((name) => {
    const value = attributes.get(name);
    return value === undefined ? [] : [[name, opened(value)] as const];
  });
  const [only] = found;
  if (only === undefined) return null;
  return hashOf(found.length === 1 ? only[1] : Object.fromEntries(found));
}

function opened(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  const parsed = parseStrictJson(value);
  return parsed.ok ? parsed.value : value;
}

function hashOf(value: JsonValue | JsonObject): string {
  return toHex(sha256(canonicalBytes(value)));
}

function textOf(attributes: Attributes, name: string): string | null {
  const value = attributes.get(name);
  return typeof value === 'string' && value !== '' ? value : null;
}

function shortened(text: string, most = MOST_NAME_LENGTH): string {
  return text.slice(0, most).toWellFormed();
}

/** Times of receipts have milliseconds; the span's hash covers the nanoseconds. */
function isoTime(nanos: bigint): string {
  return formatIsoTime(Number(nanos / 1_000_000n));
}
