import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { words } from '../../words/parts/json.ts';
import { rowsToMake } from '../grid/row-window.ts';
import { useRowWindow } from '../grid/use-row-window.ts';
import { ancestorsOf, type JsonRow, pointerOf, previewOf, readablePath, searchJson, visibleRows } from './json-rows.ts';

const ROW_HEIGHT = 26;
const MATCH_LIMIT = 500;
/** A longer value is shown in full only in the strip below the tree. */
const PREVIEW_LENGTH = 160;

/** A JSON document to look around in: expand, search, copy a path or a value. All text is shown as text; links do nothing. */
export function JsonTree({ document, label }: { document: JsonValue; label: string }) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set(['']));
  const [active, setActive] = useState('');
  const [search, setSearch] = useState('');
  const [matchIndex, setMatchIndex] = useState(0);
  const id = useId();
  const needle = useDeferredValue(search.trim());
  const matches = useMemo(() => searchJson(document, needle, MATCH_LIMIT), [document, needle]);
  const rows = useMemo(() => visibleRows(document, expanded), [document, expanded]);
  const activeIndex = Math.max(
    0,
    rows.findIndex(({ pointer }) => pointer === active),
  );
  const activeRow = rows[activeIndex];
  const view = useRowWindow({ count: rows.length, rowHeight: ROW_HEIGHT, headHeight: 0 });
  const { scrollTo } = view;

  const target = matches.found[matchIndex];
  useEffect(() => {
    if (target === undefined) return;
    setExpanded((before) => new Set([...before, ...ancestorsOf(target)]));
    setActive(pointerOf(target));
  }, [target]);
  useEffect(() => scrollTo(activeIndex, 'nearest'), [scrollTo, activeIndex]);

  const toggle = ({ pointer, count }: JsonRow, open: boolean) => {
    if (count === null) return;
    setExpanded((before) => {
      const after = new Set(before);
      if (open) after.add(pointer);
      else after.delete(pointer);
      return after;
    });
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (activeRow === undefined) return;
    const goTo = (index: number) => setActive(rows[Math.min(rows.length - 1, Math.max(0, index))]?.pointer ?? '');
    switch (event.key) {
      case 'ArrowDown':
        goTo(activeIndex + 1);
        break;
      case 'ArrowUp':
        goTo(activeIndex - 1);
        break;
      case 'PageDown':
        goTo(activeIndex + 12);
        break;
      case 'PageUp':
        goTo(activeIndex - 12);
        break;
      case 'Home':
        goTo(0);
        break;
      case 'End':
        goTo(rows.length - 1);
        break;
      case 'ArrowRight':
        if (activeRow.isExpanded) goTo(activeIndex + 1);
        else toggle(activeRow, true);
        break;
      case 'ArrowLeft':
        if (activeRow.isExpanded) toggle(activeRow, false);
        else setActive(pointerOf(activeRow.steps.slice(0, -1)));
        break;
      case 'Enter':
      case ' ':
        toggle(activeRow, !activeRow.isExpanded);
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  return (
    <div className="rounded-md border border-line bg-surface">
      <div className="flex flex-wrap items-end gap-2 border-b border-line p-2">
        <div className="min-w-40 flex-1">
          <TextField
            label={words.search(label)}
            type="search"
            value={search}
            onChange={(text) => {
              setSearch(text);
              setMatchIndex(0);
            }}
          />
        </div>
        <Button
          variant="secondary"
          isDisabled={matches.found.length < 2}
          onPress={() => setMatchIndex((index) => (index + 1) % matches.found.length)}
        >
          {words.next}
        </Button>
        <p role="status" className="pb-2 text-12 text-muted tabular-nums">
          {needle === ''
            ? ''
            : matches.found.length === 0
              ? words.noMatch
              : words.match(matchIndex + 1, matches.found.length, matches.more)}
        </p>
      </div>
      <div
        ref={view.scroller}
        role="tree"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={activeRow === undefined ? undefined : `${id}${activeRow.pointer}`}
        onKeyDown={onKeyDown}
        className="my-1 max-h-[420px] overflow-auto [overflow-anchor:none] font-mono text-12 outline-offset-[-2px] focus-visible:outline-2 focus-visible:outline-accent"
      >
        <div role="presentation" className="relative min-w-full" style={{ height: rows.length * ROW_HEIGHT }}>
          {rowsToMake(view, activeIndex).map((index) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <TreeRow
                key={row.pointer}
                row={row}
                id={`${id}${row.pointer}`}
                top={index * ROW_HEIGHT}
                isActive={index === activeIndex}
                onPress={() => {
                  setActive(row.pointer);
                  toggle(row, !row.isExpanded);
                }}
              />
            );
          })}
        </div>
      </div>
      {activeRow !== undefined && (
        <div className="border-t border-line p-2 text-12">
          <div className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 flex-1 basis-40 font-mono break-all text-muted">
              <FileText text={readablePath(activeRow.steps)} />
            </span>
            <CopyText withText label={words.path} value={readablePath(activeRow.steps)} />
            <CopyText withText label={words.value} value={textOf(activeRow.value)} />
          </div>
          {typeof activeRow.value === 'string' && (
            <p className="mt-1 max-h-32 overflow-auto rounded-sm bg-sunken p-2 font-mono break-all whitespace-pre-wrap">
              <FileText text={activeRow.value} />
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function TreeRow(props: { row: JsonRow; id: string; top: number; isActive: boolean; onPress: () => void }) {
  const { row, id, top, isActive, onPress } = props;
  const Chevron = row.isExpanded ? ChevronDown : ChevronRight;
  const preview = previewOf(row, PREVIEW_LENGTH);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus and handles the keys for all its items.
    // biome-ignore lint/a11y/useFocusableInteractive: items of this tree are reached through aria-activedescendant.
    <div
      role="treeitem"
      id={id}
      aria-level={row.depth + 1}
      aria-selected={isActive}
      {...(row.count === null ? {} : { 'aria-expanded': row.isExpanded })}
      onClick={onPress}
      style={{ transform: `translateY(${top}px)`, height: ROW_HEIGHT, paddingLeft: 8 + row.depth * 16 }}
      className={`absolute top-0 left-0 flex w-full cursor-default items-center gap-1 pr-2 whitespace-nowrap ${isActive ? 'bg-accent-soft' : 'hover:bg-sunken'}`}
    >
      {row.count === null ? (
        <span className="w-3.5 shrink-0" />
      ) : (
        <Chevron aria-hidden size={14} className="shrink-0 text-muted" />
      )}
      <span className="shrink-0 text-accent">
        {row.step === null ? words.root : <FileText text={String(row.step)} />}
        <span className="text-muted">:</span>
      </span>
      <span className={`truncate [&_*]:whitespace-nowrap ${row.count === null ? '' : 'text-muted'}`}>
        <FileText text={preview} />
      </span>
    </div>
  );
}
