import { useState } from 'react';
import { DENSITIES, setPreferences, THEMES, usePreferences } from '../../../lib/state/preferences.ts';
import { Page } from '../../../parts/page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import type { Demo } from './demo.ts';
import { DEMOS } from './demos.tsx';

const THEME_OPTIONS = THEMES.map((value) => ({ value, label: `Theme: ${value}` }));
const DENSITY_OPTIONS = DENSITIES.map((value) => ({ value, label: `Density: ${value}` }));

/** For developers, in their builds alone: every part of the kit with its states, what it is for and how it is written. */
export function KitPage() {
  const { theme, density } = usePreferences();
  const [isSplit, setSplit] = useState(true);
  return (
    <Page
      title="Kit"
      lead="What pages are made of. Each part says when it is used; its source says the rest."
      action={<Button onPress={() => setSplit(!isSplit)}>{isSplit ? 'One theme' : 'Both themes'}</Button>}
    >
      <div className="grid gap-10 min-[1000px]:grid-cols-[11rem_minmax(0,1fr)]">
        <nav aria-label="Parts of the kit" className="min-[1000px]:sticky min-[1000px]:top-6 min-[1000px]:self-start">
          <div className="mb-4 space-y-2">
            <Select
              label="Theme"
              hideLabel
              options={THEME_OPTIONS}
              value={theme}
              onChange={(value) => setPreferences({ theme: value })}
            />
            <Select
              label="Density"
              hideLabel
              options={DENSITY_OPTIONS}
              value={density}
              onChange={(value) => setPreferences({ density: value })}
            />
          </div>
          <ul className="space-y-px text-13">
            {DEMOS.map(({ name }) => (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => document.getElementById(idOf(name))?.scrollIntoView()}
                  className="w-full rounded px-2 py-1 text-start text-muted hover:bg-sunken hover:text-text"
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div className="space-y-12">
          {DEMOS.map((demo) => (
            <DemoView key={demo.name} demo={demo} themes={isSplit ? ['light', 'dark'] : [null]} />
          ))}
        </div>
      </div>
    </Page>
  );
}

interface DemoViewProps {
  readonly demo: Demo;
  /** Null for the theme of the console. */
  readonly themes: readonly ('light' | 'dark' | null)[];
}

function DemoView({ demo, themes }: DemoViewProps) {
  const { name, file, use, source, isWide = false, View } = demo;
  return (
    <section aria-labelledby={idOf(name)} className="min-w-0">
      <h2 id={idOf(name)} className="scroll-mt-6 text-16">
        {name} <code className="ms-2 text-12 font-normal text-muted">{file}</code>
      </h2>
      <p className="mt-1 max-w-prose text-muted">{use}</p>
      <div className={`mt-3 grid gap-3 ${themes.length > 1 && !isWide ? 'min-[1300px]:grid-cols-2' : ''}`}>
        {themes.map((theme) => (
          <div
            key={theme ?? 'own'}
            {...(theme === null ? {} : { 'data-kit-theme': theme })}
            className="min-w-0 rounded-md border border-line bg-page p-5 text-text"
          >
            <View />
          </div>
        ))}
      </div>
      <pre className="mt-2 overflow-x-auto rounded-md bg-sunken px-4 py-3 text-12">{source}</pre>
    </section>
  );
}

function idOf(name: string): string {
  return `kit-${name.toLowerCase().replaceAll(/\W+/g, '-')}`;
}
