import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { words } from '../../../words/protect/ceremony.ts';
import type { CeremonyRecord } from './ceremony-files.ts';
import type { DealtCeremony } from './use-ceremony.ts';
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
  const { sheet } = words;
  const shown = useRef(onShown);
  useEffect(() => {
    void shown.current();
  }, []);
  return createPortal(
    <section className="share-sheet" data-testid="share-sheet">
      <h1>{sheet.title}</h1>
      <p>{sheet.of(record.ceremonyId, share.participant, record.participants)}</p>
      <p>
        {sheet.rebuild(record.threshold, record.algorithm)} {isSealed ? sheet.sealed : sheet.secret}
      </p>
      <h2>{sheet.share}</h2>
      <pre>{share.share}</pre>
      <h2>{sheet.commitment}</h2>
      <pre>{share.commitment}</pre>
    </section>,
    document.body,
  );
}
