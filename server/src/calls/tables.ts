/** Calls. */
export interface CallTables {
  calls: {
    id: string;
    project_id: string;
    /** Who pays its minutes. */
    account_id: string;
    /** The participants' names, and what else was fixed at the opening, sealed by the master key. */
    envelope: Uint8Array;
    security_level: 'L1' | 'L3' | 'L5';
    is_recorded: 0 | 1;
    /** How many were sent: the sequence of the newest. */
    messages: number;
    /** Minutes that were charged. */
    minutes: number;
    created_at: number;
    expires_at: number;
    /** null while nobody and nothing has ended it; time may have. */
    ended_at: number | null;
    end_reason: 'ended' | 'expired' | 'credits' | 'restored' | null;
    /** The signed end; null until it is signed. */
    end_record: string | null;
    end_signature: string | null;
  };
  call_messages: {
    call_id: string;
    /** Counts from 1 within the call. */
    sequence: number;
    kind: 'offer' | 'answer' | 'candidate' | 'key_exchange' | 'caption';
    /** Kind, sender, receiver and time, sealed by the master key. */
    envelope: Uint8Array;
    /** What was sent, sealed too; null once the call is over, but for captions and the key exchange. */
    payload: Uint8Array | null;
  };
  /** The newest transcript of each call. */
  call_transcripts: {
    call_id: string;
    id: string;
    /** The signed text, sealed by the master key. */
    envelope: Uint8Array;
    signature: string;
    created_at: number;
  };
}
