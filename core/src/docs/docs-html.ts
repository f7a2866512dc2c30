/** The operations as one page to read: plain HTML without scripts, links or images, so that it works offline. */
import type { TSchema } from 'typebox';
import {
  type Api,
  BODY_LIMIT,
  type Endpoint,
  endpointsOf,
  errorsOf,
  pathOf,
  pathsOf,
  type Units,
} from '../api/endpoint.ts';
import { ERRORS } from '../api/errors.ts';
import { SERVICES, type ServiceName } from '../api/services.ts';
import { escapeHtml } from '../text/html.ts';
import { curlSnippet, typescriptSnippet } from './snippets.ts';

/** The page's style sheet, apart, so that a content security policy can name its hash. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; } h3 { font-size: 1rem; margin: 0; display: inline; }
code, pre { font: 0.85rem/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow: auto; padding: 0.6rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); white-space: pre; }
details { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 0.4rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; } details > :not(summary) { margin-left: 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 1rem; } dt { opacity: 0.75; } dd { margin: 0; }
nav a { margin-right: 1rem; } table { border-collapse: collapse; } td, th { text-align: left; padding: 0.1rem 1rem 0.1rem 0; }
@media print { details { break-inside: avoid; } }
`;

/** The whole page. `origin` is written into the examples. */
export function docsHtml(
  api: Api,
  product: { readonly name: string; readonly version: string },
  origin: string,
): string {
  const operations = endpointsOf(api);
  const services = Object.entries(SERVICES).flatMap(([name, service]) => {
    const own = operations.filter((operation) => operation.service === name);
    return own.length === 0 ? [] : [{ name: name as ServiceName, service, own }];
  });
  const contents = services.map(({ name, service }) => `<a href="#${name}">${escapeHtml(service.title)}</a>`);
  const sections = services.map(
    ({ name, service, own }) =>
      `<section id="${name}"><h2>${escapeHtml(service.title)}</h2><p>${escapeHtml(service.description)}</p>${own
        .map((operation) => operationHtml(operation, origin))
        .join('')}</section>`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(product.name)} API</title><style>${DOCS_STYLE}</style></head><body>`,
    `<h1>${escapeHtml(product.name)} ${escapeHtml(product.version)}: API</h1>`,
    `<p>${operations.length} operations. The same contracts as <code>/openapi.json</code>. Every path that begins with <code>/v1/</code> is also served under <code>/v1/v1/</code>.</p>`,
    `<nav aria-label="Services">${contents.join(' ')}</nav><main>${sections.join('')}</main></body></html>`,
  ].join('\n');
}

function operationHtml(operation: Endpoint, origin: string): string {
  const { id, method, summary, description } = operation;
  return [
    `<details id="${escapeHtml(id)}"><summary><h3><code>${method} ${escapeHtml(pathOf(operation))}</code></h3> ${escapeHtml(summary)}</summary>`,
    `<p>${prose(description)}</p>${facts(operation)}`,
    schemaHtml('Path', operation.params),
    schemaHtml('Query', operation.query),
    schemaHtml('Headers', operation.headers),
    schemaHtml('Body', operation.body),
    schemaHtml('Answer', operation.response),
    `<h4>Errors</h4><table><tbody>${errorRows(operation)}</tbody></table>`,
    `<h4>curl</h4><pre tabindex="0">${escapeHtml(curlSnippet(operation, origin))}</pre>`,
    `<h4>TypeScript</h4><pre tabindex="0">${escapeHtml(typescriptSnippet(operation, origin))}</pre></details>`,
  ].join('');
}

function facts(operation: Endpoint): string {
  const { id, auth, scope, otherScope, minTier, units, body, bodyLimit = BODY_LIMIT } = operation;
  const aliases = pathsOf(operation).slice(1);
  const rows: readonly (readonly [string, string | null])[] = [
    ['Operation', id],
    ['Authorisation', { none: 'none', bearer: 'API key', admin: 'console or administrator' }[auth]],
    ['Scope', otherScope === undefined ? scope : `${scope} or ${otherScope}`],
    ['Lowest tier', minTier],
    ['Units', unitsText(units)],
    ['Body limit', body === undefined ? null : `${bodyLimit / 1024 / 1024} MiB`],
    ['Also at', aliases.length === 0 ? null : aliases.join(', ')],
  ];
  const shown = rows.filter(([, value]) => value !== null);
  return `<dl>${shown.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value ?? '')}</dd>`).join('')}</dl>`;
}

/** What an operation costs, in words. */
export function unitsText(units: Units): string {
  if (typeof units === 'number') return units === 0 ? 'free' : String(units);
  const surcharges = Object.values(units.surcharges).map((more) => `+${more.units}: ${more.when}`);
  return [String(units.base), ...surcharges].join('; ');
}

function schemaHtml(title: string, schema: TSchema | undefined): string {
  if (schema === undefined) return '';
  return `<h4>${title}</h4><pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;
}

function errorRows(operation: Endpoint): string {
  const codes = [...errorsOf(operation)].sort((a, b) => ERRORS[a].status - ERRORS[b].status);
  return codes
    .map(
      (code) =>
        `<tr><td>${ERRORS[code].status}</td><td><code>${code}</code></td><td>${escapeHtml(ERRORS[code].message)}</td></tr>`,
    )
    .join('');
}

/** Text in backticks is code. */
function prose(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
