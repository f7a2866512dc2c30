import type { Generated } from 'kysely';

/** Platform users, their sessions and devices, and the platform's audit log. */
export interface PlatformTables {
  platform_users: {
    id: string;
    project_id: string;
    email: string;
    display_name: string;
    /** JSON: what the user said about biometry at registration; null where nothing. */
    biometric: string | null;
    created_at: number;
  };
  platform_sessions: {
    /** `tok_…`, the part of the token that may be shown. */
    id: string;
    user_id: string;
    /** Of the whole token (`platform-sessions.ts`), 32 bytes. */
    token_hash: Uint8Array;
    created_at: number;
    expires_at: number;
  };
  /** Open challenges. An attempt removes its own. */
  platform_challenges: {
    id: string;
    project_id: string;
    /** null: any user of the project may answer. */
    user_id: string | null;
    challenge: Uint8Array;
    expires_at: number;
  };
  device_credentials: {
    project_id: string;
    /** Base64. */
    id: string;
    user_id: string;
    type: string;
    /** Of an authenticator, or a key that some program holds. */
    form: 'webauthn' | 'raw';
    /** The host name that a passkey belongs to; a key that some program holds belongs to none. */
    rp_id: string;
    /** SubjectPublicKeyInfo. */
    public_key: Uint8Array;
    /** Of the last answer that held. */
    sign_count: number;
    device_id: string;
    device_name: string;
    device_platform: string;
    created_at: number;
    last_used_at: number | null;
    /** MAC of the row (S35); null where none was made. */
    seal: Generated<Uint8Array | null>;
  };
  /** The platform's audit log: a hash chain of signed statements for each project. The database refuses to change it. */
  platform_audit: {
    project_id: string;
    /** Counts from 1 within the project. */
    position: number;
    id: string;
    action: string;
    /** The signed body as JCS. */
    body: string;
    signature: string;
    /** Where its hash is anchored. */
    chain: string;
    tx: string;
    created_at: number;
  };
  /** Chains that a restore has left to be told so. */
  platform_audit_notices: { project_id: string; restored_at: number };
}
