import { Download, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { downloadText, printPage } from '../../../lib/window/download.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { SecretText } from '../../../parts/secret/secret-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { fileNameOf, shareText } from './ceremony-files.ts';
import type { DealtCeremony } from './ceremony-init.tsx';
import { ShareSheet } from './share-sheet.tsx';

export interface HandOutProps {
  /** `shares` are those that are still to be handed out. */
  readonly dealt: DealtCeremony;
  /** The first share was handed out: it is to be forgotten. */
  readonly onHandedOut: () => void;
  readonly onDone: () => void;
}

/** The shares of a new ceremony, one after the other: each is shown once and forgotten when the next one comes. */
export function HandOut({ dealt, onHandedOut, onDone }: HandOutProps) {
  const { record, isSealed, shares: left } = dealt;
  const [isPrinting, setPrinting] = useState(false);
  // Whose share was taken: a second press on the button must not lose the next one.
  const [taken, setTaken] = useState(0);
  const announce = useAnnounce();
  const [current] = left;
  const file = fileNameOf(record.ceremonyId);
  const saveRecord = (
    <Button
      icon={<Download aria-hidden size={15} />}
      onPress={() => void downloadText(`${file}.ceremony.json`, dealt.recordText)}
    >
      Save the record
    </Button>
  );
  const hasShares = left.length > 0;
  useEffect(() => {
    if (!hasShares) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [hasShares]);
  const goOn = () => {
    onHandedOut();
    const next = left[1];
    announce(next === undefined ? 'All shares are handed out' : `Now the share of participant ${next.participant}`);
  };
  return (
    <Panel
      title="Hand out the shares"
      lead={
        isSealed
          ? 'Each share is sealed: only its participant’s secret key opens it, so it may travel as it is.'
          : 'Let each participant come to this screen alone. A share is shown once, here, and the server has not kept it.'
      }
    >
      <FactList>
        <Fact name="Ceremony">
          <FileText text={record.ceremonyId} />
        </Fact>
        <Fact name="Key">
          {record.algorithm}; {record.threshold} of {record.participants} shares rebuild it
        </Fact>
      </FactList>
      <LongValue value={record.publicKey} label="public key of the ceremony" />
      <div className="flex flex-wrap items-center gap-2">
        {saveRecord}
        <span className="min-w-0 flex-1 basis-64 text-13 text-muted">
          The record is public: public key, threshold and commitments. With it a rebuilt key is checked and a wrong
          share is named.
        </span>
      </div>
      {current === undefined ? (
        <div className="space-y-2 border-t border-line pt-3">
          <p className="font-medium">All shares are handed out, and this window has forgotten them.</p>
          <Button variant="primary" onPress={onDone}>
            Finish
          </Button>
        </div>
      ) : (
        <section
          key={current.participant}
          aria-label={`Share of participant ${current.participant}`}
          className="space-y-3 border-t border-line pt-3"
          data-participant={current.participant}
        >
          <h3 className="text-14">
            Participant {current.participant} of {record.participants}
          </h3>
          {isSealed ? (
            <LongValue value={current.share} label={`sealed share of participant ${current.participant}`} />
          ) : (
            <SecretText value={current.share} label={`Share of participant ${current.participant}`} />
          )}
          <div>
            <p className="text-13 text-muted">Commitment, which says nothing about the share</p>
            <HashText value={current.commitment} label={`commitment of participant ${current.participant}`} />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              icon={<Download aria-hidden size={15} />}
              onPress={() =>
                void downloadText(
                  `${file}.share-${current.participant}.json`,
                  shareText({ ceremonyId: record.ceremonyId, participant: current.participant, share: current.share }),
                )
              }
            >
              Save this share
            </Button>
            <Button icon={<Printer aria-hidden size={15} />} onPress={() => setPrinting(true)}>
              Print this share
            </Button>
          </div>
          <CheckRow
            isSelected={taken === current.participant}
            onChange={(isTaken) => setTaken(isTaken ? current.participant : 0)}
            label={`Participant ${current.participant} has taken this share`}
            description="The next step forgets it for good. Leaving the page, or leaving it alone until it locks, forgets all that are left."
          />
          <Button variant="primary" isDisabled={taken !== current.participant} onPress={goOn}>
            {left.length > 1 ? 'Forget it and go to the next' : 'Forget it'}
          </Button>
          {!isSealed && (
            <p className="text-13 text-muted">
              A saved or printed share is as secret as the share itself: whoever finds {record.threshold} of them has
              the key.
            </p>
          )}
          {isPrinting && (
            <ShareSheet
              record={record}
              share={current}
              isSealed={isSealed}
              onShown={async () => {
                await printPage(`${file}.share-${current.participant}.pdf`);
                setPrinting(false);
              }}
            />
          )}
        </section>
      )}
    </Panel>
  );
}
