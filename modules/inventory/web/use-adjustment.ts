import type { FormInstance } from 'antd';
import { useState } from 'react';
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
  type Row,
  type Submission,
} from '#kit/web/index.ts';
import { stockAdjustment } from '../model/stock.ts';
import {
  blankLine,
  faultsOf,
  isBlankLine,
  storedLines,
  wireLine,
  type DraftLine,
} from './adjustment-lines.ts';

const { kind, warehouseId, reason } = stockAdjustment.fields;
/** What an adjustment says as a whole. */
export const HEADER: Fields = { kind, warehouseId, reason };
const MOST_LINES = 5000;

export interface AdjustmentDraft {
  /** The stored draft the edit started from; absent = a new one. */
  before: DetailRow | undefined;
  lines: readonly DraftLine[];
  setLines: (lines: readonly DraftLine[]) => void;
  /** Words by the key of a line. */
  faults: ReadonlyMap<string, string>;
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
  const [lines, setLines] = useState<readonly DraftLine[]>(() => linesIn(row));
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const keys = useActionKeys();
  const submission = useSubmission(form, new Set(Object.keys(HEADER)));

  const send = async (body: object, sent: readonly DraftLine[]): Promise<void> => {
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
      if (error instanceof ApiError) setFaults(rowFaults(error, sent));
      throw error;
    }
  };

  return {
    before,
    lines,
    setLines,
    faults,
    submission,
    async save(values) {
      const filled = lines.filter((line) => !isBlankLine(line));
      const found = faultsOf(filled);
      setFaults(found);
      if (filled.length === 0) return say.warn('请至少录入一行明细');
      if (filled.length > MOST_LINES) return say.warn(`一张调整单最多${MOST_LINES}行，请分开录入`);
      if (found.size > 0) return;
      const body = {
        ...(before ? { id: before.id, version: before['version'] } : {}),
        ...values,
        lines: filled.map((line) => wireLine(line, maySeeCost)),
      };
      await submission.run(() => send(body, filled));
    },
    takeTheirs(latest) {
      setBefore(latest);
      setLines(linesIn(latest));
      setFaults(new Map());
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

function linesIn(row: DetailRow | undefined): readonly DraftLine[] {
  const stored = storedLines(row?.lines?.['stockAdjustmentLine'] ?? []);
  return stored.length > 0 ? stored : [blankLine()];
}

/** The server names rows from 1, among the lines that were sent. */
function rowFaults(error: ApiError, sent: readonly DraftLine[]): Map<string, string> {
  const faults = new Map<string, string>();
  for (const { row, message } of error.errors) {
    const line = row === undefined ? undefined : sent[row - 1];
    if (line) faults.set(line.key, message);
  }
  return faults;
}
