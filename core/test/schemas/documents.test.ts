import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { schemaDocument, schemaFiles } from '@touchstone/core/schemas/document.ts';
import { FORMATS } from '@touchstone/core/schemas/formats.ts';
import { describe, expect, it } from 'vitest';
import { isSchema, schemaFaults } from './validator.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

const filesIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(ROOT, folder), path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .sort();

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const FORMATS_MD = textOf('docs/formats.md');

describe('docs/schemas', () => {
  it('is what core/src/schemas prints (else run node core/scripts/write-schemas.ts)', () => {
    const printed = schemaFiles();
    expect(filesIn('docs/schemas')).toEqual([...printed.keys()].sort());
    for (const [name, text] of printed) expect(textOf(`docs/schemas/${name}`), name).toBe(text);
  });

  it('holds schemas of the draft, each with its own name and the section that explains it', () => {
    const headings = [...FORMATS_MD.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.replaceAll('`', ''));
    const ids = FORMATS.map((format) => {
      const document = schemaDocument(format);
      expect(isSchema(document), format.name).toBe(true);
      expect(headings, format.name).toContain(format.section);
      return document.$id;
    });
    expect(new Set(ids).size).toBe(FORMATS.length);
    const patterns = [...schemaFiles().values()].flatMap((text) => [
      ...text.matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g),
    ]);
    for (const pattern of new Set(patterns.map(([, one = '']) => one))) new RegExp(JSON.parse(pattern), 'u');
    expect(isSchema({ type: 'strange' })).toBe(false);
  });

  it('leaves what is printed open to further members, and nothing else', () => {
    const closed = (name: string) =>
      textOf(`docs/schemas/${name}.schema.json`).includes('"additionalProperties": false');
    expect(closed('verification')).toBe(false);
    expect(closed('key-set')).toBe(true);
    expect(closed('receipt')).toBe(true);
  });
});

describe('a format', () => {
  /** Names of tags under which bytes are hashed, signed or sealed, of binary formats, and of files that only this program reads. */
  const NO_DOCUMENTS = [
    ...['svc-fhe-bound/v1', 'svc-fhe-mac/v1', 'svc-fhe-noise/v1', 'svc-fhe-session/v1', 'svc-fhe/v1', 'svc-mpc/v1'],
    ...['svc-fraud-entity/v1', 'svc-privacy-program/v1', 'svc-search-text/v1', 'svc-stark-air/v1', 'svc-storage/v1'],
    ...['svc-fhe-benchmark/v1', 'svc-rollback-mark/v1'],
  ];

  it('has a schema, by every name that a source gives to one', () => {
    const schemas = [...schemaFiles().values()].join('\n');
    const named = ['agent', 'cli', 'core', 'renderer', 'server'].flatMap((part) =>
      filesIn(`${part}/src`)
        .filter((file) => /\.tsx?$/.test(file))
        .flatMap((file) =>
          [...textOf(`${part}/src/${file}`).matchAll(/'(svc-[a-z0-9-]+\/v\d+)'/g)].map(([, name]) => name),
        ),
    );
    const missing = [...new Set(named)].filter((name) => !schemas.includes(`"${name}"`)).sort();
    expect(missing).toEqual([...NO_DOCUMENTS].sort());
  });

  it('has a schema, by every kind of file in docs/formats.md', () => {
    const titles = FORMATS.map(({ title }) => title).join('\n');
    const kinds = new Set([...FORMATS_MD.matchAll(/\*\.(?:pq\w+|3key)\.json/g)].map(([kind]) => kind));
    expect(kinds.size).toBeGreaterThan(12);
    for (const kind of kinds) expect(titles).toContain(kind);
  });
});

describe('files that exist', () => {
  /** Not JSON, or of no format. */
  const OTHERS = [
    ...['examples/index.json', 'examples/receipts/payload.json', 'examples/sessions/cut-file.pqs.json'],
    ...['core/test/golden/hybrid-v1.json', 'core/test/golden/three-key-v1.json'],
  ];
  const BY_NAME: Readonly<Record<string, string>> = {
    'answer.json': 'invoice-answer',
    'own-service-v1.json': 'own-service',
    'trust-store-v1.json': 'trust-store',
    'trust-store-v2.json': 'trust-store',
    'trust-store.json': 'trust-store',
  };
  const files = ['examples', 'core/test/golden']
    .flatMap((folder) => filesIn(folder).map((name) => `${folder}/${name}`))
    .filter((file) => file.endsWith('.json') && !OTHERS.includes(file));

  function schemaOf(file: string): string {
    const [extension = ''] = /\.\w+\.json$/.exec(file) ?? [];
    const found = FORMATS.find(({ title }) => extension !== '' && title.endsWith(`*${extension}`));
    return found?.name ?? BY_NAME[path.basename(file)] ?? '';
  }

  it('have the forms that their schemas state', () => {
    expect(files.length).toBeGreaterThan(60);
    const wrong = files.flatMap((file) =>
      schemaFaults(schemaOf(file), JSON.parse(textOf(file))).map((fault) => `${file}${fault}`),
    );
    expect(wrong).toEqual([]);
  });
});
