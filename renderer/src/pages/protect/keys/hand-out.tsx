import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { downloadText, printPage } from '../../../parts/download/download.ts';
import { SecretText } from '../../../parts/secret/secret-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/protect/ceremony.ts';
import { fileNameOf, shareText } from './ceremony-files.ts';
import { ShareSheet } from './share-sheet.tsx';
import type { DealtCeremony } from './use-ceremony.ts';

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
  const { handOut } = words;
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
      {handOut.saveRecord}
    </Button>
  );
  const goOn = () => {
    onHandedOut();
    const next = left[1];
    announce(next === undefined ? handOut.done : handOut.now(next.participant));
  };
  return (
    <Section title={handOut.title} lead={isSealed ? handOut.sealed : handOut.plain}>
      <div className="space-y-3">
        <FactList>
          <Fact name={words.record.ceremony}>
            <FileText text={record.ceremonyId} />
          </Fact>
          <Fact name={words.record.key}>
            {words.record.keyOf(record.algorithm, record.threshold, record.participants)}
          </Fact>
        </FactList>
        <LongValue value={record.publicKey} label={handOut.publicKey} />
        <div className="flex flex-wrap items-center gap-2">
          {saveRecord}
          <span className="min-w-0 flex-1 basis-64 text-13 text-muted">{handOut.recordNote}</span>
        </div>
        {current === undefined ? (
          <div className="space-y-2 border-t border-line pt-3">
            <p className="font-medium">{handOut.all}</p>
            <Button variant="primary" onPress={onDone}>
              {handOut.finish}
            </Button>
          </div>
        ) : (
          <section
            key={current.participant}
            aria-label={handOut.section(current.participant)}
            className="space-y-3 border-t border-line pt-3"
            data-participant={current.participant}
          >
            <h3 className="text-14">{handOut.heading(current.participant, record.participants)}</h3>
            {isSealed ? (
              <LongValue value={current.share} label={handOut.sealedLabel(current.participant)} />
            ) : (
              <SecretText value={current.share} label={handOut.section(current.participant)} />
            )}
            <div>
              <p className="text-13 text-muted">{handOut.commitment}</p>
              <HashText value={current.commitment} label={handOut.commitmentLabel(current.participant)} />
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                icon={<Download aria-hidden size={15} />}
                onPress={() =>
                  void downloadText(
                    `${file}.share-${current.participant}.json`,
                    shareText({
                      ceremonyId: record.ceremonyId,
                      participant: current.participant,
                      share: current.share,
                    }),
                  )
                }
              >
                {handOut.save}
              </Button>
              <Button icon={<Printer aria-hidden size={15} />} onPress={() => setPrinting(true)}>
                {handOut.print}
              </Button>
            </div>
            <CheckRow
              isSelected={taken === current.participant}
              onChange={(isTaken) => setTaken(isTaken ? current.participant : 0)}
              label={handOut.taken(current.participant)}
              description={handOut.takenHint}
            />
            <Button variant="primary" isDisabled={taken !== current.participant} onPress={goOn}>
              {left.length > 1 ? handOut.next : handOut.last}
            </Button>
            {!isSealed && <p className="text-13 text-muted">{handOut.secrecy(record.threshold)}</p>}
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
      </div>
    </Section>
  );
}
