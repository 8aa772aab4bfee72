import { useRef, useState, type RefObject } from 'react';
import type { Fields } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { useActionKeys } from '#ui/http/action-key.ts';
import { ApiError } from '#ui/http/api-error.ts';
import type { Row } from '#ui/cells/faces.ts';
import { toast, toastError } from '#ui/feedback.tsx';
import { useNewsOfRow } from '../detail/use-news-of-row.ts';
import { isStaleVersion } from '../form/use-submission.ts';
import type { DetailRow } from '../detail/use-row.ts';
import { refreshResource } from '../query-client.ts';
import { callResource } from '../resource-call.ts';
import type { LineGridHandle } from './line-grid.tsx';
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

interface LineSaving {
  handle: RefObject<LineGridHandle | null>;
  /** What belongs to no cell. */
  refusal: string | null;
  isBusy: boolean;
  save: () => Promise<void>;
}

/** Judges the lines of a row and stores them in one call. */
export function useLineSaving(props: LineEditing, keys: readonly string[]): LineSaving {
  const { parent, child, back, parentId, onSaved, onClose } = props;
  const handle = useRef<LineGridHandle>(null);
  const calls = useActionKeys();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const take = ({ lines }: DetailRow): void => handle.current?.grid?.applyAllRemote(lines?.[child.name] ?? []);
  const news = useNewsOfRow({ of: parent, id: parentId, told: child }, (latest) => {
    // What was saved here comes back under ids that the grid does not know yet.
    if (!isBusy) take(latest);
  });

  const send = async ({ removed, lines }: LinesToSave): Promise<void> => {
    const body = { removed, lines };
    try {
      await callResource(child, 'saveLines', { body, key: calls.keyFor(body) });
      calls.settle(null);
    } catch (error) {
      calls.settle(error);
      throw error;
    }
  };

  const refuse = async (error: unknown, sent: LinesToSave): Promise<void> => {
    const grid = handle.current?.grid;
    if (!(error instanceof ApiError) || !grid) return toastError(error);
    // Changed elsewhere, or not there any more.
    if (isStaleVersion(error) || error.status === 404) {
      take(await news.fetch());
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
    if (await current.grid.validateTable()) return toast.warn('校验未通过，请修改标红的单元格');
    // What was still typed or looked up is in them now.
    const rows = current.settle();
    const place = { fields: child.fields as Fields, keys, fixed: { [back]: parentId } };
    const { getStored, getDeleteData } = current.grid;
    const typed = { rows, stored: getStored, removed: getDeleteData() };
    const sent = linesToSave(place, typed);
    if (sent.removed.length + sent.lines.length === 0) {
      // Others may have stored something meanwhile.
      onSaved();
      return onClose();
    }
    setBusy(true);
    try {
      await send(sent);
      toast.done(`${child.title}已保存`);
      onSaved();
      onClose();
    } catch (error) {
      await refuse(error, sent).catch(toastError);
      news.refresh();
    } finally {
      setBusy(false);
      void refreshResource(child);
    }
  };
  return { handle, refusal, isBusy, save };
}
