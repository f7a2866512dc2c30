import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ChartMark } from '../../../src/parts/chart/series.ts';
import { ValueChart } from '../../../src/parts/chart/value-chart.tsx';
import { LiveRegionProvider } from '../../../src/ui/live-region.tsx';

const drawn = (limit: number, mark: ChartMark | null = null) =>
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
        mark={mark}
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

it('a point that is pointed out has a line and its name, on the side where there is room', () => {
  expect(drawn(4)).not.toContain('In force');
  const html = drawn(4, { name: 'In force', index: 1 });
  expect(html).toContain('<line x1="75.000%" x2="75.000%" y1="0" y2="100%"');
  expect(html).toMatch(/style="right:25.000%"[^>]*>In force</);
});
