/** The schemas of `core/src/schemas` under an independent validator. */
import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import { schemaDocument } from '@touchstone/core/schemas/document.ts';
import { FORMATS } from '@touchstone/core/schemas/formats.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Days that do not exist are left to readers: `format` is an annotation. `strict` refuses keywords that it does not know. */
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, validateFormats: false });

/** Whether a document is valid JSON Schema of its draft. */
export function isSchema(document: object): boolean {
  return ajv.validateSchema(document) === true;
}

/** Each document is compiled when it is first asked for. */
const compiled = new Map<string, ReturnType<typeof ajv.compile>>();

function validatorOf(name: string): ReturnType<typeof ajv.compile> {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const format = FORMATS.find((one) => one.name === name);
  if (format === undefined) throw new RangeError(`there is no schema ${name}`);
  const { $id: _, ...document } = schemaDocument(format, true);
  const validator = ajv.compile(document);
  compiled.set(name, validator);
  return validator;
}

/** What a schema finds wrong, the first of it; empty for a document that it describes. Further members are wrong everywhere. */
export function schemaFaults(name: string, document: JsonValue | object): readonly string[] {
  const validate = validatorOf(name);
  if (validate(document)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message ?? ''}`);
}
