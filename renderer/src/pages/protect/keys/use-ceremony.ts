import type { ceremony } from '@touchstone/core/api/crypto/ceremony.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { useEffect, useState } from 'react';
import { holdUnsaved } from '../../../lib/window/unsaved.ts';
import type { CeremonyRecord } from './ceremony-files.ts';
import { type EnteredShares, useEnteredShares } from './use-entered-shares.ts';

export interface DealtCeremony {
  readonly record: CeremonyRecord;
  readonly recordText: string;
  readonly shares: OutputOf<typeof ceremony.init>['participant_shares'];
  /** Whether each share opens only under its participant's key. */
  readonly isSealed: boolean;
}

export interface CeremonyState {
  /** Null where no share is to be handed out. */
  readonly dealt: DealtCeremony | null;
  /** Whether shares are left that are nowhere else. */
  readonly hasShares: boolean;
  readonly begin: (made: DealtCeremony) => void;
  /** The first share was handed out: it is forgotten. */
  readonly handedOut: () => void;
  readonly finish: () => void;
  /** Text of the record of the ceremony whose shares are brought together. */
  readonly record: string;
  readonly setRecord: (text: string) => void;
  readonly shares: EnteredShares;
}

/** What a ceremony holds as long as the page is open: the shares that are handed out, and those that are brought together. */
export function useCeremony(): CeremonyState {
  const [dealt, setDealt] = useState<DealtCeremony | null>(null);
  const [record, setRecord] = useState('');
  const shares = useEnteredShares();
  const hasShares = dealt !== null && dealt.shares.length > 0;
  useEffect(() => (hasShares ? holdUnsaved(() => true) : undefined), [hasShares]);
  return {
    dealt,
    hasShares,
    begin(made) {
      setDealt(made);
      setRecord(made.recordText);
    },
    handedOut: () => setDealt(dealt === null ? null : { ...dealt, shares: dealt.shares.slice(1) }),
    finish: () => setDealt(null),
    record,
    setRecord,
    shares,
  };
}
