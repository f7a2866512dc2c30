/** Receipts as the server answers them, and the words in them: the names of the documents. */

export type AgentType = 'autonomous' | 'supervised' | 'tool_only' | 'sub_agent' | 'human_in_loop';
export type RedactionLevel = 'full' | 'metadata_only' | 'hash_only' | 'redacted';
export type ToolCallStatus = 'success' | 'failure' | 'timeout' | 'denied' | 'pending';
export type ExposureStatus = 'clean' | 'exposed' | 'quarantined' | 'unknown';
export type ApprovalState = 'pending' | 'approved' | 'denied' | 'expired';

/** The limits of a session as they are enforced; null is unrestricted, an empty list of tools allows none. */
export interface SessionScope {
  readonly allowed_tools: readonly string[] | null;
  readonly forbidden_data_classes: readonly string[] | null;
  readonly jurisdiction: string | null;
  readonly max_value: number | null;
}

/** Where something comes from that was recorded elsewhere; kept in the receipt, whose time is that of the import. */
export interface Origin {
  readonly source: 'otel';
  readonly trace_id?: string;
  readonly span_id?: string;
  readonly started_at?: string;
  readonly ended_at?: string;
}

/** The members of `details` that the kinds of receipts have. */
export interface ReceiptDetails {
  readonly metadata?: Readonly<Record<string, string>>;
  readonly imported?: Readonly<Record<string, unknown>>;
  readonly value?: number;
  readonly jurisdiction?: string;
  readonly status?: ToolCallStatus | ExposureStatus;
  readonly allowed?: boolean;
  readonly rule?: string | null;
  readonly approval_id?: string;
  readonly state?: ApprovalState;
  readonly child_session_id?: string;
  readonly scope?: SessionScope;
  readonly root?: string;
  readonly count?: number;
  readonly [name: string]: unknown;
}

/** What every attested act answers: a node of the session's chain. */
export interface AgentReceipt {
  readonly node_id: string;
  readonly agent_id: string;
  readonly session_id: string | null;
  readonly timestamp: string;
  readonly action_type: string;
  readonly action_summary: string;
  readonly input_hash: string;
  readonly output_hash: string;
  readonly parent_hash: string | null;
  readonly signature_status: 'valid' | 'invalid' | 'unsigned' | 'expired';
  readonly svc_74_status: 'anchored' | 'pending' | 'unavailable';
  readonly verification_url: string;
  readonly details: ReceiptDetails;
}
