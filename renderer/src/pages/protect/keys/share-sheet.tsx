import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { CeremonyRecord } from './ceremony-files.ts';
import type { DealtCeremony } from './ceremony-init.tsx';
import './share-sheet.css';

export interface ShareSheetProps {
  readonly record: CeremonyRecord;
  readonly share: DealtCeremony['shares'][number];
  readonly isSealed: boolean;
  /** Called once the sheet stands in the document. */
  readonly onShown: () => Promise<void>;
}

/** The one sheet of paper for a participant. On the screen it is not to be seen; printed, it is all there is. */
export function ShareSheet({ record, share, isSealed, onShown }: ShareSheetProps) {
  const shown = useRef(onShown);
  useEffect(() => {
    void shown.current();
  }, []);
  return createPortal(
    <section className="share-sheet" data-testid="share-sheet">
      <h1>Share of a signing key</h1>
      <p>
        Ceremony {record.ceremonyId}, participant {share.participant} of {record.participants}
      </p>
      <p>
        {record.threshold} of these shares rebuild the {record.algorithm} key.{' '}
        {isSealed
          ? 'This one is sealed: only the secret key of its participant opens it.'
          : 'Keep this paper secret and apart from the others.'}
      </p>
      <h2>Share</h2>
      <pre>{share.share}</pre>
      <h2>Commitment</h2>
      <pre>{share.commitment}</pre>
    </section>,
    document.body,
  );
}
