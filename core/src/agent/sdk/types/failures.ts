/** What the SDK rejects with. */

/** The tool was given up on after its `timeoutMs`. It may still be running. */
export interface ToolTimeout extends Error {
  readonly name: 'ToolTimeout';
  readonly tool: string;
}

/** The session's scope does not allow the call, so the tool was not run. */
export interface ToolDenied extends Error {
  readonly name: 'ToolDenied';
  readonly tool: string;
  /**
   * The rule that refused: `session.allowed_tools`, `.max_value`, `.jurisdiction`, `.forbidden_data_classes`, `.time` (the
   * session is over), or `action.<member>` for metadata that cannot be judged.
   */
  readonly rule: string;
}

/** The server's answer is missing. */
export interface NotAttested extends Error {
  readonly name: 'NotAttested';
  /**
   * `refused`: for good, the entry is a dead letter. `halted`: the key or the credits, the entry is kept. `waiting`: the
   * time to wait is over, the entry is kept and still delivered. `aborted`: the caller gave up, the same. `closed`: the
   * connection was closed, the entry is kept by the outbox. `unreachable`: the server is away, and what was asked for is
   * not kept (registration, start, reads). `off`: attestation is off. `ended`: the session was stopped.
   */
  readonly reason: 'refused' | 'halted' | 'waiting' | 'aborted' | 'closed' | 'unreachable' | 'off' | 'ended';
  /** The server's error code where it answered. */
  readonly code: string | null;
  /** Idempotency key of the entry; null where there is none. */
  readonly key: string | null;
}
