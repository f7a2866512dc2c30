import { pathFor } from '@touchstone/core/api/client.ts';
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import { isJsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { Play } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { sessionToken } from '../../../lib/client.ts';
import { formatSize } from '../../../lib/format.ts';
import { actingFor } from '../../../lib/session/acting-for.ts';
import { isSecondPress } from '../../../parts/work/ignore-second-press.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { CodeBlock } from './code-block.tsx';
import { FormField, type TryItValues } from './form-field.tsx';

interface Answer {
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
  readonly text: string;
}

/** A form for one operation, filled with the contract's example. It is sent as it stands, so that errors can be tried too. */
export function TryIt({ operation }: { readonly operation: Endpoint }) {
  const { control, handleSubmit, formState } = useForm<TryItValues>({ defaultValues: defaultsOf(operation) });
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const announce = useAnnounce();

  const send = async (values: TryItValues) => {
    setProblem(null);
    try {
      const received = await call(operation, values);
      setAnswer(received);
      announce(`Answer with status ${received.status}`, received.status < 400 ? 'polite' : 'assertive');
    } catch {
      setAnswer(null);
      setProblem('The embedded server cannot be reached.');
    }
  };

  const submit = (event: FormEvent) => {
    if (isSecondPress()) event.preventDefault();
    else void handleSubmit(send)(event);
  };

  const { example } = operation;
  return (
    <div className="space-y-4">
      <form onSubmit={submit} className="space-y-3" noValidate>
        {namesOf(operation.params).map(({ name }) => (
          <FormField key={name} control={control} name={`params.${name}`} label={`Path: ${name}`} isRequired />
        ))}
        {namesOf(operation.query).map(({ name, isRequired }) => (
          <FormField
            key={name}
            control={control}
            name={`query.${name}`}
            label={`Query: ${name}`}
            isRequired={isRequired}
          />
        ))}
        {namesOf(operation.headers).map(({ name, isRequired }) => (
          <FormField
            key={name}
            control={control}
            name={`headers.${name}`}
            label={`Header: ${name}`}
            isRequired={isRequired}
          />
        ))}
        {operation.body !== undefined && (
          <FormField
            control={control}
            name="body"
            label="Body (JSON)"
            rows={Math.min(20, defaultsOf(operation).body.split('\n').length + 1)}
            validate={(text) => {
              const parsed = parseStrictJson(text);
              return parsed.ok || `Line ${parsed.line}, column ${parsed.column}: ${parsed.message}`;
            }}
          />
        )}
        {example.after !== undefined && (
          <p className="max-w-prose text-[0.8125rem] text-muted">
            The example needs what <code>{example.after.operation}</code> answers:{' '}
            {Object.entries(example.after.use).map(([target, member]) => (
              <code key={target}>
                {member} → {target}{' '}
              </code>
            ))}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant={operation.planned === true ? 'secondary' : 'primary'}
            icon={<Play aria-hidden size={15} />}
            isDisabled={formState.isSubmitting}
          >
            {`Send ${operation.method}`}
          </Button>
          {operation.auth !== 'none' && (
            <span className="text-[0.8125rem] text-muted">
              {sessionToken() === null
                ? 'This window is not signed in: the server will refuse.'
                : 'Sent with the session of this window.'}
            </span>
          )}
          {operation.planned === true ? (
            <span className="text-[0.8125rem] text-muted">
              Not available in this version: after its checks the server answers 501 and changes nothing.
            </span>
          ) : (
            operation.method !== 'GET' && (
              <span className="text-[0.8125rem] text-muted">It really changes what the server holds.</span>
            )
          )}
        </div>
      </form>
      {problem !== null && (
        <ErrorState title="No answer" kind="offline">
          {problem}
        </ErrorState>
      )}
      {answer !== null && <AnswerView answer={answer} />}
    </div>
  );
}

function AnswerView({ answer }: { readonly answer: Answer }) {
  const isGood = answer.status < 400;
  return (
    <section aria-label="Answer" className="space-y-2">
      <div className="flex flex-wrap items-center gap-4">
        <StatusMark look={isGood ? 'verified' : 'failed'} label={`Status ${answer.status}`} />
        <span className="tabular-nums text-muted">
          {Math.round(answer.milliseconds)} ms, {formatSize(answer.bytes)}
        </span>
        <CopyText value={answer.text} label="answer" />
      </div>
      <CodeBlock label="Answer body" text={answer.text === '' ? '(no body)' : answer.text} />
    </section>
  );
}

async function call(operation: Endpoint, values: TryItValues): Promise<Answer> {
  const filled = (record: Record<string, string> | undefined) =>
    Object.fromEntries(Object.entries(record ?? {}).filter(([, value]) => value !== ''));
  const token = sessionToken();
  const project = actingFor()?.projectId ?? null;
  const started = performance.now();
  const response = await fetch(pathFor(operation, filled(values.params), filled(values.query)), {
    method: operation.method,
    headers: {
      accept: 'application/json',
      ...filled(values.headers),
      ...(token !== null && operation.auth !== 'none' ? { authorization: `Bearer ${token}` } : {}),
      ...(project !== null && operation.auth === 'bearer' ? { 'x-svc-project': project } : {}),
      ...(operation.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(operation.body === undefined ? {} : { body: values.body }),
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

function defaultsOf({ example, params, query, headers }: Endpoint): TryItValues {
  const fill = (names: readonly { readonly name: string }[], given: Readonly<Record<string, string | number>> = {}) =>
    Object.fromEntries(names.map(({ name }) => [name, String(given[name] ?? '')]));
  return {
    params: fill(namesOf(params), example.params),
    query: fill(namesOf(query), example.query),
    headers: fill(namesOf(headers), example.headers),
    body: JSON.stringify(example.body ?? {}, null, 2),
  };
}

function namesOf(schema: unknown): readonly { readonly name: string; readonly isRequired: boolean }[] {
  const value: JsonValue = JSON.parse(JSON.stringify(schema ?? null));
  if (!isJsonObject(value) || !isJsonObject(value.properties ?? null)) return [];
  const required = Array.isArray(value.required) ? value.required : [];
  return Object.keys(value.properties as object).map((name) => ({ name, isRequired: required.includes(name) }));
}
