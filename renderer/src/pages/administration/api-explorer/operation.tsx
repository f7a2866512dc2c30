import { BODY_LIMIT, type Endpoint, errorsOf, pathOf, pathsOf } from '@touchstone/core/api/endpoint.ts';
import { ERRORS } from '@touchstone/core/api/errors.ts';
import { unitsText } from '@touchstone/core/docs/docs-html.ts';
import { curlSnippet, typescriptSnippet } from '@touchstone/core/docs/snippets.ts';
import type { ReactNode } from 'react';
import { formatSize } from '../../../lib/format.ts';
import { apiOrigin } from '../../../lib/session/api-origin.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { CodeBlock } from './code-block.tsx';
import { MethodMark } from './method-mark.tsx';
import { PathText, Prose } from './prose.tsx';
import { SchemaView } from './schema-view.tsx';
import { TryIt } from './try-it.tsx';

const AUTH: Record<Endpoint['auth'], string> = {
  none: 'None',
  bearer: 'API key, console session or administrator token',
  admin: 'Console session or administrator token',
};

/** One operation: documentation, schemas, snippets, a form to try it. */
export function OperationView({ operation }: { readonly operation: Endpoint }) {
  const { method, summary, description, auth, scope, otherScope, minTier, units, bodyLimit } = operation;
  const aliases = pathsOf(operation).slice(1);
  return (
    <article aria-labelledby="operation" className="min-w-0 space-y-(--gap)">
      <div className="space-y-2">
        <h2 id="operation" className="flex flex-wrap items-baseline gap-2 text-16">
          <MethodMark method={method} />
          <code>
            <PathText path={pathOf(operation)} />
          </code>
        </h2>
        <p className="font-medium">
          <Prose text={summary} />
        </p>
        <p className="max-w-prose text-muted">
          <Prose text={description} />
        </p>
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
          <Fact name="Operation">
            <code>{operation.id}</code>
          </Fact>
          <Fact name="Authorisation">
            {AUTH[auth]} {scope !== null && <Badge>scope {scope}</Badge>}{' '}
            {otherScope !== undefined && <Badge>or {otherScope}</Badge>}{' '}
            {minTier !== null && <Badge>from tier {minTier}</Badge>}
          </Fact>
          {operation.planned === true && (
            <Fact name="State">
              <Badge>planned</Badge> Not available in this version
            </Fact>
          )}
          <Fact name="Units">{unitsText(units)}</Fact>
          {operation.body !== undefined && <Fact name="Body limit">{formatSize(bodyLimit ?? BODY_LIMIT)}</Fact>}
          {aliases.length > 0 && (
            <Fact name="Also at">
              <code>{aliases.join(', ')}</code>
            </Fact>
          )}
        </dl>
      </div>
      <Tabs
        label="Parts of the operation"
        tabs={[
          { id: 'try', title: 'Try it', content: <TryIt operation={operation} /> },
          { id: 'request', title: 'Request', content: <RequestSchemas operation={operation} /> },
          { id: 'response', title: 'Response', content: <SchemaView schema={operation.response} /> },
          { id: 'errors', title: 'Errors', content: <ErrorTable operation={operation} /> },
          { id: 'snippets', title: 'Snippets', content: <Snippets operation={operation} /> },
        ]}
      />
    </article>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function RequestSchemas({ operation }: { readonly operation: Endpoint }) {
  const { params, query, headers, body } = operation;
  const parts = [
    { title: 'Path parameters', schema: params },
    { title: 'Query', schema: query },
    { title: 'Headers', schema: headers },
    { title: 'Body (JSON)', schema: body },
  ].filter(({ schema }) => schema !== undefined);
  if (parts.length === 0) return <p className="text-muted">The request carries nothing but its address.</p>;
  return (
    <div className="space-y-4">
      {parts.map(({ title, schema }) => (
        <section key={title} aria-label={title}>
          <h3 className="mb-1 text-14">{title}</h3>
          <SchemaView schema={schema} />
        </section>
      ))}
    </div>
  );
}

const ERROR_COLUMNS = [
  { id: 'status', title: 'Status', align: 'end' },
  { id: 'code', title: 'Code' },
  { id: 'message', title: 'Meaning' },
] as const;

function ErrorTable({ operation }: { readonly operation: Endpoint }) {
  const codes = [...errorsOf(operation)].sort((a, b) => ERRORS[a].status - ERRORS[b].status);
  return (
    <Table caption="Errors" columns={ERROR_COLUMNS}>
      {codes.map((code) => (
        <Row key={code}>
          <Cell align="end">{ERRORS[code].status}</Cell>
          <Cell isHeader noWrap>
            <code>{code}</code>
          </Cell>
          <Cell>{ERRORS[code].message}</Cell>
        </Row>
      ))}
    </Table>
  );
}

function Snippets({ operation }: { readonly operation: Endpoint }) {
  const origin = apiOrigin(location);
  const snippets = [
    { title: 'curl', text: curlSnippet(operation, origin) },
    { title: 'TypeScript', text: typescriptSnippet(operation, origin) },
  ];
  return (
    <div className="space-y-4">
      {snippets.map(({ title, text }) => (
        <section key={title} aria-label={title}>
          <div className="flex items-center justify-between">
            <h3 className="text-14">{title}</h3>
            <CopyText value={text} label={`${title} snippet`} />
          </div>
          <CodeBlock label={title} text={text} />
        </section>
      ))}
    </div>
  );
}
