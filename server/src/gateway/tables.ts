import type { Generated } from 'kysely';

/** Targets of the gateway and the keys bound to them. */
export interface GatewayTables {
  /** Where the gateway may carry keys. A target that counts as new is a new row. */
  gateway_targets: {
    id: string;
    project_id: string;
    /** `target_id` on the wire. */
    name: string;
    base_url: string;
    auth_header: string;
    auth_template: string;
    /** JSON arrays. */
    allowed_paths: string;
    allowed_methods: string;
    allowed_headers: string;
    rate_limit: number;
    allow_private: 0 | 1;
    total_proxied: number;
    created_at: number;
    /** MAC of the row (S35); null where none was made. */
    seal: Generated<Uint8Array | null>;
  };
  /** Keys that were used with a target by somebody who may. */
  gateway_bindings: {
    gateway_target_id: string;
    key_id: string;
    created_at: number;
    seal: Generated<Uint8Array | null>;
  };
}
