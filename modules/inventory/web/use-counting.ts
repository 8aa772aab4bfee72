import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import {
  ApiError,
  fetchRoute,
  callResource,
  cue,
  isOutcomeUnknown,
  keyOf,
  queryClient,
  useTurns,
  type ScanMessage,
  type TurnsOfPage,
} from '#kit/web/index.ts';
import type { Named } from '#kit/model/lookup.ts';
import { scannedNumbers } from '#kit/model/scanned-numbers.ts';
import { sku } from '#modules/catalog/model/product.ts';
import { shortNumber } from '#ui/scan/short-number.ts';
import { countDeskRoute, countRoute, type CountDesk, type CountedLine } from '../model/count-routes.ts';
import { lineOfScan } from '../model/desk-goods.ts';
import { stockCount } from '../model/stock-count.ts';

type Condition = CountedLine['condition'];
const deskKey = (id: string): unknown[] => keyOf(stockCount, 'desk', id);

/** Everything a page of counting shows, in one call. */
export const useCountDesk = (id: string): UseQueryResult<CountDesk, Error> =>
  useQuery({
    queryKey: deskKey(id),
    queryFn: ({ signal }) => fetchRoute(countDeskRoute, { params: { id }, signal }),
    staleTime: 0,
  });

/** A SKU that was scanned and is not among those to count. */
export interface Stranger {
  skuId: string;
  code: string;
}

interface Counting {
  said: ScanMessage | null;
  turns: TurnsOfPage;
  /** The line that was counted last. */
  marked: string | null;
  stranger: Stranger | null;
  scan: (number: string, condition: Condition) => Promise<void>;
  put: (line: CountedLine, qty: number) => void;
  add: (stranger: Stranger, condition: Condition) => void;
}

/**
 * Counts line by line, one call after the other however quick the scans come: each says what was
 * found in place of what stood there, with the version that was seen. If another phone was faster,
 * the line is read again and nothing is counted twice.
 */
export function useCounting(id: string): Counting {
  const turns = useTurns();
  const [said, setMessage] = useState<ScanMessage | null>(null);
  const [marked, mark] = useState<string | null>(null);
  const [stranger, setStranger] = useState<Stranger | null>(null);
  const show = (now: ScanMessage): void => {
    cue(now.tone);
    setMessage(now);
  };
  const count = async (of: Counted, qtyOf: (known: CountedLine | undefined) => number) => {
    setStranger(null);
    const known = lineNow(id, of);
    const qty = qtyOf(known);
    try {
      const line = await send(id, of, qty, known?.version);
      mark(line.id);
      show({ tone: 'done', title: `${line.goods.code}　实盘 ${qty}` });
    } catch (error) {
      show(refusalOf(error, known?.goods.code ?? ''));
      await queryClient.invalidateQueries({ queryKey: deskKey(id) });
    }
  };
  const scan = async (number: string, condition: Condition): Promise<void> => {
    const lines = linesNow(id).filter((line) => line.condition === condition);
    const line = lineOfScan(lines, number);
    if (line) return count(line, (known) => (known?.countedQty ?? 0) + 1);
    const found = await strangerOf(number).catch(() => null);
    setStranger(found);
    show(strangeScan(number, found));
  };
  return {
    said,
    turns,
    marked,
    stranger,
    scan,
    put: (line, qty) => void turns.take(() => count(line, () => qty)),
    add: ({ skuId }, condition) => void turns.take(() => count({ skuId, condition }, () => 1)),
  };
}

type Counted = Pick<CountedLine, 'skuId' | 'condition'>;

const linesNow = (id: string): readonly CountedLine[] => queryClient.getQueryData<CountDesk>(deskKey(id))?.lines ?? [];

const lineNow = (id: string, of: Counted): CountedLine | undefined =>
  linesNow(id).find((one) => one.skuId === of.skuId && one.condition === of.condition);

/** What stands there is known at once, for the scan that follows. */
async function send(
  id: string,
  { skuId, condition }: Counted,
  qty: number,
  version: number | undefined,
): Promise<CountedLine> {
  const line = await fetchRoute(countRoute, {
    params: { id },
    body: { skuId, condition, qty, ...(version === undefined ? {} : { version }) },
  });
  queryClient.setQueryData<CountDesk>(deskKey(id), (desk) => {
    if (!desk) return desk;
    const isKnown = desk.lines.some((one) => one.id === line.id);
    const lines = isKnown ? desk.lines.map((one) => (one.id === line.id ? line : one)) : [...desk.lines, line];
    return { ...desk, lines };
  });
  return line;
}

function refusalOf(error: unknown, code: string): ScanMessage {
  if (isOutcomeUnknown(error)) return { tone: 'failed', title: `${code} 可能没有记下，核对数量后再扫` };
  const message = error instanceof ApiError ? error.message : '没有记下，请重扫';
  return { tone: 'failed', title: `${code} 没有记下`, description: message };
}

async function strangerOf(number: string): Promise<Stranger | null> {
  const { result } = await callResource<Named[]>(sku, 'lookup', {
    body: { texts: scannedNumbers(number) },
  });
  const found = result.find((one) => 'id' in one);
  return found && 'id' in found ? { skuId: found.id, code: found.label } : null;
}

function strangeScan(number: string, found: Stranger | null): ScanMessage {
  const read = number.trim();
  return {
    tone: 'failed',
    read,
    title: found ? `${found.code} 不在这张盘点单里` : `找不到 ${shortNumber(read)}`,
    description: found ? '货在这里就加入盘点。' : '没有这个SKU或条码，没有记下。',
  };
}
