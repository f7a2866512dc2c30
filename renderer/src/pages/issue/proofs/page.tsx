import { ScanSearch } from 'lucide-react';
import { useState } from 'react';
import { useLockCount } from '../../../parts/lock/use-auto-lock.ts';
import { Page } from '../../../parts/page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { words } from '../../../words/issue/proofs.ts';
import { CheckSheet } from './check-sheet.tsx';
import { CheckedCommitment } from './checked-commitment.tsx';
import { ClaimGallery } from './claim-gallery.tsx';
import { ClaimSheet } from './claim-sheet.tsx';
import { CLAIMS } from './claims.ts';
import { ProofDetail } from './detail.tsx';
import { type Expectation, NOTHING_EXPECTED } from './expectation.ts';
import { ProofList } from './list.tsx';
import { useListFacts } from './list-facts.tsx';
import { keepMade } from './queries.ts';
import { useProofsSearch } from './search.ts';

/** Proofs: claims to choose from, those that were proven, and the check that a relying party makes. */
export function ProofsPage() {
  // Whatever held a secret goes with each lock.
  const locks = useLockCount();
  return <Proofs key={locks} />;
}

function Proofs() {
  const { search, setSearch } = useProofsSearch();
  // What a relying party expects is in no address; it is kept as long as the page is open.
  const [expected, setExpected] = useState<Expectation>(NOTHING_EXPECTED);
  const { act, claim, proof, checked, chain = 'solana' } = search;
  const close = () => setSearch({ act: undefined, claim: undefined });
  return (
    <>
      {proof !== undefined ? (
        <ProofDetail key={proof} commitment={proof} />
      ) : checked !== undefined ? (
        <CheckedCommitment key={`${checked} ${chain}`} commitment={checked} chain={chain} expected={expected} />
      ) : (
        <AllProofs />
      )}
      {CLAIMS.map((one) => (
        <ClaimSheet
          key={one.type}
          claim={one}
          act={one.type === claim && (act === 'new' || act === 'sample') ? act : null}
          onClose={close}
          onMade={(made) => {
            keepMade(made);
            setSearch({ act: undefined, claim: undefined, checked: undefined, proof: made.commitment });
          }}
        />
      ))}
      <CheckSheet
        isOpen={act === 'check'}
        onClose={close}
        commitment={checked ?? proof}
        chain={chain}
        onCheck={(sought) => {
          setExpected(sought.expected);
          setSearch({ act: undefined, proof: undefined, checked: sought.commitment, chain: sought.chain }, 'push');
        }}
      />
    </>
  );
}

function AllProofs() {
  const { setSearch } = useProofsSearch();
  const facts = useListFacts();
  return (
    <Page
      title={words.title}
      lead={words.lead}
      facts={facts}
      action={
        <Button
          variant="primary"
          icon={<ScanSearch aria-hidden size={15} />}
          onPress={() => setSearch({ act: 'check' }, 'push')}
        >
          {words.verify.verb}
        </Button>
      }
    >
      <div className="space-y-8">
        <ClaimGallery onOpen={(claim) => setSearch({ act: 'new', claim }, 'push')} />
        <ProofList onSample={() => setSearch({ act: 'sample', claim: 'age_threshold' }, 'push')} />
      </div>
    </Page>
  );
}
