import { useState } from 'react';
import type { FieldError } from '#kit/model/refusal.ts';
import type { WireRow } from '#kit/model/row.ts';
import {
  ApiError,
  callResource,
  draftKey,
  fetchRow,
  refreshResource,
  runMove,
  toast,
  toastError,
  useActionKeys,
  useDraft,
  type DraftOffer,
} from '#kit/web/index.ts';
import { dynamicForm, dynamicFormLifecycle } from '../../model/forms/dynamic-form.ts';
import { readDefs, type CellType, type FieldDef } from '../../model/forms/field-def.ts';
import { movedRow, newRow, rowsOf, type DesignRow } from './design-rows.ts';

/** What is dragged: a row of the canvas, or a type of the palette. */
type Dragged = { id: number } | { type: CellType } | null;

export interface Design {
  rows: readonly DesignRow[];
  chosen: DesignRow | undefined;
  isDirty: boolean;
  isBusy: boolean;
  dragged: Dragged;
  /** What was refused that belongs to no field. */
  others: readonly string[];
  /** What was refused of a field, by property. */
  faultsOf: (row: DesignRow) => Readonly<Record<string, string>>;
  offer: DraftOffer | null;
  choose: (id: number) => void;
  /** Puts a new field behind the chosen one. */
  add: (type: CellType) => void;
  remove: (id: number) => void;
  change: (def: FieldDef) => void;
  move: (id: number, by: number) => void;
  drag: (what: Dragged) => void;
  /** Puts what is dragged at a place. */
  drop: (at: number) => void;
  save: () => Promise<boolean>;
  publish: () => Promise<void>;
}

/** The fields of a form while they are worked on; nothing typed is lost by a refusal. */
export function useDesign(form: WireRow<typeof dynamicForm>): Design {
  const [rows, setRows] = useState<readonly DesignRow[]>(() => rowsOf(readDefs(form.fields)));
  const [chosenId, setChosen] = useState(rows[0]?.id ?? 0);
  const [isDirty, setDirty] = useState(false);
  const [dragged, setDragged] = useState<Dragged>(null);
  const { isBusy, errors, send } = useSending(form, rows, () => setDirty(false));
  const offer = useDraft({
    key: draftKey('base:dynamicForm/fields', form.id),
    title: `设计：${form.name}`,
    isDirty,
    take: () => ({ defs: rows.map(({ def }) => def) }),
    restore: (stored) => put(rowsOf(readDefs(stored['defs']))),
  });
  const put = (next: readonly DesignRow[]): void => {
    setRows(next);
    setDirty(true);
  };
  const insert = (type: CellType, at: number): void => {
    const row = newRow(rows, type, NO_KEYS);
    put(rows.toSpliced(at, 0, row));
    setChosen(row.id);
  };
  const placeOf = (id: number): number => rows.findIndex((row) => row.id === id);
  const chosenAt = placeOf(chosenId);
  return {
    rows,
    chosen: rows[chosenAt],
    isDirty,
    isBusy,
    dragged,
    offer,
    others: errors.filter(({ row }) => row === undefined).map(({ message }) => message),
    faultsOf: ({ id }) =>
      Object.fromEntries(
        errors.filter(({ row }) => row === placeOf(id) + 1).map(({ column, message }) => [column ?? 'key', message]),
      ),
    choose: setChosen,
    add: (type) => insert(type, chosenAt < 0 ? rows.length : chosenAt + 1),
    remove(id) {
      const at = placeOf(id);
      put(rows.filter((row) => row.id !== id));
      setChosen((rows[at + 1] ?? rows[at - 1])?.id ?? 0);
    },
    change: (def) => put(rows.map((row) => (row.id === chosenId ? { ...row, def } : row))),
    move: (id, by) => put(movedRow(rows, placeOf(id), placeOf(id) + by)),
    drag: setDragged,
    drop(at) {
      if (dragged && 'type' in dragged) insert(dragged.type, at);
      else if (dragged) put(movedRow(rows, placeOf(dragged.id), Math.min(at, rows.length - 1)));
      setDragged(null);
    },
    save: () => send(isDirty, false),
    publish: async () => void (await send(isDirty, true)),
  };
}

const NO_KEYS: ReadonlySet<string> = new Set();

function useSending(form: WireRow<typeof dynamicForm>, rows: readonly DesignRow[], onSaved: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const keys = useActionKeys();
  const refuse = (error: unknown): void => {
    if (!(error instanceof ApiError)) return toastError(error);
    const said =
      error.errors.length > 0 ? error.errors : [{ field: 'fields', code: 'refused', message: error.message }];
    setErrors(said);
    toast.warn('没有保存，红字写着哪里不对');
  };
  const send = async (isChanged: boolean, isPublished: boolean): Promise<boolean> => {
    setBusy(true);
    setErrors([]);
    try {
      const { id } = form;
      const fields = rows.map(({ def }) => def);
      if (isChanged) await callResource(dynamicForm, 'edit', { body: { id, version: form.version, fields } });
      onSaved();
      if (isPublished) {
        const { version } = isChanged ? await fetchRow(dynamicForm, id) : form;
        const body = { version };
        await runMove(dynamicFormLifecycle, id, 'publish', body, keys.keyFor(body));
        keys.settle(null);
      }
      toast.done(isPublished ? '已发布，从现在起按新版本填写' : '已保存，发布后才生效');
      void refreshResource(dynamicForm);
      return true;
    } catch (error) {
      keys.settle(error);
      refuse(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, errors, send };
}
