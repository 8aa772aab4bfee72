import { useRef, useState, type RefObject } from 'react';
import type { Fields } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { useActionKeys } from '../action-key.ts';
import { ApiError } from '../api-error.ts';
import type { Row } from '../cells/faces.ts';
import { say, tell } from '../feedback.tsx';
import { fetchRow } from '../detail/use-row.ts';
import { isStaleVersion } from '../form/use-submission.ts';
import type { GridHandle } from '../grid/grid-props.ts';
import { call } from '../http.ts';
import { refreshResource } from '../query-client.ts';
import type { LineGridHandle } from './line-grid.tsx';
import { useNewsOfLines } from './use-news-of-lines.ts';
import { linesToSave, type LinesToSave } from './line-rows.ts';

/** The lines being typed, and whom to tell. */
export interface LineEditing {
  parent: AnyResource;
  parentId: string;
  child: AnyResource;
  /** Field of the child that points back. */
  back: string;
  rows: readonly Row[];
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
  onSaved: () => void;
}

export interface LineSaving {
  handle: RefObject<LineGridHandle | null>;
  /** What belongs to no cell. */
  refusal: string | null;
  isBusy: boolean;
  save: () => Promise<void>;
}

/** Judges the lines of a row and stores them in one call. */
export function useLineSaving(props: LineEditing, keys: readonly string[]): LineSaving {
  const { child, back, parentId, onSaved, onClose } = props;
  const handle = useRef<LineGridHandle>(null);
  const stored = useRef(props.rows);
  const calls = useActionKeys();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  useNewsOfLines(props, (latest) => {
    const { grid } = handle.current ?? {};
    if (!grid || isBusy) return;
    const byId = new Map(latest.map((row) => [row.id, row]));
    // Lines that are gone there stay until they are saved: something may be typed into them.
    stored.current = stored.current.map((row) => byId.get(row.id) ?? row);
    for (const row of latest) grid.applyRemote(row);
  });

  const send = async ({ removed, lines }: LinesToSave): Promise<void> => {
    const body = { removed, lines };
    try {
      const path = `/${child.module}/${child.name}/saveLines`;
      await call('POST', path, { body, key: calls.keyFor(body) });
      calls.settle(null);
    } catch (error) {
      calls.settle(error);
      throw error;
    }
  };

  const refuse = async (error: unknown, sent: LinesToSave): Promise<void> => {
    const grid = handle.current?.grid;
    if (!(error instanceof ApiError) || !grid) return tell(error);
    if (isStaleVersion(error)) {
      stored.current = await takeLatest(props, grid);
      setRefusal('数据已被他人修改，已载入最新内容；您录入的内容保留，请核对后再次保存');
      return;
    }
    const words = handle.current?.refuse(error.errors, sent.ids).words ?? [];
    setRefusal(error.errors.length > 0 ? words.join('；') || null : error.message);
  };

  const save = async (): Promise<void> => {
    const { current } = handle;
    if (!current?.grid || isBusy) return;
    setRefusal(null);
    current.settle();
    if (await current.grid.validateTable()) return say.warn('校验未通过，请修改标红的单元格');
    // What was still typed or looked up is in them now.
    const rows = current.settle();
    const place = { fields: child.fields as Fields, keys, fixed: { [back]: parentId } };
    const sent = linesToSave(place, stored.current, rows);
    if (sent.removed.length + sent.lines.length === 0) return onClose();
    setBusy(true);
    try {
      await send(sent);
      say.done(`${child.title}已保存`);
      onSaved();
      onClose();
    } catch (error) {
      await refuse(error, sent).catch(tell);
    } finally {
      setBusy(false);
      void refreshResource(child);
    }
  };
  return { handle, refusal, isBusy, save };
}

/**
 * Lines as somebody else has stored them; what was typed here stays, lines that are gone go. Lines
 * that are new there are none of ours: they are neither shown nor touched.
 * @returns those of ours that are left
 */
async function takeLatest(
  { parent, parentId, child, rows: ours }: LineEditing,
  grid: GridHandle,
): Promise<readonly Row[]> {
  const latest = (await fetchRow(parent, parentId)).lines?.[child.name] ?? [];
  const rows = latest.filter(({ id }) => ours.some((one) => one.id === id));
  const left = new Set(rows.map(({ id }) => id));
  grid.removeRows(ours.filter(({ id }) => !left.has(id)).map(({ id }) => id));
  for (const row of rows) grid.applyRemote(row);
  return rows;
}
