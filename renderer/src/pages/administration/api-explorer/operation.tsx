import { BODY_LIMIT, type Endpoint, errorsOf, pathOf, pathsOf } from '@touchstone/core/api/endpoint.ts';
import { ERRORS } from '@touchstone/core/api/errors.ts';
import { unitsText } from '@touchstone/core/docs/docs-html.ts';
import { curlSnippet, typescriptSnippet } from '@touchstone/core/docs/snippets.ts';
import { formatSize } from '../../../lib/format.ts';
import { apiOrigin } from '../../../lib/session/api-origin.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { words } from '../../../words/administration/api-explorer.ts';
import { CodeBlock } from './code-block.tsx';
import { MethodMark } from './method-mark.tsx';
import { PathText, Prose } from './prose.tsx';
import { SchemaView } from './schema-view.tsx';
import { TryIt } from './try-it.tsx';

const { operation: texts } = words;
const AUTH: Record<Endpoint['auth'], string> = texts.auth;

/** One operation: documentation, schemas, snippets, a form to try it. */
export function OperationView({ operation }: { readonly operation: Endpoint }) {
  const { method, summary, description, auth, scope, otherScope, minTier, units, bodyLimit } = operation;
  const aliases = pathsOf(operation).slice(1);
  return (
    <article aria-labelledby="operation" className="min-w-0 space-y-6 pt-4">
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
        <FactList>
          <Fact name={texts.id}>
            <code>{operation.id}</code>
          </Fact>
          <Fact name={texts.authorisation}>
            {AUTH[auth]} {scope !== null && <Badge>{texts.scope(scope)}</Badge>}{' '}
            {otherScope !== undefined && <Badge>{texts.otherScope(otherScope)}</Badge>}{' '}
            {minTier !== null && <Badge>{texts.tier(minTier)}</Badge>}
          </Fact>
          <Fact name={texts.units}>{unitsText(units)}</Fact>
          {operation.body !== undefined && <Fact name={texts.bodyLimit}>{formatSize(bodyLimit ?? BODY_LIMIT)}</Fact>}
          {aliases.length > 0 && (
            <Fact name={texts.aliases}>
              <code>{aliases.join(', ')}</code>
            </Fact>
          )}
        </FactList>
      </div>
      <Tabs
        label={texts.parts}
        tabs={[
          { id: 'try', title: texts.tryIt, content: <TryIt operation={operation} /> },
          { id: 'request', title: texts.request, content: <RequestSchemas operation={operation} /> },
          { id: 'response', title: texts.response, content: <SchemaView schema={operation.response} /> },
          { id: 'errors', title: texts.errors, content: <ErrorTable operation={operation} /> },
          { id: 'snippets', title: texts.snippets, content: <Snippets operation={operation} /> },
        ]}
      />
    </article>
  );
}

function RequestSchemas({ operation }: { readonly operation: Endpoint }) {
  const { params, query, headers, body } = operation;
  const parts = [
    { title: texts.params, schema: params },
    { title: texts.query, schema: query },
    { title: texts.headers, schema: headers },
    { title: texts.body, schema: body },
  ].filter(({ schema }) => schema !== undefined);
  if (parts.length === 0) return <p className="text-muted">{texts.noRequest}</p>;
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
  { id: 'status', title: texts.errorColumns.status, align: 'end' },
  { id: 'code', title: texts.errorColumns.code },
  { id: 'message', title: texts.errorColumns.message },
] as const;

function ErrorTable({ operation }: { readonly operation: Endpoint }) {
  const codes = [...errorsOf(operation)].sort((a, b) => ERRORS[a].status - ERRORS[b].status);
  return (
    <Table caption={texts.errors} columns={ERROR_COLUMNS}>
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
    { title: texts.curl, text: curlSnippet(operation, origin) },
    { title: texts.typescript, text: typescriptSnippet(operation, origin) },
  ];
  return (
    <div className="space-y-4">
      {snippets.map(({ title, text }) => (
        <section key={title} aria-label={title}>
          <div className="flex items-center justify-between">
            <h3 className="text-14">{title}</h3>
            <CopyText value={text} label={texts.snippet(title)} />
          </div>
          <CodeBlock label={title} text={text} />
        </section>
      ))}
    </div>
  );
}
