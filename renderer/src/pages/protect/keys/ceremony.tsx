import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { CeremonyInit, type DealtCeremony } from './ceremony-init.tsx';
import { Combine } from './combine.tsx';
import { HandOut } from './hand-out.tsx';

/** A key ceremony: a signing key split among people, its shares handed out one by one, and brought together to sign. */
export function Ceremony() {
  const [dealt, setDealt] = useState<DealtCeremony | null>(null);
  const [record, setRecord] = useState('');
  return (
    <div className="space-y-(--gap)">
      <div className="flex max-w-[90ch] items-start gap-2 rounded border border-inconclusive bg-inconclusive-soft px-3 py-2">
        <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-inconclusive" />
        <div className="space-y-1">
          <p>
            <span className="font-medium">The server is a trusted dealer.</span> It makes the key, splits it and forgets
            it. Whoever begins the ceremony without public keys of the participants sees every share once, in clear, and
            so could rebuild the key alone. With public keys each share opens only under its participant’s key.
          </p>
          <p>
            This is not threshold signing: to sign, enough shares are brought together, and the machine that rebuilds
            the key holds all of it for that moment. Do it on a machine that you trust, with the people present.
          </p>
        </div>
      </div>
      <CeremonyInit
        isWaiting={dealt !== null}
        onDealt={(made) => {
          setDealt(made);
          setRecord(made.recordText);
        }}
      />
      {dealt !== null && (
        <HandOut
          dealt={dealt}
          onHandedOut={() => setDealt({ ...dealt, shares: dealt.shares.slice(1) })}
          onDone={() => setDealt(null)}
        />
      )}
      <Combine record={record} onRecord={setRecord} />
    </div>
  );
}
