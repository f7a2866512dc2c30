/** Blocks and anchors of the embedded ledger, and what its wallets paid each other. */
export interface LedgerTables {
  /** The embedded ledger. Heights count from 1 on each chain. */
  ledger_blocks: {
    chain: string;
    height: number;
    /** SHA3-256 of the header, hex. */
    hash: string;
    /** JCS. */
    header: string;
    signature: string;
    ledger_id: string;
    /** How many anchors it covers. */
    anchors: number;
    /** Confirmations that they need. */
    depth: number;
    created_at: number;
  };
  ledger_anchors: {
    chain: string;
    /** Counts from 1 on each chain. */
    position: number;
    /** In the chain's own form. */
    tx: string;
    /** The ledger that accepted it. */
    ledger_id: string;
    kind: string;
    /** 64 hex digits. */
    commitment: string;
    accepted_at: number;
    /** The height of its block; null until it is in one. */
    block: number | null;
  };
  /** Each payment takes two: of who pays, and of who is paid. */
  wallet_movements: {
    chain: string;
    mint: string;
    address: string;
    /** Counts from 1 for each wallet and mint. */
    position: number;
    /** Millionths of a token; negative for who pays. */
    change_micros: number;
    /** What the wallet holds afterwards. */
    balance_micros: number;
    /** What it was for: both rows have the same. */
    reference: string;
    moved_at: number;
  };
}
