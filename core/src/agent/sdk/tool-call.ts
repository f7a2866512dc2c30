/** One call of a wrapped tool: input hashed, tool run, output hashed, outcome attested. Attestation never fails a tool. */
import type { RequestedCall } from './enforcement.ts';
import { DeniedTool, TimedOutTool } from './failures.ts';
import { hashOf, UNHASHABLE_HASH } from './hashing.ts';
import type { Platform } from './platform.ts';
import type { Attested, ToolOptions } from './types/acts.ts';
import type { Problem } from './types/outbox.ts';
import type { ToolCallStatus } from './types/receipt.ts';

/** What a call reports; `response_hash` is absent where there is no output. */
export interface ToolRecord {
  readonly tool_name: string;
  readonly request_hash: string;
  readonly response_hash?: string;
  readonly status: ToolCallStatus;
  readonly metadata?: Readonly<Record<string, string>>;
}

const METADATA_RULE = 'it holds at most 64 names of 100 and texts of 2,000 characters, together 16 KiB.';

export interface ToolHost {
  readonly platform: Pick<Platform, 'after'>;
  /** The rule that forbids the call, null where none does. */
  refusingRule(call: RequestedCall): string | null;
  /** Keeps the record in the outbox. Never rejects. */
  attest(record: ToolRecord): Promise<Attested>;
  /** Metadata as it may travel. Throws where it may not. */
  metadataOf(metadata: unknown): Readonly<Record<string, string>> | undefined;
  tell(kind: Problem['kind'], message: string): void;
}

/** Runs a tool and attests the call. Rejects with what the tool throws, with TimedOutTool or with DeniedTool. */
export async function callTool<Args extends readonly unknown[], Result>(
  host: ToolHost,
  name: string,
  run: (...args: Args) => Result,
  args: Args,
  options: ToolOptions<Args, Awaited<Result>>,
): Promise<{ readonly result: Awaited<Result> } & Attested> {
  const hash = (what: 'input' | 'output', read: () => string | Promise<string>) =>
    answered(read, () => {
      host.tell('unhashable', `The ${what} of ${name} could not be read. A mark is attested in place of its hash.`);
      return UNHASHABLE_HASH;
    });
  const { input, output, metadata: about } = options;
  // Before the tool runs, since it may change what it was given; at once where there is no promise to wait for.
  const request = hash('input', () =>
    input === undefined ? hashOf(args.length === 1 ? args[0] : args) : then(input(...args), hashOf),
  );
  const request_hash = typeof request === 'string' ? request : await request;
  let isUnreadable = false;
  const described = answered(
    () => then(typeof about === 'function' ? about(...args) : about, host.metadataOf),
    () => {
      isUnreadable = true;
      host.tell('metadata', `Metadata of a call of ${name} was left out: ${METADATA_RULE}`);
      return undefined;
    },
  );
  const metadata = described instanceof Promise ? await described : described;
  const record = { tool_name: name, request_hash, ...(metadata === undefined ? {} : { metadata }) };
  const rule = host.refusingRule({ ...record, isUnreadable });
  if (rule !== null) {
    await host.attest({ ...record, status: 'denied' });
    throw new DeniedTool(name, rule);
  }
  let result: Awaited<Result>;
  try {
    result = await inTime(host.platform, name, run, args, options.timeoutMs);
  } catch (error) {
    await host.attest({ ...record, status: isTimeout(error) ? 'timeout' : 'failure' });
    throw error;
  }
  if (result === undefined) return { result, ...(await host.attest({ ...record, status: 'success' })) };
  const response_hash = await hash('output', () =>
    output === undefined ? hashOf(result) : then(output(result), hashOf),
  );
  return { result, ...(await host.attest({ ...record, response_hash, status: 'success' })) };
}

/** What `use` makes of an answer of the caller's function, which may be a promise of it. */
function then<T>(answer: unknown, use: (answer: unknown) => T): T | Promise<T> {
  return isThenable(answer) ? Promise.resolve(answer).then(use) : use(answer);
}

/** What is read, or `otherwise` where that throws or rejects: a rejection without a handler would end the process. */
function answered<T>(read: () => T | Promise<T>, otherwise: () => T): T | Promise<T> {
  try {
    const answer = read();
    return answer instanceof Promise ? answer.catch(otherwise) : answer;
  } catch {
    return otherwise();
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** The result of a tool, or TimedOutTool when its time is over. */
export async function inTime<Args extends readonly unknown[], Result>(
  platform: Pick<Platform, 'after'>,
  name: string,
  run: (...args: Args) => Result,
  args: Args,
  timeoutMs: number | undefined,
): Promise<Awaited<Result>> {
  if (timeoutMs === undefined) return await run(...args);
  let cancel = () => {};
  try {
    const late = new Promise<never>((_, reject) => {
      cancel = platform.after(timeoutMs, () => reject(new TimedOutTool(name, timeoutMs)));
    });
    return await Promise.race([run(...args), late]);
  } finally {
    cancel();
  }
}

/** Ours, and the error of `AbortSignal.timeout` where the tool itself gave up. */
function isTimeout(error: unknown): boolean {
  if (error instanceof TimedOutTool) return true;
  return error instanceof Error && error.name === 'TimeoutError';
}
