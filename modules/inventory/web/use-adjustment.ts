import type { FormInstance } from 'antd';
import { useRef, useState, type RefObject } from 'react';
import type { Fields } from '#kit/model/field.ts';
import {
  ApiError,
  bothChanged,
  call,
  changedValues,
  isStaleVersion,
  refreshResource,
  say,
  storedValues,
  useActionKeys,
  useNewsOfRow,
  usePermission,
  useSubmission,
  type DetailRow,
  type GridRow,
  type LineGridHandle,
  type Row,
  type Submission,
} from '#kit/web/index.ts';
import { stockAdjustment } from '../model/stock.ts';
import { wireLine } from './adjustment-lines.ts';

const { kind, warehouseId, reason } = stockAdjustment.fields;
/** What an adjustment says as a whole. */
export const HEADER: Fields = { kind, warehouseId, reason };
const MOST_LINES = 5000;

export interface AdjustmentDraft {
  /** The stored draft the edit started from; absent = a new one. */
  before: DetailRow | undefined;
  /** The lines as they are stored. */
  lines: readonly GridRow[];
  handle: RefObject<LineGridHandle | null>;
  /** What the server said of lines, where no cell can say it. */
  refusal: string | null;
  submission: Submission;
  /** Both have changed the same of its head: it waits for a choice. */
  isClashing: boolean;
  save: (values: Record<string, unknown>) => Promise<void>;
  /** After somebody else changed it: start again from theirs, or go on with ours over it. */
  takeTheirs: (latest: DetailRow) => void;
  /** @param theirs keys whose latest values are taken all the same */
  keepMine: (latest: DetailRow, theirs?: readonly string[]) => void;
}

/** The lines and the sending of an adjustment form. */
export function useAdjustment(
  form: FormInstance<Record<string, unknown>>,
  row: DetailRow | undefined,
  onSaved: (id: string) => void,
): AdjustmentDraft {
  const maySeeCost = usePermission('field:cost:view');
  const [before, setBefore] = useState(row);
  const [lines, setLines] = useState<readonly Row[]>(() => linesIn(row));
  const handle = useRef<LineGridHandle>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const keys = useActionKeys();
  const submission = useSubmission(form, new Set(Object.keys(HEADER)));
  const [isClashing, setClashing] = useState(false);

  const goOn = (latest: DetailRow, theirs: readonly string[] = []): void => {
    const mine = changedValues(HEADER, before ?? {}, form.getFieldsValue());
    for (const key of theirs) delete mine[key];
    form.setFieldsValue({ ...storedValues(HEADER, latest), ...mine });
    setBefore(latest);
    setClashing(false);
  };
  /** As it is stored now, under what was typed here. @returns whether nothing is to be chosen first */
  const takeNews = (latest: DetailRow): boolean => {
    const typed = form.getFieldsValue() as Record<string, unknown>;
    handle.current?.grid?.applyAllRemote(linesIn(latest));
    const isFree = bothChanged(HEADER, before ?? {}, typed, latest).length === 0;
    if (isFree) goOn(latest);
    else setClashing(true);
    return isFree;
  };
  const news = useNewsOfRow(
    { of: stockAdjustment, id: row?.id, told: stockAdjustment },
    (latest) => {
      const isNews = latest['version'] !== before?.['version'];
      if (isNews && !submission.isBusy) takeNews(latest);
    },
  );

  const send = async (body: object, sent: readonly GridRow[]): Promise<void> => {
    const path = `/inventory/stockAdjustment/${before ? 'edit' : 'add'}`;
    try {
      const { message, result } = await call<{ id: string } | null>(before ? 'PUT' : 'POST', path, {
        body,
        key: keys.keyFor(body),
      });
      keys.settle(null);
      say.done(message);
      void refreshResource(stockAdjustment);
      onSaved(before?.id ?? result?.id ?? '');
    } catch (error) {
      keys.settle(error);
      if (error instanceof ApiError) {
        if (isStaleVersion(error) && takeNews(await news.fetch())) return setRefusal(TOO_LATE);
        refuseLines(error, sent);
      }
      throw error;
    }
  };

  const refuseLines = ({ errors }: ApiError, sent: readonly GridRow[]): void => {
    const ids = sent.map(({ id }) => id);
    const ofLines = errors.filter(({ row: line }) => line !== undefined);
    const named = handle.current?.refuse(ofLines, ids);
    if (!named || ofLines.length === 0) return;
    const cells = named.count > 0 ? [`${named.count} 处明细有误，见标红的单元格`] : [];
    setRefusal([...cells, ...named.words].join('；'));
  };

  return {
    before,
    lines,
    handle,
    refusal,
    submission,
    isClashing,
    async save(values) {
      const { current } = handle;
      if (!current?.grid) return;
      setRefusal(null);
      if (current.settle().length === 0) return say.warn('请至少录入一行明细');
      if (await current.grid.validateTable()) return say.warn('校验未通过，请修改标红的单元格');
      // What was still typed or looked up is in them now.
      const sent = current.settle();
      const { getStored } = current.grid;
      if (sent.length > MOST_LINES) return say.warn(`一张调整单最多${MOST_LINES}行，请分开录入`);
      const body = {
        ...(before ? { id: before.id, version: before['version'] } : {}),
        ...values,
        lines: sent.map((line) => wireLine(line, getStored(line.id) !== undefined, maySeeCost)),
      };
      await submission.run(() => send(body, sent));
    },
    takeTheirs(latest) {
      setBefore(latest);
      setLines(linesIn(latest));
      setRefusal(null);
      setClashing(false);
      form.setFieldsValue(storedValues(HEADER, latest));
      submission.clear();
    },
    keepMine(latest, theirs) {
      handle.current?.grid?.applyAllRemote(linesIn(latest));
      goOn(latest, theirs);
      submission.clear();
    },
  };
}

const TOO_LATE = '数据已被他人修改，已载入最新内容；您录入的内容保留，请核对后再次保存';

/** The lines of a draft; they are written together with it, by whom it says. */
const linesIn = (row: DetailRow | undefined): readonly Row[] =>
  (row?.lines?.['stockAdjustmentLine'] ?? []).map((line) => ({
    ...line,
    updateBy: row?.['updateBy'],
  }));
