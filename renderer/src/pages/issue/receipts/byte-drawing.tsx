import { GroupedText } from '../../../ui/hash-text.tsx';
import type { BytePart } from './byte-layout.ts';

/** Bytes as a ruler of their parts, in proportion, and under it the parts one by one. */
export function ByteDrawing({ parts, label }: { readonly parts: readonly BytePart[]; readonly label: string }) {
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <div>
      <svg
        role="img"
        aria-label={`${label}: ${parts.map(({ name, bytes }) => `${name} ${bytes}`).join(', ')}; ${total} bytes in all`}
        viewBox={`0 0 ${total} 4`}
        preserveAspectRatio="none"
        className="block h-6 w-full rounded-sm border border-line-strong"
      >
        {parts.map(({ name, offset, bytes }, index) => (
          <rect
            key={name}
            x={offset}
            y={0}
            width={bytes}
            height={4}
            className={index % 2 === 0 ? 'fill-accent-soft stroke-line-strong' : 'fill-sunken stroke-line-strong'}
            strokeWidth={1}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <ol className="mt-2 divide-y divide-line">
        {parts.map(({ name, offset, bytes, hex, says }, index) => (
          <li key={name} className="grid gap-x-4 py-1.5 sm:grid-cols-[200px_88px_1fr]" data-part={name}>
            <span className="flex items-center gap-2 font-medium">
              <span
                aria-hidden="true"
                className={`size-3 shrink-0 border border-line-strong ${index % 2 === 0 ? 'bg-accent-soft' : 'bg-sunken'}`}
              />
              {name}
            </span>
            <span className="text-13 text-muted tabular-nums sm:leading-6">
              {bytes === 1 ? `byte ${offset}` : `bytes ${offset}–${offset + bytes - 1}`}
            </span>
            <span className="min-w-0">
              <GroupedText value={hex} />
              {says !== null && <span className="block text-13 text-muted tabular-nums sm:inline">{says}</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
