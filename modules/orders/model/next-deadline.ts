import { isOpenState } from './order-lifecycle.ts';

interface Deadline {
  what: '接单' | '发货';
  at: string;
  /** From how many hours before it is near. */
  nearHours: number;
}

/** An order as it is shown, with its times of the wire. */
interface Dated {
  status: string;
  acceptDeadline: string | null;
  shipBy: string | null;
}

/** The nearest deadline of an order that still waits for us: what is answered or sent has none any more. */
export function nextDeadline({ status, acceptDeadline, shipBy }: Dated): Deadline | null {
  const waiting: Deadline[] = [];
  if (status === 'new' && acceptDeadline) waiting.push({ what: '接单', at: acceptDeadline, nearHours: 4 });
  if (isOpenState(status) && shipBy) waiting.push({ what: '发货', at: shipBy, nearHours: 24 });
  // Times of the wire are in the order of their texts.
  return waiting.toSorted((a, b) => (a.at < b.at ? -1 : 1))[0] ?? null;
}
