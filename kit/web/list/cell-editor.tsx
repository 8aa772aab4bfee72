import { Button } from 'antd';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Field, Fields } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { judgeField } from '#ui/cells/judge-field.ts';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/feedback.tsx';
import { ApiError } from '#ui/http/api-error.ts';
import { cellOf } from '../cells/cells.ts';
import { fetchRow } from '../detail/use-row.ts';
import { changedValues, storedValues } from '../form/form-values.ts';
import { isStaleVersion } from '../form/use-submission.ts';
import { rowSaved } from '../live/saved-rows.ts';
import { refreshResource } from '../query-client.ts';
import { callResource } from '../resource-call.ts';
import type { CellEditorProps, CellPlace } from './cell-place.ts';
import './cell-editor.css';

/** Chosen with one click: nothing more is to be said. */
const CHOSEN = new Set(['choice', 'flag', 'link', 'date']);
/** Lists and calendars of its input, which hang elsewhere in the page. */
const POPUPS = '.ant-select-dropdown, .ant-picker-dropdown, .ant-modal-root';

/**
 * One field of a row, changed where it stands, by the rules of its form and the version that was
 * seen. Enter and a click elsewhere keep it, Tab goes on to the next cell, Esc gives it up; what is
 * refused stays as it was typed, with the reason below, and so does what cannot be sent or whose row
 * has left the list.
 */
export function CellEditor(props: CellEditorProps): ReactNode {
  const { of, row, rows, place, table, onClose, onGo } = props;
  const fields = of.fields as Fields;
  const field = fields[place.key] as Field;
  const { Edit } = cellOf(field.kind);
  const name = useId();
  const panel = useRef<HTMLFormElement>(null);
  const { value, setValue, fault, isBusy, save } = useCellSave(of, row, place.key);
  const isThere = rows.some(({ id }) => id === row.id);
  const isDeleted = useIsDeleted(of, row.id, isThere) || fault?.way === 'copy';
  const finish = async (next: unknown, go?: 1 | -1): Promise<void> => {
    const cell = go && neighbour(table, place, go);
    if (!(await save(next))) return;
    if (cell) onGo(cell);
    else onClose();
  };
  useOver(panel, table, place, rows);
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('input, [tabindex]')?.focus();
    panel.current?.querySelector<HTMLInputElement>('input')?.select();
  }, []);
  const leave = useRef((_away: Element) => undefined as void);
  leave.current = (away) => {
    if (!panel.current?.contains(away) && !away.closest(POPUPS)) void finish(value);
  };
  useEffect(() => {
    const listen = ({ target }: PointerEvent): void => {
      if (target instanceof Element) leave.current(target);
    };
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, []);
  const press = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Tab') void finish(value, event.shiftKey ? -1 : 1);
    else if (event.key !== 'Enter' || CHOSEN.has(field.kind)) return;
    else void finish(value);
    event.preventDefault();
  };
  return createPortal(
    <div role="dialog" aria-label={`修改${field.title}`} className="wb-cell-editor">
      <form ref={panel} aria-busy={isBusy} onKeyDown={press} onSubmit={(event) => event.preventDefault()}>
        {/* Never disabled while it is saved: the keyboard would stand nowhere after a refusal. */}
        <label htmlFor={name}>{field.title}</label>
        <Edit
          field={field}
          name={place.key}
          id={name}
          value={value}
          row={row}
          opensAtOnce
          aria-invalid={fault !== null}
          aria-describedby={`${name}-fault`}
          onChange={(next) => {
            setValue(next);
            if (CHOSEN.has(field.kind)) void finish(next);
          }}
        />
        <p id={`${name}-fault`} role="alert">
          {isDeleted ? '此行已被删除，无法保存' : fault?.words}
        </p>
        {!isThere && !isDeleted && <p className="wb-cell-left">此行已不在本页，仍可保存</p>}
        {isDeleted && (
          <Button size="small" onClick={() => void copyTyped(panel.current)}>
            复制内容
          </Button>
        )}
        {fault?.way === 'again' && (
          <Button size="small" onClick={() => void finish(value)}>
            重试
          </Button>
        )}
      </form>
    </div>,
    table,
  );
}

/** Whether a row that left the list is no more; as long as nobody knows, it is. */
function useIsDeleted(of: AnyResource, id: string, isThere: boolean): boolean {
  const [isDeleted, setDeleted] = useState(false);
  useEffect(() => {
    if (isThere) return;
    fetchRow(of, id).catch((error: unknown) => setDeleted(isMissing(error)));
  }, [of, id, isThere]);
  return isDeleted;
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** As it stands in the input: it may be no value at all. */
async function copyTyped(panel: HTMLElement | null): Promise<void> {
  const typed = panel?.querySelector<HTMLInputElement>('input, textarea')?.value ?? '';
  if (await copyText(typed)) toast.done('已复制');
  else toast.warn('浏览器不允许复制，请手动选中文字');
}

interface Fault {
  words: string;
  /** What helps beside putting it right: sending it again, or taking the text elsewhere. */
  way?: 'again' | 'copy';
}

/** What was typed, and its way to the server. */
function useCellSave(of: AnyResource, row: Row, key: string) {
  const fields = of.fields as Fields;
  const field = fields[key] as Field;
  const [before, setBefore] = useState(row);
  const [value, setValue] = useState<unknown>(row[key]);
  const [fault, setFault] = useState<Fault | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isSaving = useRef(false);
  /** @returns whether it is stored all the same */
  const refused = async (error: unknown, next: unknown): Promise<boolean> => {
    if (!(error instanceof ApiError)) throw error;
    setFault(faultOf(error, key));
    if (!isStaleVersion(error)) return false;
    const latest = await fetchRow(of, row.id);
    // An answer that never came: it was this very save.
    const requested = changedValues(fields, storedValues(fields, latest), { [key]: next });
    if (Object.keys(requested).length === 0) return true;
    const changed = changedValues(fields, before, storedValues(fields, latest));
    const theirs = Object.keys(changed).map((one) => {
      const text = latest[`${one}_dictText`] ?? latest[one] ?? '空';
      return `${fields[one]?.title ?? one}改为“${String(text)}”`;
    });
    setBefore(latest);
    setFault({ words: `他人已将${theirs.join('、') || '此行修改'}，按 Enter 仍按您的保存` });
    return false;
  };
  return {
    value,
    setValue: (next: unknown) => {
      setValue(next);
      setFault(null);
    },
    fault,
    isBusy,
    /** @returns whether the cell may be left */
    async save(next: unknown): Promise<boolean> {
      if (isSaving.current) return false;
      const message = judgeField(field, next, before);
      setFault(message === null ? null : { words: message });
      if (message !== null) return false;
      const changed = changedValues(fields, before, { [key]: next });
      if (Object.keys(changed).length === 0) return true;
      isSaving.current = true;
      setBusy(true);
      try {
        const body = { id: row.id, version: before['version'], ...changed };
        const isStored = await callResource(of, 'edit', { body }).then(
          ({ message: done }) => {
            toast.done(done);
            return true;
          },
          (error: unknown) => refused(error, next),
        );
        if (!isStored) return false;
        rowSaved(of, row.id);
        await refreshResource(of);
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setFault(faultOf(error, key));
        return false;
      } finally {
        isSaving.current = false;
        setBusy(false);
      }
    },
  };
}

function faultOf(error: ApiError, key: string): Fault {
  if (error.status === 0) return { words: '网络不可用，输入的内容还在', way: 'again' };
  if (isMissing(error)) return { words: error.message, way: 'copy' };
  return { words: error.errors.find((one) => one.field === key)?.message ?? error.message };
}

const cellAt = (table: HTMLElement, { id, key }: CellPlace): Element | undefined =>
  [...table.querySelectorAll(`[data-edit="${key}"]`)].find(
    (one) => one.closest('tr')?.getAttribute('data-row-key') === id,
  );

/** The next cell that may be changed, of this row or another. */
function neighbour(table: HTMLElement, place: CellPlace, way: 1 | -1): Element | undefined {
  const all = [...table.querySelectorAll('[data-edit]')];
  const here = cellAt(table, place);
  return here && all[all.indexOf(here) + way];
}

/** Lays it over its cell, and again when that stands elsewhere; without a cell it stays where it is. */
function useOver(
  panel: { current: HTMLFormElement | null },
  table: HTMLElement,
  place: CellPlace,
  rows: readonly Row[],
): void {
  useLayoutEffect(() => {
    const cell = cellAt(table, place)?.closest('td');
    const box = panel.current?.parentElement;
    if (!cell || !box) return;
    const over = cell.getBoundingClientRect();
    const { left, top, width } = table.getBoundingClientRect();
    const wide = Math.max(over.width, 220);
    box.style.width = `${wide}px`;
    box.style.left = `${Math.min(over.left - left, width - wide)}px`;
    box.style.top = `${over.top - top}px`;
    box.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [panel, table, place, rows]);
}
