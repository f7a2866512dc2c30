import { GUIDES } from 'virtual:guides';
import { Blocks, HasLinks } from './blocks.tsx';
import { plain } from './guide.ts';

/** One part of a guide, or all of it where no part is named, to be read beside something else: its links are text. */
export function GuideExcerpt({ place }: { readonly place: string }) {
  const [id, part] = place.split('#');
  const guide = GUIDES.find((one) => one.id === id);
  const parts = guide?.parts.filter((one) => part === undefined || one.id === part) ?? [];
  return parts.map((one) => (
    <section key={one.id} className="mb-6 space-y-3">
      <h3 className="text-14">{one.id === '' ? guide?.title : plain(one.title)}</h3>
      <HasLinks value={false}>
        <Blocks blocks={one.blocks} about={plain(one.title)} />
      </HasLinks>
    </section>
  ));
}
