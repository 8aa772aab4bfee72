import type { FormInstance } from 'antd';
import { useRef, useState, type RefObject } from 'react';
import type { Fields } from '#kit/model/field.ts';
import {
  ApiError,
  call,
  changedValues,
  refreshResource,
  say,
  storedValues,
  useActionKeys,
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
  save: (values: Record<string, unknown>) => Promise<void>;
  /** After somebody else changed it: start again from theirs, or write ours over it. */
  takeTheirs: (latest: Row) => void;
  keepMine: (latest: Row) => void;
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
      if (error instanceof ApiError) refuseLines(error, sent);
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
    async save(values) {
      const { current } = handle;
      if (!current?.grid) return;
      setRefusal(null);
      if (current.settle().length === 0) return say.warn('请至少录入一行明细');
      if (await current.grid.validateTable()) return say.warn('校验未通过，请修改标红的单元格');
      // What was still typed or looked up is in them now.
      const sent = current.settle();
      if (sent.length > MOST_LINES) return say.warn(`一张调整单最多${MOST_LINES}行，请分开录入`);
      const body = {
        ...(before ? { id: before.id, version: before['version'] } : {}),
        ...values,
        lines: sent.map((line) => wireLine(line, lines, maySeeCost)),
      };
      await submission.run(() => send(body, sent));
    },
    takeTheirs(latest) {
      setBefore(latest);
      setLines(linesIn(latest));
      setRefusal(null);
      form.setFieldsValue(storedValues(HEADER, latest));
      submission.clear();
    },
    keepMine(latest) {
      const mine = changedValues(HEADER, before ?? {}, form.getFieldsValue());
      form.setFieldsValue({ ...storedValues(HEADER, latest), ...mine });
      setBefore(latest);
      submission.clear();
    },
  };
}

const linesIn = (row: DetailRow | undefined): readonly Row[] =>
  row?.lines?.['stockAdjustmentLine'] ?? [];
