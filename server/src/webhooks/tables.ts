import type { Generated } from 'kysely';

/** Webhooks and their deliveries. */
export interface WebhookTables {
  /** One for each project, and one for all others: `project_id` null. `envelope` is the sealed secret of its MAC. */
  webhooks: {
    id: string;
    project_id: string | null;
    url: string;
    allow_private: 0 | 1;
    envelope: Uint8Array;
    created_at: number;
    changed_at: number;
    /** MAC of the row (S35); null where none was made. */
    seal: Generated<Uint8Array | null>;
  };
  webhook_deliveries: {
    /** Counts up: the order of the list. */
    position: number;
    id: string;
    /** null where the webhook was removed. */
    webhook_id: string | null;
    project_id: string;
    event: string;
    /** JSON, as it is sent. */
    body: string;
    state: 'queued' | 'delivered' | 'dead';
    attempts: number;
    /** Of `queued`: not before. */
    next_attempt_at: number;
    /** HTTP status of the last answer; null where there was none. */
    last_status: number | null;
    last_error: string | null;
    created_at: number;
    finished_at: number | null;
  };
}
