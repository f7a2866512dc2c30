/**
 * Finds in a source file what people read: between tags, in attributes and members that are read, and sentences anywhere. The
 * tests of the catalogues of words refuse such text outside them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

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
/** A word with a capital letter, or two words. */
const WORDS = /\p{Lu}\p{Ll}|\p{Ll}\s+\p{L}/u;
const TAG = /<[^>]*>/g;
/** A module that is imported; a type of certain texts. */
const NAMING = new Set(['ImportDeclaration', 'ImportExpression', 'TSLiteralType']);
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

/**
 * What of a file is read by people, each with its line.
 *
 * @param isPlain the file makes no elements: its texts are printed, or written as markup. Then whatever has a word with a
 *   capital letter or two words is text, tags apart.
 */
export function readTexts(file: string, source: string, isPlain = false): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new TypeError(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: string[] = [];
  const report = (node: Node, text: string) =>
    found.push(`${file}:${source.slice(0, node.start).split('\n').length} ${text.trim().slice(0, 60)}`);
  const refuse = (nodes: Node[], pattern = LETTERS) => {
    for (const node of nodes) {
      const text = isPlain ? textOf(node).replaceAll(TAG, '') : textOf(node);
      if (pattern.test(text) && !CODE.test(text)) report(node, text);
    }
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
        if (parent !== null && !NAMING.has(parent.type)) refuse(textsOf(node), isPlain ? WORDS : SENTENCE);
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

/** The texts of every file in a folder of sources, by the file's name in it. */
export function textsIn(folder: string, isText: (file: string) => boolean, isPlain = false): Map<string, string[]> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter(isText)
    .sort();
  return new Map(files.map((file) => [file, readTexts(file, readFileSync(path.join(folder, file), 'utf8'), isPlain)]));
}
