import type { WholeNumber } from '#kit/web/index.ts';
import { openUnits, type LineUnits } from './order-row.ts';

/** What is typed for one line. */
export interface TypedLine {
  now: WholeNumber;
  backorder: WholeNumber;
  refuse: WholeNumber;
  backorderDate: string | null;
  estShipDate: string | null;
}

/** What an answer comes to, before it is sent. */
export interface PartPlan {
  items: ({ lineId: string; now: number; backorder: number; refuse: number } & Pick<
    TypedLine,
    'backorderDate' | 'estShipDate'
  >)[];
  now: number;
  backorder: number;
  refuse: number;
  /** What is still to be put right; null where it can be sent. */
  fault: string | null;
}

type Named = LineUnits & { channelSku: string };

const unitsOf = (value: WholeNumber): number => (typeof value === 'number' ? value : 0);

/** @param typed by line id */
export function planPart(lines: readonly Named[], typed: Readonly<Record<string, TypedLine>>): PartPlan {
  const items = lines.map(({ id }) => {
    const { now, backorder, refuse, backorderDate, estShipDate } = typed[id] as TypedLine;
    return {
      lineId: id,
      now: unitsOf(now),
      backorder: unitsOf(backorder),
      refuse: unitsOf(refuse),
      backorderDate,
      estShipDate,
    };
  });
  const sum = (key: 'now' | 'backorder' | 'refuse'): number => items.reduce((total, item) => total + item[key], 0);
  return {
    items,
    now: sum('now'),
    backorder: sum('backorder'),
    refuse: sum('refuse'),
    fault: faultIn(lines, items),
  };
}

function faultIn(lines: readonly Named[], items: PartPlan['items']): string | null {
  for (const [at, line] of lines.entries()) {
    const item = items[at];
    if (!item) continue;
    const { now, backorder, refuse, backorderDate } = item;
    const left = openUnits(line) - now - backorder - refuse;
    if (left > 0) return `${line.channelSku} 还有 ${left} 件没有填写`;
    if (left < 0) return `${line.channelSku} 多填了 ${-left} 件`;
    if (backorder > 0 && !backorderDate) return `请填写 ${line.channelSku} 的补货发货日`;
  }
  return items.every(({ now, backorder }) => now + backorder === 0) ? '全部拒绝请用“拒单”' : null;
}
