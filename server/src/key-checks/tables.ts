/** Keys that are enrolled for verification under encryption. */
export interface KeyCheckTables {
  key_enrolments: {
    /** `fhe_enroll_…`. */
    id: string;
    project_id: string;
    /** The managed key, `key_…`. */
    key_id: string;
    purpose: string;
    /** Ids of API keys, a JSON list; empty: all of the project. */
    allowed_verifiers: string;
    /** The secret key of the pair and the encrypted digest, sealed (`at-rest.ts`). */
    envelope: Uint8Array;
    /** Attempts without a match. */
    non_matches: number;
    created_at: number;
  };
  key_challenges: {
    challenge: Uint8Array;
    project_id: string;
    /** The API key that asked, or what else asked. */
    actor: string;
    expires_at: number;
  };
  /** Which enrolments have taken a challenge. */
  key_challenge_uses: {
    challenge: Uint8Array;
    enrolment_id: string;
  };
}
