import { createElement, type ReactNode, useMemo } from 'react';
import './report-view.css';

/** What a report is made of. Anything else in it would be a mistake and is left out with all it holds. */
const TAGS = new Set(
  'main section h1 h2 h3 p ul ol li table thead tbody tr th td code strong span div time br'.split(' '),
);
const ATTRIBUTES: Readonly<Record<string, string>> = {
  id: 'id',
  class: 'className',
  scope: 'scope',
  datetime: 'dateTime',
  'aria-labelledby': 'aria-labelledby',
};

/**
 * The report for paper: core's own page, so that what is printed here and what is saved as HTML say the same. It is read
 * as a document that runs nothing, and only its text and its plain elements are taken over.
 */
export function ReportView({ html }: { html: string }) {
  const pages = useMemo(() => {
    // Its style sheet stays behind: this page's policy allows no inline style. `report-view.css` stands for it.
    const main = html.slice(html.indexOf('<main>'), html.indexOf('</main>'));
    return childrenOf(new DOMParser().parseFromString(main, 'text/html').body);
  }, [html]);
  return (
    <div className="report-view hidden print:block" data-testid="report">
      {pages}
    </div>
  );
}

function childrenOf(parent: Node): ReactNode[] {
  return Array.from(parent.childNodes, (node, index) => {
    if (node instanceof Text) return node.data.trim() === '' && node.data.includes('\n') ? null : node.data;
    if (!(node instanceof Element)) return null;
    const tag = node.tagName.toLowerCase();
    if (!TAGS.has(tag)) return null;
    const props: Record<string, string | number> = { key: index };
    for (const { name, value } of Array.from(node.attributes)) {
      const property = Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name] : undefined;
      if (property !== undefined)
        props[property] = name === 'id' || property === 'aria-labelledby' ? `report-${value}` : value;
    }
    // The console has its own `main`.
    const element = tag === 'main' ? 'div' : tag;
    return tag === 'br' ? createElement(element, props) : createElement(element, props, ...childrenOf(node));
  });
}
