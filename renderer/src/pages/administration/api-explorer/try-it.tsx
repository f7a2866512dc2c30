import { pathFor } from '@touchstone/core/api/client.ts';
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import { isJsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { sessionToken } from '../../../lib/client.ts';
import { formatSize } from '../../../lib/format.ts';
import { actingFor } from '../../../lib/session/acting-for.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/administration/api-explorer.ts';
import { CodeBlock } from './code-block.tsx';

interface Answer {
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
  readonly text: string;
}

/** The parts of a request beside its body. */
const PARTS = ['params', 'query', 'headers'] as const;

/** The body as `body`, everything else as `query.limit`. */
type Values = Readonly<Record<string, string>>;

/** A form for one operation, filled with the contract's example. It is sent as it stands, so that errors can be tried too. */
export function TryIt({ operation }: { readonly operation: Endpoint }) {
  const announce = useAnnounce();
  const work = useWork((values: Values, signal) => call(operation, values, signal));
  const draft = useDraft(
    useState(() => defaultsOf(operation)),
    work.state,
  );
  const submit = async () => {
    if (!draft.check(troublesOf(operation, draft.values))) return;
    const received = await work.start(draft.values);
    if (received === null) return;
    announce(words.send.announced(received.status), received.status < 400 ? 'polite' : 'assertive');
  };

  const { example } = operation;
  const { send } = words;
  return (
    <div className="grid items-start gap-x-8 gap-y-4 min-[1600px]:grid-cols-2">
      <form onSubmit={draft.submit(submit)} className="space-y-3" noValidate>
        {PARTS.flatMap((part) =>
          namesOf(operation[part]).map(({ name }) => (
            <TextField
              key={`${part}.${name}`}
              label={send.field(send.parts[part], name)}
              isMono
              name={`${part}.${name}`}
              {...draft.field(`${part}.${name}`)}
            />
          )),
        )}
        {operation.body !== undefined && (
          <TextField
            label={words.operation.body}
            isMono
            name="body"
            rows={Math.min(20, bodyExample(operation).split('\n').length + 1)}
            {...draft.field('body')}
          />
        )}
        {example.after !== undefined && (
          <p className="max-w-prose text-13 text-muted">
            {send.after(
              <code>{example.after.operation}</code>,
              Object.entries(example.after.use).map(([target, member]) => (
                <code key={target}>
                  {member} → {target}{' '}
                </code>
              )),
            )}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant="primary"
            icon={<Play aria-hidden size={15} />}
            isDisabled={work.state.status === 'busy'}
          >
            {send.verb(operation.method)}
          </Button>
          {operation.auth !== 'none' && (
            <span className="text-13 text-muted">{sessionToken() === null ? send.signedOut : send.signedIn}</span>
          )}
          {operation.method !== 'GET' && <span className="text-13 text-muted">{send.changes}</span>}
        </div>
      </form>
      <div className="min-w-0 space-y-4">
        {work.state.status === 'failed' && (
          <ErrorState title={send.failed} kind="offline">
            {send.unreached}
          </ErrorState>
        )}
        {work.state.status !== 'failed' && work.result !== null && <AnswerView answer={work.result} />}
        {work.state.status !== 'failed' && work.result === null && (
          <div className="hidden rounded border border-line px-4 py-3 text-muted min-[1600px]:block">
            <p className="font-medium">{send.waiting}</p>
            <p>{send.waitingText}</p>
          </div>
        )}
      </div>
    </div>
  );
}

function AnswerView({ answer }: { readonly answer: Answer }) {
  const isGood = answer.status < 400;
  return (
    <section aria-label={words.send.answer} className="space-y-2">
      <div className="flex flex-wrap items-center gap-4">
        <StatusMark look={isGood ? 'verified' : 'failed'} label={words.send.status(answer.status)} />
        <span className="tabular-nums text-muted">
          {words.send.took(Math.round(answer.milliseconds), formatSize(answer.bytes))}
        </span>
        <CopyText value={answer.text} label={words.send.answerLabel} />
      </div>
      <CodeBlock label={words.send.answerBody} text={answer.text === '' ? words.send.noBody : answer.text} />
    </section>
  );
}

async function call(operation: Endpoint, values: Values, signal: AbortSignal): Promise<Answer> {
  const filled = (part: (typeof PARTS)[number]) =>
    Object.fromEntries(
      namesOf(operation[part])
        .map(({ name }) => [name, values[`${part}.${name}`] ?? ''] as const)
        .filter(([, value]) => value !== ''),
    );
  const token = sessionToken();
  const project = actingFor()?.projectId ?? null;
  const started = performance.now();
  const response = await fetch(pathFor(operation, filled('params'), filled('query')), {
    method: operation.method,
    signal,
    headers: {
      accept: 'application/json',
      ...filled('headers'),
      ...(token !== null && operation.auth !== 'none' ? { authorization: `Bearer ${token}` } : {}),
      ...(project !== null && (operation.auth === 'bearer' || operation.isOfProject === true)
        ? { 'x-svc-project': project }
        : {}),
      ...(operation.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(operation.body === undefined ? {} : { body: values.body ?? '' }),
    credentials: 'omit',
    redirect: 'error',
    cache: 'no-store',
  });
  const text = await response.text();
  const milliseconds = performance.now() - started;
  return { status: response.status, milliseconds, bytes: new Blob([text]).size, text: pretty(text) };
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function defaultsOf(operation: Endpoint): Values {
  const fields = PARTS.flatMap((part) =>
    namesOf(operation[part]).map(({ name }) => [`${part}.${name}`, String(operation.example[part]?.[name] ?? '')]),
  );
  return { ...Object.fromEntries(fields), body: bodyExample(operation) };
}

function bodyExample({ example }: Endpoint): string {
  return JSON.stringify(example.body ?? {}, null, 2);
}

/** What would not even make a request; all else is for the server to refuse. */
function troublesOf(operation: Endpoint, values: Values): Values {
  const fields = PARTS.flatMap((part) => namesOf(operation[part]).map((field) => ({ ...field, part })));
  const missing = fields.filter(({ part, name, isRequired }) => isRequired && values[`${part}.${name}`] === '');
  const body = operation.body === undefined ? null : parseStrictJson(values.body ?? '');
  return {
    ...Object.fromEntries(missing.map(({ part, name }) => [`${part}.${name}`, words.send.needed])),
    body: body === null || body.ok ? '' : words.send.fault(body.line, body.column, body.message),
  };
}

function namesOf(schema: unknown): readonly { readonly name: string; readonly isRequired: boolean }[] {
  const value: JsonValue = JSON.parse(JSON.stringify(schema ?? null));
  if (!isJsonObject(value) || !isJsonObject(value.properties ?? null)) return [];
  const required = Array.isArray(value.required) ? value.required : [];
  return Object.keys(value.properties as object).map((name) => ({ name, isRequired: required.includes(name) }));
}
