/** The entry of the SDK: agents, and the sessions that they open. */
import type { ConnectionOptions, DeliverOptions, DeliveryReport, WaitOptions } from './connection.ts';
import type { AgentReceipt, AgentType, RedactionLevel } from './receipt.ts';
import type { AgentSession, SessionOptions } from './session.ts';
import type { Proof, Verification } from './verification.ts';

export interface Registration {
  readonly name: string;
  /** `svc.agent.<org>.<domain>.<role>.<env>.<seq>`. */
  readonly canonicalName: string;
  readonly tenant: string;
  /** `autonomous` unless stated. */
  readonly agentType?: AgentType;
  /** `execute`, `use_tools` and `read_memory` unless stated. */
  readonly capabilities?: readonly string[];
  /** `metadata_only` unless stated. */
  readonly redactionLevel?: RedactionLevel;
}

/** A registered agent, or the registration of a new one. */
export type WhichAgent = { readonly agentId: string } | (Registration & { readonly agentId?: undefined });

export interface RegisteredAgent {
  readonly agentId: string;
  /** Null where the agent was named by its id, or attestation is off. */
  readonly registration: AgentReceipt | null;
  start(options?: SessionOptions & WaitOptions): Promise<AgentSession>;
  /** Goes on with a session that is open, for example after a restart of the agent. */
  resume(
    sessionId: string,
    options?: Pick<SessionOptions, 'memoryCheckpointInterval' | 'enforceScope'> & WaitOptions,
  ): Promise<AgentSession>;
  close(): Promise<void>;
}

/** Document 3, client rule 5, and its limits. */
export interface AgentDefaults {
  readonly attestation: boolean;
  readonly agentType: AgentType;
  readonly capabilities: readonly string[];
  readonly durationSeconds: number;
  readonly allowedTools: readonly string[];
  readonly forbiddenDataClasses: readonly string[];
  readonly maxTransactionValue: number;
  readonly jurisdiction: string;
  readonly redactionLevel: RedactionLevel;
  readonly memoryCheckpointInterval: number;
  readonly timeoutMs: number;
  readonly approvalThreshold: number;
  readonly approvalTimeoutSeconds: number;
}

export interface AgentEntry {
  /** Registers an agent. A canonical name is registered once: where it is known with the same facts, that agent is used. */
  register(options: Registration & ConnectionOptions & WaitOptions): Promise<RegisteredAgent>;
  /** The agent that has this id. Sends nothing but what waits in the outbox. */
  withId(agentId: string, options?: ConnectionOptions): RegisteredAgent;
  /** Registers the agent unless `agentId` is given, and opens a session. */
  start(options: WhichAgent & SessionOptions & ConnectionOptions & WaitOptions): Promise<AgentSession>;
  /** Goes on with a session that is open. */
  resume(
    options: { readonly agentId: string; readonly sessionId: string } & Pick<
      SessionOptions,
      'memoryCheckpointInterval' | 'enforceScope'
    > &
      ConnectionOptions &
      WaitOptions,
  ): Promise<AgentSession>;
  /**
   * Delivers what an outbox holds, for example that of an agent that will not run again; it opens and ends no session.
   * Rejects with NotAttested where that takes longer than `waitMs`, or where the key is refused; the outbox keeps the rest.
   */
  deliver(options: DeliverOptions): Promise<DeliveryReport>;
  /** Verifies a node without a key. */
  verify(nodeId: string, options?: Pick<ConnectionOptions, 'url' | 'timeoutMs'> & WaitOptions): Promise<Verification>;
  /**
   * Writes the service's public key sets to a file, without a key; `service.pqkeys.json` unless stated. Answers its path.
   * A verifier compares the fingerprints with what the service's operator told him on another way.
   */
  saveKeySets(path?: string, options?: Pick<ConnectionOptions, 'url' | 'timeoutMs'> & WaitOptions): Promise<string>;
  /** The public proof of a node, without a key. */
  proof(nodeId: string, options?: Pick<ConnectionOptions, 'url' | 'timeoutMs'> & WaitOptions): Promise<Proof>;
}
