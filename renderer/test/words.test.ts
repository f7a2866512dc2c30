/**
 * What people read stands in the catalogue (`src/words/`), one file for each page. This reads every other file of the console and
 * refuses text: between tags, in attributes and members that are read, and sentences anywhere.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const SOURCES = path.resolve(import.meta.dirname, '../src');

/** Not moved into the catalogue yet. A folder that holds no text any more is taken out; at the end the list goes. */
const NOT_MOVED: readonly string[] = [
  'app/acting-notice.tsx',
  'app/lock-notice.tsx',
  'app/palette.tsx',
  'app/unlock-notice.tsx',
  'lib',
  'parts/bytes',
  'parts/chain',
  'parts/json',
  'parts/navigation',
  'pages/record/agents/agents-list',
  'pages/record/agents/approvals',
  'pages/record/agents/lineage',
  'pages/record/agents/page.tsx',
  'pages/record/agents/policies',
  'pages/record/agents/sessions',
];

/** Attributes of elements, and members of objects, that are read or heard. */
const READ = new Set([
  'allLabel',
  'alt',
  'aria-description',
  'aria-label',
  'busyLabel',
  'caption',
  'confirmLabel',
  'description',
  'detail',
  'emptyText',
  'failedTitle',
  'hint',
  'label',
  'lead',
  'narrower',
  'note',
  'placeholder',
  'purpose',
  'textValue',
  'title',
  'verb',
  'what',
]);

/** Functions whose first argument is heard. */
const SAYING = new Set(['announce']);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [member: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

const LETTERS = /\p{L}{2}/u;
/** A capital letter, and a space between two words somewhere after it. */
const SENTENCE = /^\p{Lu}.*\p{L}\s+\p{L}/su;
/** What is typed or sent as it is: error codes, commands. */
const CODE = /^[A-Z_]+$/;
const CODE_TAGS = new Set(['code', 'kbd', 'pre']);

/** The texts that an expression may come to: literals, templates, and what conditions choose between. */
function textsOf(node: Node): Node[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node] : [];
    case 'TemplateLiteral':
      return [node];
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return textsOf(node.expression as Node);
    case 'ConditionalExpression':
      return [...textsOf(node.consequent as Node), ...textsOf(node.alternate as Node)];
    case 'LogicalExpression':
    case 'BinaryExpression':
      return node.operator === '===' || node.operator === '!=='
        ? []
        : [...textsOf(node.left as Node), ...textsOf(node.right as Node)];
    default:
      return [];
  }
}

function textOf(node: Node): string {
  if (node.type !== 'TemplateLiteral') return String(node.value);
  return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join(' ');
}

function nameOf(key: unknown): string {
  if (!isNode(key)) return '';
  return String(key.name ?? key.value ?? '');
}

/** Whether what stands in an element is typed or sent as it is. */
function isCode(element: Node | null): boolean {
  const opening = element?.openingElement;
  return isNode(opening) && CODE_TAGS.has(nameOf(opening.name));
}

/** What of a file is read by people, each with its line. */
function readTexts(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new TypeError(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: string[] = [];
  const report = (node: Node, text: string) =>
    found.push(`${file}:${source.slice(0, node.start).split('\n').length} ${text.trim().slice(0, 60)}`);
  const refuse = (nodes: Node[], pattern = LETTERS) => {
    for (const node of nodes) if (pattern.test(textOf(node)) && !CODE.test(textOf(node))) report(node, textOf(node));
  };
  const visit = (node: Node, parent: Node | null) => {
    switch (node.type) {
      case 'JSXText':
        if (LETTERS.test(String(node.value)) && !isCode(parent)) report(node, String(node.value));
        break;
      case 'JSXExpressionContainer':
        if ((parent?.type === 'JSXElement' || parent?.type === 'JSXFragment') && !isCode(parent)) refuse(textsOf(node));
        break;
      case 'JSXAttribute':
        if (READ.has(nameOf(node.name)) && isNode(node.value)) refuse(textsOf(node.value));
        break;
      case 'Property':
        if (READ.has(nameOf(node.key)) && isNode(node.value)) refuse(textsOf(node.value));
        break;
      case 'CallExpression':
        if (SAYING.has(nameOf(node.callee))) refuse((node.arguments as Node[]).slice(0, 1).flatMap(textsOf));
        break;
      case 'Literal':
      case 'TemplateLiteral':
        if (parent?.type !== 'ImportDeclaration') refuse(textsOf(node), SENTENCE);
        break;
      case 'NewExpression':
        // What our own mistakes say is for developers.
        if (/Error$/.test(nameOf(node.callee))) return;
        break;
    }
    for (const child of childrenOf(node)) visit(child, node);
  };
  visit(program as unknown as Node, null);
  return [...new Set(found)];
}

function filesOf(folder: string): string[] {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => path.relative(SOURCES, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
      // The names of pages are a catalogue themselves; the names of typefaces are no words; the kit is for developers.
      .filter(
        (file) => !/^words\/|^parts\/navigation\/page-names\.ts$|^ui\/typefaces\.ts$|^pages\/developers\//.test(file),
      )
      .sort()
  );
}

const TEXTS = new Map(
  filesOf(SOURCES).map((file) => [file, readTexts(file, readFileSync(path.join(SOURCES, file), 'utf8'))]),
);
const isIn = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);

describe('the catalogue of words', () => {
  it('holds what people read', () => {
    const outside = [...TEXTS].filter(([file]) => !NOT_MOVED.some((folder) => isIn(file, folder)));
    expect(outside.flatMap(([, texts]) => texts)).toEqual([]);
  });

  it('is missed by no folder that is said to be not moved yet', () => {
    const done = NOT_MOVED.filter((folder) =>
      [...TEXTS].every(([file, texts]) => !isIn(file, folder) || texts.length === 0),
    );
    expect(done).toEqual([]);
  });
});

describe('the rule itself', () => {
  it.each([
    ['between tags', 'const a = <p>Stored</p>;'],
    ['behind a condition', "const a = <p>{b ? 'Stored' : null}</p>;"],
    ['in a template', `const a = <p>{\`\${b} entries\`}</p>;`],
    ['in an attribute', 'const a = <Button label="Copy" />;'],
    ['in a member', "const a = { id: 'name', title: 'Name' };"],
    ['that is announced', "announce('Copied');"],
    ['as a sentence', "const a = { failed: 'Nothing was stored' };"],
  ])('refuses text %s', (_, source) => {
    expect(readTexts('a.tsx', source)).toHaveLength(1);
  });

  it.each([
    ['words of the catalogue', 'const a = <p title={words.title}>{words.text}</p>;'],
    ['classes and ids', 'const a = <p id="list" className="text-13 text-muted">{b === \'active\' ? c : d}</p>;'],
    ['punctuation', 'const a = <p>, {b}.</p>;'],
    ['commands and codes', 'const a = <code>touchstone doctor</code>;'],
    ['our own mistakes', "throw new TypeError('Needs a provider above it');"],
  ])('lets pass %s', (_, source) => {
    expect(readTexts('a.tsx', source)).toEqual([]);
  });
});
