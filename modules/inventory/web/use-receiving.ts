import { useRef, useState } from 'react';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import {
  ApiError,
  refreshResource,
  runMove,
  toast,
  toastError,
  useActionKeys,
  useUnsavedWork,
  versionNow,
} from '#kit/web/index.ts';
import type { ReceiveDesk } from '../model/receive-routes.ts';

export interface Receiving {
  /** Units of a line that came in this condition, as far as somebody counted them. */
  qtyOf: (lineId: string, condition: string) => number | null;
  put: (lineId: string, condition: string, qty: number) => void;
  /** A scan counts one up. @returns how many there are now */
  oneMore: (lineId: string, condition: string) => number;
  /** Whatever has not come yet came in this condition. */
  fill: (condition: string) => void;
  submit: () => Promise<void>;
  total: number;
  isBusy: boolean;
  marked: string | null;
  /** What a line was refused for. */
  faults: ReadonlyMap<string, string>;
}

type Counts = ReadonlyMap<string, { lineId: string; condition: string; qty: number }>;

/**
 * What has come of a document, counted here until it is taken in as a whole. Where that is refused, all
 * that was counted stays, and the lines say why.
 */
export function useReceiving(lifecycle: AnyLifecycle, data: ReceiveDesk): Receiving {
  const [counts, setCounts] = useState<Counts>(new Map());
  const now = useRef(counts);
  const [marked, mark] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const keys = useActionKeys();
  const store = (next: Counts): void => {
    now.current = next;
    setCounts(next);
  };
  const put = (lineId: string, condition: string, qty: number): void => {
    setFaults(new Map([...faults].filter(([id]) => id !== lineId)));
    store(new Map(now.current).set(`${lineId} ${condition}`, { lineId, condition, qty }));
  };
  const qtyIn = (of: Counts, lineId: string, condition: string): number | null =>
    of.get(`${lineId} ${condition}`)?.qty ?? null;
  const lines = [...counts.values()].filter(({ qty }) => qty > 0);
  const total = lines.reduce((sum, { qty }) => sum + qty, 0);
  useUnsavedWork(total > 0);
  const submit = async (): Promise<void> => {
    // Nothing said means that all of it came well: no answer is too long for a long document.
    setBusy(true);
    try {
      const version = await versionNow(lifecycle.of, { ...data });
      const body = { ...(isAllWell(data, lines) ? {} : { lines }), version };
      await runMove(lifecycle, data.id, 'receive', body, keys.keyFor(body));
      keys.settle(null);
      store(new Map());
      setFaults(new Map());
      toast.done(`已收货 ${total} 件`);
    } catch (error) {
      keys.settle(error);
      setFaults(faultsOf(error, lines));
      toastError(error);
    } finally {
      setBusy(false);
      void refreshResource(lifecycle.of);
    }
  };
  return {
    qtyOf: (lineId, condition) => qtyIn(counts, lineId, condition),
    put,
    oneMore(lineId, condition) {
      const qty = (qtyIn(now.current, lineId, condition) ?? 0) + 1;
      put(lineId, condition, qty);
      mark(lineId);
      return qty;
    },
    fill(condition) {
      const filled = data.lines.filter(({ open }) => open > 0);
      store(new Map(filled.map(({ id, open }) => [`${id} ${condition}`, { lineId: id, condition, qty: open }])));
    },
    submit,
    total,
    isBusy,
    marked,
    faults,
  };
}

/** Whether exactly what was missing came, all of it good. */
const isAllWell = (
  data: ReceiveDesk,
  lines: readonly { lineId: string; condition: string; qty: number }[],
): boolean => {
  const open = data.lines.filter((line) => line.open > 0);
  const isWell = ({ id, open: qty }: { id: string; open: number }): boolean =>
    lines.some((one) => one.lineId === id && one.condition === 'good' && one.qty === qty);
  return lines.length === open.length && open.every(isWell);
};

/** Refusals name rows of what was sent; each stands at its line. */
const faultsOf = (error: unknown, lines: readonly { lineId: string }[]): Map<string, string> =>
  new Map(
    (error instanceof ApiError ? error.errors : []).flatMap(({ row, message }) => {
      const line = row === undefined ? undefined : lines[row - 1];
      return line ? [[line.lineId, message] as const] : [];
    }),
  );
