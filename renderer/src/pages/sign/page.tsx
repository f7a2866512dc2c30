import { PageHeading } from '../../ui/page-heading.tsx';
import { Hybrid } from './hybrid.tsx';
import { MlDsa } from './ml-dsa.tsx';
import { MlKem } from './ml-kem.tsx';
import { useSignSearch } from './search.ts';
import { SignTabs } from './sign-tabs.tsx';
import { ThreeFamily } from './three-family.tsx';

/** Sign: the signing service and the signature and key-encapsulation operations, by hand. */
export function SignPage() {
  const { search, setSearch } = useSignSearch();
  return (
    <>
      <PageHeading
        title="Sign"
        lead="Signatures and key encapsulation by hand, with the keys of the service, of this project, or your own. What you enter stays on this machine and is forgotten when you leave the page."
      />
      <SignTabs
        selected={search.tab}
        onSelect={(tab) => setSearch({ tab })}
        tabs={{
          'three-family': { title: 'Three families', content: <ThreeFamily /> },
          hybrid: {
            title: 'Hybrid layers',
            content: <Hybrid schemeName={search.scheme} onScheme={(scheme) => setSearch({ scheme })} />,
          },
          'ml-dsa': { title: 'ML-DSA', content: <MlDsa /> },
          'ml-kem': { title: 'Key encapsulation', content: <MlKem /> },
        }}
      />
    </>
  );
}
