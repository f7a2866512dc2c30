import type { ReactNode } from 'react';

/** Buttons of a step in a sheet: at its foot and in sight, however long the step is. */
export function SheetButtons({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 -mx-6 -mb-5 flex flex-wrap justify-end gap-2 border-t border-line bg-page px-6 py-3 max-[599px]:-mx-4 max-[599px]:px-4">
      {children}
    </div>
  );
}
