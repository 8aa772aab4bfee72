import { useEffect, useId, useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import type { EditProps } from '../cells/faces.ts';
import { toast } from '../feedback.tsx';
import { typeOf } from './cell-types.ts';
import { filledText, titleOf, type GridColumn, type GridRow } from './grid-column.ts';
import type { Editing, GridSession } from './grid-session.ts';
import type { PlacedColumn } from './grid-layout.ts';
import { ownEditorProps } from './own-editor.ts';
import { useGridState } from './use-grid-state.ts';

let editors: typeof import('./kind-editor.tsx') | null = null;

const fetchEditors = async (): Promise<void> => {
  editors ??= await import('./kind-editor.tsx');
};

/**
 * Fetches the inputs of all kinds as soon as somebody turns to a grid: they are heavy, and nobody
 * needs them to see the rows.
 */
export function fetchEditorsAhead(): void {
  if (!editors) fetchEditors().catch(() => undefined);
}

/** The one editor there is, over the cell that is being edited; it never stands in a pooled row. */
export function LiveEditor({ session, headHeight }: { session: GridSession; headHeight: number }): ReactNode {
  useGridState(session, () => session.store.version);
  const at = session.editing;
  const row = at && session.store.rowOf(at.id);
  const placed = session.layout.columns.find(({ key }) => key === at?.key);
  if (!at || !row || !placed?.column) return null;
  const top = headHeight + session.topOf(session.tree.indexOf(at.id));
  return (
    <div className={`wb-grid-layer wb-grid-layer-${placed.pane}`}>
      <EditorBox
        key={`${at.id} ${at.key}`}
        session={session}
        at={at}
        row={row}
        column={placed.column}
        style={{ ...boxOf(session, placed), top, minHeight: session.height }}
      />
    </div>
  );
}

/** Where a column's cells stand within the layer of its pane. */
export function boxOf({ layout }: GridSession, { pane, left, width }: PlacedColumn): CSSProperties {
  if (pane === 'center') return { left: layout.widths.left + left, width };
  return { left: pane === 'left' ? left : left - layout.widths.right, width };
}

function EditorBox({
  session,
  at,
  row,
  column,
  style,
}: {
  session: GridSession;
  at: Editing;
  row: GridRow;
  column: GridColumn;
  style: CSSProperties;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useFirstInput(box, at.seed);
  const leave = useLeaving(session, at);
  useEffect(() => {
    if (editors) return;
    const giveUp = (): void => {
      toast.fail('页面资源加载失败，请刷新页面');
      session.stopEdit();
    };
    fetchEditors().then(() => session.store.emit(), giveUp);
  }, [session]);
  useEffect(() => {
    session.flushEditor = () => {
      const { activeElement } = document;
      if (!(activeElement instanceof HTMLElement) || !box.current?.contains(activeElement)) return;
      activeElement.blur();
    };
  }, [session]);
  const props: EditProps = {
    id,
    field: column.field,
    name: column.key,
    value: row[column.key],
    row,
    opensAtOnce: at.isOpen && at.seed === null,
    placeholder: column.placeholder && filledText(column.placeholder, column),
    'aria-required': column.field.required,
    'aria-invalid': session.judge.messageAt(row.id, column.key) !== undefined,
    'aria-describedby': `${session.name}-note`,
    currency: column.currency?.(row),
    onChange: (value, text) => session.type(value, text),
    onText: (text) => session.typeText(text),
  };
  const Own = typeOf(column).Edit;
  return (
    <div ref={box} className="wb-grid-editor" style={style} {...leave}>
      <label htmlFor={id}>
        {titleOf(column)}，第 {session.numberOf(at.id)} 行
      </label>
      {Own ? (
        <Own {...props} {...ownEditorProps(session, row, column)} />
      ) : editors ? (
        <editors.KindEditor {...props} linkage={session.linkage} />
      ) : (
        <span>{at.seed}</span>
      )}
    </div>
  );
}

const INPUTS = 'input:not([disabled]), textarea:not([disabled]), button:not([disabled])';

/** Focuses the input at once, or as soon as its code is fetched; a typed letter begins its text. */
function useFirstInput(box: React.RefObject<HTMLDivElement | null>, seed: string | null): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const start = (): boolean => {
      const input = element.querySelector<HTMLElement>(INPUTS);
      input?.focus({ preventScroll: true });
      if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) begin(input, seed);
      return input !== null;
    };
    if (start()) return;
    const observer = new MutationObserver(() => {
      if (start()) observer.disconnect();
    });
    observer.observe(element, { childList: true, subtree: true, attributes: true });
    return () => observer.disconnect();
  }, [box, seed]);
}

function begin(input: HTMLInputElement | HTMLTextAreaElement, seed: string | null): void {
  if (input.readOnly || input.type === 'radio') return;
  if (seed === null) return input.select();
  input.setRangeText(seed, 0, input.value.length, 'end');
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/**
 * Ends editing once the focus has left the editor for good. Lists and calendars stand elsewhere in
 * the document, but their focus comes up through React as if they were within.
 */
function useLeaving(session: GridSession, at: Editing): { onFocus: () => void; onBlur: () => void } {
  const isWithin = useRef(true);
  return {
    onFocus: () => (isWithin.current = true),
    onBlur: () => {
      isWithin.current = false;
      setTimeout(() => {
        if (!isWithin.current && document.hasFocus() && session.editing === at) session.stopEdit();
      });
    },
  };
}
