import { useState } from 'react';
import type { Fields } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { createActionKeys, newKey, type ActionKeys } from '../action-key.ts';
import { ApiError } from '../api-error.ts';
import type { Row } from '../cells/faces.ts';
import { say, tell } from '../feedback.tsx';
import { splitErrors } from '../form/form-values.ts';
import { call } from '../http.ts';
import { refreshResource } from '../query-client.ts';
import {
  lineChanges,
  lineFaults,
  newDraft,
  storedDraft,
  type LineChange,
  type LineDraft,
} from './line-drafts.ts';

/** The lines being typed, and whom to tell. */
export interface LineEditing {
  child: AnyResource;
  /** Field of the child that points back. */
  back: string;
  parentId: string;
  rows: readonly Row[];
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
  onSaved: () => void;
}

/** Words by line and field. */
export type LineFaults = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Lines {
  lines: readonly LineDraft[];
  faults: LineFaults;
  /** A refusal that belongs to no input. */
  refusal: string | null;
  isBusy: boolean;
  type: (line: LineDraft, key: string, value: unknown) => void;
  add: () => void;
  drop: (line: LineDraft) => void;
  save: () => Promise<void>;
}

/** What is typed in the lines of a row, and storing it. */
export function useLines(props: LineEditing, keys: readonly string[]): Lines {
  const fields = props.child.fields as Fields;
  const [lines, setLines] = useState<readonly LineDraft[]>(() => startLines(fields, props.rows));
  const [faults, setFaults] = useState<LineFaults>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const { isBusy, store } = useStore(props, setLines);
  const change = (next: readonly LineDraft[]): void => {
    setLines(next);
    setRefusal(null);
    props.onDirty(true);
  };
  return {
    lines,
    faults,
    refusal,
    isBusy,
    type(line, key, value) {
      const typed = { ...line, values: { ...line.values, [key]: value } };
      change(lines.map((old) => (old.key === line.key ? typed : old)));
      setFaults(withoutFault(faults, line.key, key));
    },
    add: () => change([...lines, newDraft(fields, lines, newKey())]),
    drop: (line) => change(lines.filter(({ key }) => key !== line.key)),
    async save() {
      const found = faultsOf(fields, keys, lines);
      setFaults(found);
      setRefusal(null);
      if (Object.keys(found).length > 0) return;
      const refused = await store(lines);
      if (!refused) return;
      const { atLine, words } = refusalOf(refused, new Set(keys), lines);
      setFaults(atLine);
      setRefusal(words);
    },
  };
}

interface Refused {
  error: ApiError;
  change: LineChange;
}

/** Sends the changes one by one; what is stored is not sent again when a later one is refused. */
function useStore(
  { child, back, parentId, rows, onSaved, onClose }: LineEditing,
  setLines: (change: (old: readonly LineDraft[]) => readonly LineDraft[]) => void,
) {
  const [stored, setStored] = useState(rows);
  const [isBusy, setBusy] = useState(false);
  const [calls] = useState(() => createActionKeys());
  const note = (one: LineChange, row: Row | null): void => {
    const id = one.verb === 'delete' ? one.row.id : row?.id;
    setStored((old) => [...old.filter((held) => held.id !== id), ...(row ? [row] : [])]);
    if (one.verb !== 'delete' && row)
      setLines((old) =>
        old.map((line) => (line.key === one.line.key ? { ...line, before: row } : line)),
      );
  };
  const store = async (lines: readonly LineDraft[]): Promise<Refused | null> => {
    if (isBusy) return null;
    setBusy(true);
    try {
      const changes = lineChanges(child.fields as Fields, stored, lines, { [back]: parentId });
      for (const one of changes) {
        try {
          note(one, await sendChange(child, one, calls));
        } catch (error) {
          if (error instanceof ApiError) return { error, change: one };
          throw error;
        }
      }
      say.done(`${child.title}已保存`);
      onSaved();
      onClose();
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
      void refreshResource(child);
    }
    return null;
  };
  return { isBusy, store };
}

/** @returns the row as stored now; null = it is gone */
async function sendChange(
  child: AnyResource,
  one: LineChange,
  calls: ActionKeys,
): Promise<Row | null> {
  const path = `/${child.module}/${child.name}/${one.verb}`;
  if (one.verb === 'delete') {
    await call('DELETE', path, { query: { id: one.row.id } });
    return null;
  }
  try {
    const key = calls.keyFor([path, one.line.key, one.body]);
    const method = one.verb === 'add' ? 'POST' : 'PUT';
    const { result } = await call<Row>(method, path, { body: one.body, key });
    calls.settle(null);
    return result;
  } catch (error) {
    calls.settle(error);
    throw error;
  }
}

/** Without stored lines the first one is waiting to be typed. */
function startLines(fields: Fields, rows: readonly Row[]): readonly LineDraft[] {
  if (rows.length === 0) return [newDraft(fields, [], newKey())];
  return rows.map((row) => storedDraft(fields, row));
}

const faultsOf = (
  fields: Fields,
  keys: readonly string[],
  lines: readonly LineDraft[],
): LineFaults =>
  Object.fromEntries(
    lines
      .map((line): [string, Record<string, string>] => [line.key, lineFaults(fields, keys, line)])
      .filter(([, found]) => Object.keys(found).length > 0),
  );

function withoutFault(faults: LineFaults, line: string, key: string): LineFaults {
  const left = Object.entries(faults[line] ?? {}).filter(([name]) => name !== key);
  return { ...faults, [line]: Object.fromEntries(left) };
}

/** Where a refusal belongs: at fields of its line, or below all lines with the line's number. */
function refusalOf(
  { error, change }: Refused,
  keys: ReadonlySet<string>,
  lines: readonly LineDraft[],
): { atLine: LineFaults; words: string | null } {
  if (change.verb === 'delete') return { atLine: {}, words: error.message };
  const { atFields, others } = splitErrors(error.errors, keys);
  const said = error.errors.length > 0 ? others : [error.message];
  const number = lines.findIndex(({ key }) => key === change.line.key) + 1;
  return {
    atLine: {
      [change.line.key]: Object.fromEntries(
        atFields.map(({ name, errors }) => [name, errors.join('；')]),
      ),
    },
    words: said.length > 0 ? `第 ${number} 行：${said.join('；')}` : null,
  };
}
