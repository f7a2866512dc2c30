import type { Generated } from 'kysely';

/** Agents, their sessions, nodes, seals, approvals and forks. */
export interface AgentTables {
  /** What was registered; nothing but `sealed_at` ever changes. */
  agents: {
    /** Counts up: the order of the list. */
    position: number;
    id: string;
    project_id: string;
    name: string;
    canonical_name: string;
    tenant: string;
    agent_type: string;
    /** JSON. */
    capabilities: string;
    redaction_level: string;
    /** ML-DSA-65. */
    public_key: Uint8Array;
    /** Its 32-byte seed, sealed by the master key. */
    envelope: Uint8Array;
    /** The node of the registration, and its hash: the parent of every session's first node. */
    node_id: string;
    node_hash: Uint8Array;
    registered_at: number;
    /** When the registration was sealed; null until then. */
    sealed_at: number | null;
  };
  agent_sessions: {
    /** Counts up: the order of the list. */
    position: number;
    id: string;
    project_id: string;
    agent_id: string;
    /** Of a delegated session: where it was delegated, and by which node. */
    parent_session_id: string | null;
    parent_node_id: string | null;
    /** `SessionScope` as JSON, as it is enforced. */
    scope: string;
    duration_secs: number;
    started_at: number;
    /** Moves to an earlier moment when a parent ends. */
    expires_at: number;
    /** null unless an end node ends the chain. */
    ended_at: number | null;
    /** A restore found the session open; no one appends to it but the service, which ends it. */
    restored_at: number | null;
    is_imported: 0 | 1;
    /** How many nodes the chain has. */
    nodes: number;
    /** Hash and time of the newest. */
    head_hash: Uint8Array;
    last_time: number;
    /** Roots of the complete subtrees over the nodes before the end node (RFC 6962), the largest first. */
    tree: Uint8Array;
    sealed_at: number | null;
    /** Nodes of the chain that failed, were refused, or ran although forbidden, as `troubleOf` counts them. */
    failures: Generated<number>;
    denials: Generated<number>;
    violations: Generated<number>;
    /** The last check of the whole session: when, over how many nodes, and whether they held; null before the first. */
    checked_at: Generated<number | null>;
    checked_nodes: Generated<number | null>;
    checked_intact: Generated<0 | 1 | null>;
    /** The first node that did not hold, from 1; null where there is no such single node. */
    broken_sequence: Generated<number | null>;
  };
  /** The chains. The database refuses to change them. */
  agent_nodes: {
    /** Counts up over all projects. */
    position: number;
    id: string;
    project_id: string;
    agent_id: string;
    /** null for a registration. */
    session_id: string | null;
    /** Counts from 1 within the session; 1 for a registration. */
    sequence: number;
    /** `NodeKind`. */
    kind: string;
    time_ms: number;
    /** `AgentNode` as canonical JSON: what is hashed. */
    body: string;
    /** Canonical JSON whose SHA-256 is the node's `input_hash`; null where the caller states the hash. */
    opening: string | null;
    hash: Uint8Array;
    parent_hash: Uint8Array | null;
    /** ML-DSA-65 of the agent over the hashed bytes. */
    signature: Uint8Array;
    /** Its leaf in the service's log. */
    log_index: number;
  };
  /** One for each session that is over, and one for each registration. */
  agent_seals: {
    position: number;
    agent_id: string;
    /** null: the seal of the registration. */
    session_id: string | null;
    /** Canonical JSON; the payload of the receipt. */
    statement: string;
    receipt_id: string;
    /** 148 hex digits. */
    handle: string;
    root: Uint8Array;
    /** Where the receipt's on_chain_hash is anchored. */
    chain: string;
    tx: string;
    sealed_at: number;
  };
  agent_approvals: {
    position: number;
    /** The node of the request; the id of the approval. */
    node_id: string;
    project_id: string;
    session_id: string;
    /** JSON. */
    approvers: string;
    approver_count: number;
    threshold: number;
    /** The key that asked, `console` or `administrator`. */
    requested_by: string;
    requested_at: number;
    expires_at: number;
    /** Decisions so far. */
    approved: number;
    denied: number;
    /** Who votes with whoever asked: `api_keys.voter`, or `administration`. */
    voter: string;
    /** 1 where whoever asked may decide too. */
    allow_requester: number;
    /** Listed approvers that are keys and cannot vote any more: their voter asked, or voted under another name. */
    barred: number;
  };
  /** What forks were made of sessions. Their nodes are computed anew when they are asked for. */
  agent_forks: {
    /** Counts up over all projects. */
    position: number;
    id: string;
    project_id: string;
    session_id: string;
    /** The first node that was decided anew. */
    forked_from: string;
    /** `AgentPolicy` as JSON; null where none was laid over the scope. */
    policy: string | null;
    /** How many nodes the session had when the fork was made. */
    nodes: number;
    /** How many of them were decided anew. */
    simulated: number;
    /** How many of those differ. */
    divergences: number;
    /** The first of the differences, as JSON. */
    divergence: string;
    /** Whether the recorded chain held. */
    is_intact: 0 | 1;
    /** Hash of the last simulated node, under the tag of forks: whether the fork comes out the same again. */
    head_hash: Uint8Array;
    /** Bytes of what the row keeps of variable length. */
    size: number;
    /** By which it is computed again: `ForkRules`. */
    rules: 1 | 2;
    /** The key that asked, `console` or `administrator`. */
    made_by: string;
    made_at: number;
  };
  agent_decisions: {
    node_id: string;
    approval_id: string;
    approver: string;
    decision: 'approve' | 'deny';
    /** The key that decided, `console` or `administrator`. */
    decided_by: string;
    decided_at: number;
    /** Whose vote it was: `api_keys.voter`, or `administration`. */
    voter: string;
  };
  agent_policies: {
    scope: 'organisation' | 'team' | 'project';
    /** Name of the tenant, id of the project; empty for all of them. */
    target: string;
    /** `AgentPolicy` as JSON. */
    policy: string;
    updated_at: number;
    /** MAC of the row (S35); null where none was made. */
    seal: Generated<Uint8Array | null>;
  };
}
