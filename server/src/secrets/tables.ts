/** Secrets, their challenges and their audit. */
export interface SecretTables {
  /** One row for each version of a secret. */
  secret_versions: {
    id: string;
    project_id: string;
    /** Counts up within the project: the order of the list. */
    position: number;
    /** Id of version 1. */
    family: string;
    version: number;
    previous_id: string | null;
    name: string;
    provider: string;
    environment: string;
    vault: string;
    /** JSON. */
    tags: string;
    /** null: never due. */
    rotation_days: number | null;
    rotation_due_at: number | null;
    masked_display: string;
    key_prefix: string;
    /** The seed of the version's own ML-KEM key, sealed by the master key. null, as the box is, once destroyed. */
    envelope: Uint8Array | null;
    /** The box over the value under that key. */
    kem_ciphertext: Uint8Array | null;
    nonce: Uint8Array | null;
    ciphertext: Uint8Array | null;
    created_at: number;
    /** null: the newest version. */
    superseded_at: number | null;
    deleted_at: number | null;
    /** Id of the version whose deletion this was. */
    deleted_with: string | null;
    destroyed_at: number | null;
  };
  /** Open challenges. An attempt removes its own. */
  secret_challenges: {
    challenge: Uint8Array;
    project_id: string;
    secret_id: string;
    salt: Uint8Array;
    expires_at: number;
  };
  /** The audit of each project's secrets: hash chains of signed statements. Every position counts from 1. */
  secret_audit: {
    project_id: string;
    position: number;
    action: string;
    /** Empty for what concerns the chain itself. */
    secret_id: string;
    /** Counts within project and action, and so on: a page of a filtered list is a range. */
    action_position: number;
    secret_position: number;
    secret_action_position: number;
    /** The signed body as JSON. */
    body: string;
    /** Empty where a later entry is signed for this one. */
    signature: string;
    /** Position of that entry; null where this one is signed. */
    signed_position: number | null;
  };
  /** Chains that a restore has left to be told so. */
  secret_audit_notices: { project_id: string; restored_at: number };
}
