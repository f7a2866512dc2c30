import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ValueChart } from '../../../src/parts/chart/value-chart.tsx';
import { LiveRegionProvider } from '../../../src/ui/live-region.tsx';

const drawn = (limit: number) =>
  renderToStaticMarkup(
    <LiveRegionProvider>
      <ValueChart
        name="units"
        title="Units by day"
        summary="3 in total."
        points={[
          { id: '1', label: '1 May', title: '1 May 2026' },
          { id: '2', label: '2 May', title: '2 May 2026' },
        ]}
        pointTitle="Day"
        series={[
          { id: 'a', name: 'secrets', kind: 'bar', values: [1, 2] },
          { id: 'b', name: 'receipts', kind: 'bar', values: [0, 0] },
        ]}
        limit={{ name: 'Limit', value: limit }}
        format={String}
      />
    </LiveRegionProvider>,
  );

it('a chart has a name, a sentence, and a slider over its points whose value is the last one', () => {
  const html = drawn(4);
  expect(html).toContain('role="img" aria-label="Units by day. 3 in total."');
  expect(html).toMatch(/role="slider"[^>]* aria-label="Values: Units by day"[^>]* aria-valuemax="2" aria-valuenow="2"/);
  expect(html).toContain('aria-valuetext="2 May 2026: 2 (secrets: 2)"');
  expect(html).toContain('As text: Units by day');
  expect(html).toContain('Show as a table (2)');
  expect(html).toContain('Limit: 4</span>');
});

it('a limit far away is named under the chart', () => {
  expect(drawn(1_000)).toContain('Limit: 1000, above this chart');
});
