/** The errors of the SDK. They hold no payload and no key. */
import type { NotAttested, ToolDenied, ToolTimeout } from './types/failures.ts';

/** The server's answer is missing; `reason` tells why and what becomes of the entry. */
export class MissingReceipt extends Error implements NotAttested {
  override readonly name = 'NotAttested';
  readonly reason: NotAttested['reason'];
  readonly code: string | null;
  readonly key: string | null;
  constructor(
    reason: NotAttested['reason'],
    message: string,
    { code = null, key = null, cause }: { code?: string | null; key?: string | null; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.reason = reason;
    this.code = code;
    this.key = key;
  }
}

export class TimedOutTool extends Error implements ToolTimeout {
  override readonly name = 'ToolTimeout';
  readonly tool: string;
  constructor(tool: string, milliseconds: number) {
    super(`The tool ${tool} did not finish within ${milliseconds} ms. It may still be running.`);
    this.tool = tool;
  }
}

export class DeniedTool extends Error implements ToolDenied {
  override readonly name = 'ToolDenied';
  readonly tool: string;
  readonly rule: string;
  constructor(tool: string, rule: string) {
    super(`The scope of the session does not allow this call of the tool ${tool} (${rule}). The tool was not run.`);
    this.tool = tool;
    this.rule = rule;
  }
}
