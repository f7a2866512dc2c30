import { useLockCount } from '../../../parts/lock/use-auto-lock.ts';
import { KeptTabs } from '../../../ui/kept-tabs.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Hybrid } from './hybrid.tsx';
import { MlDsa } from './ml-dsa.tsx';
import { MlKem } from './ml-kem.tsx';
import { useSignSearch } from './search.ts';
import { ThreeFamily } from './three-family.tsx';

/** Sign: the signing service and the signature and key-encapsulation operations, by hand. */
export function SignPage() {
  const { search, setSearch } = useSignSearch();
  const locks = useLockCount();
  return (
    <>
      <PageHeading
        title="Sign"
        lead="Signatures and key encapsulation by hand, with the keys of the service, of this project, or your own. What you enter stays on this machine and is forgotten when you leave the page."
      />
      <KeptTabs
        key={locks}
        label="Ways to sign"
        selected={search.tab}
        onSelect={(tab) => setSearch({ tab })}
        tabs={[
          { id: 'three-family', title: 'Three families', content: <ThreeFamily /> },
          {
            id: 'hybrid',
            title: 'Hybrid layers',
            content: <Hybrid schemeName={search.scheme} onScheme={(scheme) => setSearch({ scheme })} />,
          },
          { id: 'ml-dsa', title: 'ML-DSA', content: <MlDsa /> },
          { id: 'ml-kem', title: 'Key encapsulation', content: <MlKem /> },
        ]}
      />
    </>
  );
}
