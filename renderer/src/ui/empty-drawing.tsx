import type { ReactNode } from 'react';

/** Two cards behind a tile that holds the sign of what would be here. Lines in the theme's colours; decorative. */
export function EmptyDrawing({ children }: { readonly children?: ReactNode }) {
  return (
    <div aria-hidden="true" className="relative h-26 w-44">
      <svg viewBox="0 0 176 104" width={176} height={104} fill="none" className="absolute inset-0" role="presentation">
        <rect x="34.5" y="8.5" width="108" height="72" rx="8" className="fill-sunken stroke-line" />
        <rect x="22.5" y="20.5" width="132" height="76" rx="8" className="fill-page stroke-line" />
        <path
          d="M36 36h34M36 80h22M118 80h22M126 36h14"
          strokeWidth="3"
          strokeLinecap="round"
          className="stroke-line"
        />
        <path d="M23 48.5h131M23 68.5h131" className="stroke-line" />
        <path d="M158 10v8M154 14h8M14 84v6M11 87h6" strokeLinecap="round" className="stroke-line-strong" />
      </svg>
      <div className="absolute start-16 top-[34px] flex size-12 items-center justify-center rounded-lg border border-line bg-page text-accent shadow-raised [&_svg]:size-5">
        {children}
      </div>
    </div>
  );
}
