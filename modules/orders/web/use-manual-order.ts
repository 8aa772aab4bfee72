import type { FormInstance } from 'antd';
import { useRef, useState } from 'react';
import type { Fields } from '#kit/model/field.ts';
import {
  ApiError,
  call,
  changedValues,
  fetchRow,
  refreshResource,
  runMove,
  say,
  storedValues,
  useActionKeys,
  useSubmission,
  type DetailRow,
  type GridRow,
  type LineGridHandle,
  type Row,
  type Submission,
} from '#kit/web/index.ts';
import { manualOrderHeader, MOST_ORDER_LINES } from '../model/manual-order.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { salesOrder } from '../model/order.ts';
import { wireLine } from './draft-lines.ts';

export const HEADER: Fields = manualOrderHeader;

export interface ManualOrderDraft {
  /** The stored draft that is edited; absent = a new one. */
  before: Row | undefined;
  /** The lines as they are stored. */
  lines: readonly GridRow[];
  handle: LineGridHandle | null;
  takeHandle: (handle: LineGridHandle | null) => void;
  /** What the server said of lines, where no cell can say it. */
  refusal: string | null;
  submission: Submission;
  /** Stores the draft; with `isHandedIn` it is submitted as well. */
  save: (values: Record<string, unknown>, isHandedIn: boolean) => Promise<void>;
  /** After somebody else changed it: start again from theirs, or write ours over it. */
  takeTheirs: (latest: DetailRow) => void;
  keepMine: (latest: Row, theirs?: readonly string[]) => void;
}

interface Stored {
  id: string;
  version: number;
  channelOrderNo: string;
}

/**
 * The head, the lines and the sending of a manual order. What is refused stays typed; a draft that
 * was stored but not taken in when handed in is edited from then on.
 */
export function useManualOrder(
  form: FormInstance<Record<string, unknown>>,
  row: DetailRow | undefined,
  onDone: (id: string) => void,
): ManualOrderDraft {
  const [before, setBefore] = useState<Row | undefined>(row);
  const [lines, setLines] = useState<readonly Row[]>(() => linesIn(row));
  const [handle, takeHandle] = useState<LineGridHandle | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const storing = useActionKeys();
  const handingIn = useActionKeys();
  const submission = useSubmission(form, new Set(Object.keys(HEADER)));
  const latest = useRef(before);

  const become = (stored: Row): void => {
    latest.current = stored;
    setBefore(stored);
  };

  const store = async (values: Record<string, unknown>, sent: readonly GridRow[]) => {
    const old = latest.current;
    const body = {
      ...(old ? { id: old.id, version: old['version'] } : {}),
      ...values,
      lines: sent.map((line) => wireLine(line, lines)),
    };
    const path = `/orders/salesOrder/${old ? 'edit' : 'add'}`;
    const { message, result } = await keyed(storing, body, (key) =>
      call<Stored>(old ? 'PUT' : 'POST', path, { body, key }),
    );
    become({ ...old, ...values, ...result });
    return { message, ...result };
  };

  const handIn = async ({ id, version }: Stored): Promise<void> => {
    try {
      await keyed(handingIn, { id, version }, (key) =>
        runMove(orderLifecycle, id, 'submit', { version }, key),
      );
    } catch (error) {
      say.warn('草稿已保存，尚未提交');
      // Whole, so that others' changes can be told from it.
      const row = await fetchRow(salesOrder, id).catch(() => null);
      if (row?.['version'] === version) become(row);
      throw error;
    }
  };

  const refuseLines = ({ errors }: ApiError, sent: readonly GridRow[]): void => {
    const ofLines = errors.filter((error) => error.row !== undefined);
    const named = handle?.refuse(
      ofLines,
      sent.map(({ id }) => id),
    );
    if (!named || ofLines.length === 0) return;
    const cells = named.count > 0 ? [`${named.count} 处商品有误，见标红的单元格`] : [];
    setRefusal([...cells, ...named.words].join('；'));
  };

  /** @returns the lines to be sent, or null while something in them is wrong */
  const settledLines = async (isHandedIn: boolean): Promise<readonly GridRow[] | null> => {
    if (!handle?.grid) return null;
    const isEmpty = handle.settle().length === 0;
    if (isHandedIn && isEmpty) return warn('请至少录入一行商品');
    if (!isEmpty && (await handle.grid.validateTable()))
      return warn('校验未通过，请修改标红的单元格');
    // What was still typed or looked up is in them now.
    const sent = handle.settle();
    return sent.length > MOST_ORDER_LINES
      ? warn(`一张手工单最多${MOST_ORDER_LINES}行，请分开录入`)
      : sent;
  };

  return {
    before,
    lines,
    handle,
    takeHandle,
    refusal,
    submission,
    async save(values, isHandedIn) {
      setRefusal(null);
      const sent = await settledLines(isHandedIn);
      if (!sent) return;
      await submission.run(async () => {
        try {
          const stored = await store(values, sent);
          if (isHandedIn) await handIn(stored);
          say.done(isHandedIn ? '订单已提交' : stored.message);
          onDone(stored.id);
        } catch (error) {
          if (error instanceof ApiError) refuseLines(error, sent);
          throw error;
        } finally {
          void refreshResource(salesOrder);
        }
      });
    },
    takeTheirs(theirs) {
      become(theirs);
      setLines(linesIn(theirs));
      setRefusal(null);
      form.setFieldsValue(storedValues(HEADER, theirs));
      submission.clear();
    },
    keepMine(theirs, kept = []) {
      const mine = changedValues(HEADER, before ?? {}, form.getFieldsValue());
      for (const key of kept) delete mine[key];
      form.setFieldsValue({ ...storedValues(HEADER, theirs), ...mine });
      become(theirs);
      submission.clear();
    },
  };
}

const linesIn = (row: DetailRow | undefined): readonly Row[] => row?.lines?.['orderLine'] ?? [];

function warn(text: string): null {
  say.warn(text);
  return null;
}

/** Sends under a key of its own: sent again unchanged, it happens once. */
async function keyed<T>(
  keys: ReturnType<typeof useActionKeys>,
  body: object,
  send: (key: string) => Promise<T>,
): Promise<T> {
  try {
    const answer = await send(keys.keyFor(body));
    keys.settle(null);
    return answer;
  } catch (error) {
    keys.settle(error);
    throw error;
  }
}
