import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Disclosure as AriaDisclosure, Button, DisclosurePanel, Heading } from 'react-aria-components';

export interface DisclosureProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly defaultOpen?: boolean;
  /** Level of the heading that holds the button. */
  readonly level?: 2 | 3 | 4;
}

/** A section that opens and closes. Its contents are rendered when it is opened first. */
export function Disclosure({ title, children, defaultOpen = false, level = 3 }: DisclosureProps) {
  return (
    <AriaDisclosure defaultExpanded={defaultOpen} className="group rounded border border-line bg-surface">
      {({ isExpanded }) => (
        <>
          <Heading level={level}>
            <Button
              slot="trigger"
              className="flex min-h-(--control) w-full cursor-default items-center gap-2 rounded px-3 py-1.5 text-start font-medium data-hovered:bg-sunken"
            >
              <ChevronRight aria-hidden size={16} className={`shrink-0 text-muted ${isExpanded ? 'rotate-90' : ''}`} />
              <span className="min-w-0 flex-1">{title}</span>
            </Button>
          </Heading>
          <DisclosurePanel className="px-3 data-[hidden]:hidden">
            {isExpanded && <div className="border-t border-line py-3">{children}</div>}
          </DisclosurePanel>
        </>
      )}
    </AriaDisclosure>
  );
}
