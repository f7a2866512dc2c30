/** One call of a wrapped tool: input hashed, tool run, output hashed, outcome attested. Attestation never fails a tool. */
import { DeniedTool, TimedOutTool } from './failures.ts';
import { hashOf, UNHASHABLE_HASH } from './hashing.ts';
import type { Platform } from './platform.ts';
import type { Attested, Metadata, ToolOptions } from './types/acts.ts';
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

export interface ToolHost {
  readonly platform: Pick<Platform, 'after'>;
  readonly isAllowed: boolean;
  /** Keeps the record in the outbox. Never rejects. */
  attest(record: ToolRecord): Promise<Attested>;
  /** Metadata as it may travel; undefined, and told, where it may not. */
  metadataOf(metadata: () => Metadata | undefined): Readonly<Record<string, string>> | undefined;
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
  const hashed = (what: 'input' | 'output', value: () => unknown): string => {
    try {
      return hashOf(value());
    } catch {
      host.tell('unhashable', `The ${what} of ${name} could not be read. A mark is attested in place of its hash.`);
      return UNHASHABLE_HASH;
    }
  };
  // Before the tool runs, since it may change what it was given.
  const request_hash = hashed('input', () => inputOf(args, options));
  const metadata = host.metadataOf(() =>
    typeof options.metadata === 'function' ? options.metadata(...args) : options.metadata,
  );
  const record = { tool_name: name, request_hash, ...(metadata === undefined ? {} : { metadata }) };
  if (!host.isAllowed) {
    await host.attest({ ...record, status: 'denied' });
    throw new DeniedTool(name);
  }
  let result: Awaited<Result>;
  try {
    result = await inTime(host.platform, name, run, args, options.timeoutMs);
  } catch (error) {
    await host.attest({ ...record, status: isTimeout(error) ? 'timeout' : 'failure' });
    throw error;
  }
  const { output = (value: Awaited<Result>): unknown => value } = options;
  const response = result === undefined ? {} : { response_hash: hashed('output', () => output(result)) };
  return { result, ...(await host.attest({ ...record, ...response, status: 'success' })) };
}

/** What is hashed as the input: the only argument, else the list of all, unless the caller says otherwise. */
function inputOf<Args extends readonly unknown[]>(
  args: Args,
  { input }: { input?: (...args: Args) => unknown },
): unknown {
  if (input !== undefined) return input(...args);
  return args.length === 1 ? args[0] : args;
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
