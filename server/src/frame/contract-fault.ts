/** Says in a sentence what is wrong with a value that breaks its contract, and names the member. */
import { BASE64_FORMAT } from '@touchstone/core/api/common.ts';
import { expectedNames, expectedText } from '@touchstone/core/api/expectation.ts';
import type { TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import { type ApiError, invalid } from './errors.ts';

/** What JSON calls the types of JSON Schema, in words. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

/**
 * INVALID_REQUEST about the first wrong member. An unknown member comes before what its absence elsewhere causes.
 * `errors` are those of `schema`; `where` is "the body", "the query", "the path" or "the headers".
 */
export function faultOf(schema: TSchema, errors: readonly TLocalizedValidationError[], where: string): ApiError {
  const unknown = errors.find(({ keyword }) => keyword === 'additionalProperties');
  const error = unknown ?? firstTelling(errors);
  if (error === undefined) return invalid('', `${where} is not valid.`);
  const path = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const inside = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (error.keyword === 'additionalProperties') {
    const field = inside(error.params.additionalProperties[0] ?? '');
    const names = expectedNames(schema, error);
    if (names !== null) return invalid(field, `The name of \`${field}\` must be ${names}.`);
    return invalid(field, `\`${field}\` is not known in ${where} of this operation.`);
  }
  if (error.keyword === 'required') {
    const field = inside(error.params.requiredProperties[0] ?? '');
    return invalid(field, `\`${field}\` is missing in ${where}.`);
  }
  if (error.keyword === 'format' && error.params.format === BASE64_FORMAT) {
    return invalid(path, `\`${path}\` is not valid base64 (RFC 4648 section 4, padded).`);
  }
  const sentence = sentenceOf(schema, error, errors);
  return invalid(path, path === '' ? `The value of ${where} ${sentence}.` : `\`${path}\` ${sentence}.`);
}

/**
 * The first error that says something. Where a value may have several forms, each form that it misses is an error of its
 * own: what is wrong inside one form says more than that the other form was not met.
 */
function firstTelling(errors: readonly TLocalizedValidationError[]): TLocalizedValidationError | undefined {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf');
  const telling = errors.filter((error) => {
    if (error.keyword === 'boolean') return false;
    if (error.keyword === 'anyOf') return errors.every((other) => !isInside(other, error) || isForm(other, error));
    return !choices.some((choice) => isForm(error, choice));
  });
  return telling[0] ?? errors[0];
}

/** Whether an error is about a part of one of the forms of a choice. */
function isInside({ schemaPath }: TLocalizedValidationError, choice: TLocalizedValidationError): boolean {
  return schemaPath.startsWith(`${choice.schemaPath}/anyOf/`);
}

/** Whether an error only says that the value has not this form of a choice. */
function isForm(error: TLocalizedValidationError, choice: TLocalizedValidationError): boolean {
  const { keyword, instancePath } = error;
  return (keyword === 'type' || keyword === 'const') && instancePath === choice.instancePath && isInside(error, choice);
}

/** What follows the name of the member. */
function sentenceOf(
  schema: TSchema,
  error: TLocalizedValidationError,
  errors: readonly TLocalizedValidationError[],
): string {
  switch (error.keyword) {
    case 'pattern':
      return `must be ${expectedText(schema, error) ?? 'of the form that this operation takes'}`;
    case 'type':
      return `must be ${typesIn([error]).join(' or ')}`;
    case 'enum':
      return `must be one of ${error.params.allowedValues.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(error.params.allowedValue)}`;
    case 'anyOf':
      return `must be ${formsOf(error, errors).join(' or ')}`;
    case 'minimum':
      return `must be at least ${error.params.limit}`;
    case 'maximum':
      return `must be at most ${error.params.limit}`;
    case 'minLength':
      return `must have at least ${counted(error.params.limit, 'character')}`;
    case 'maxLength':
      return `must have at most ${counted(error.params.limit, 'character')}`;
    case 'minItems':
      return `must have at least ${counted(error.params.limit, 'item')}`;
    case 'maxItems':
      return `must have at most ${counted(error.params.limit, 'item')}`;
    default:
      return error.message;
  }
}

function counted(count: number | bigint, noun: string): string {
  return `${count} ${noun}${Number(count) === 1 ? '' : 's'}`;
}

function typesIn(errors: readonly TLocalizedValidationError[]): string[] {
  const names = errors.flatMap((error) => (error.keyword === 'type' ? error.params.type : []));
  return [...new Set(names.map((name) => TYPES[name] ?? name))];
}

/** The forms that a choice allows, as far as its errors tell. */
function formsOf(choice: TLocalizedValidationError, errors: readonly TLocalizedValidationError[]): string[] {
  const missed = errors.filter((error) => isForm(error, choice));
  const constants = missed.flatMap((error) =>
    error.keyword === 'const' ? [JSON.stringify(error.params.allowedValue)] : [],
  );
  const ofConstants = new Set(missed.filter(({ keyword }) => keyword === 'const').map(({ schemaPath }) => schemaPath));
  const types = typesIn(missed.filter(({ schemaPath }) => !ofConstants.has(schemaPath)));
  const forms = [...new Set([...constants, ...types])];
  return forms.length === 0 ? ['of a form that this operation takes'] : forms;
}
