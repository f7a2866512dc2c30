import type { SettlementState } from '@touchstone/core/commerce/settlement.ts';

/** Invoices. */
export interface CommerceTables {
  invoices: {
    id: string;
    project_id: string;
    /** Counts from 1 within the project: the order of the list. */
    position: number;
    /** 64 hex digits. */
    commitment: string;
    chain: string;
    /** The transaction that anchors the commitment. */
    tx: string;
    /** The opening and who made it, sealed by the master key. */
    envelope: Uint8Array;
    /** As it was last written; what time has made of it says `settlementStateAt`. */
    state: SettlementState;
    /** null unless settled. */
    settlement_tx: string | null;
    settled_at: number | null;
    created_at: number;
    expires_at: number;
    /** null while it is listed. */
    hidden_at: number | null;
  };
}
