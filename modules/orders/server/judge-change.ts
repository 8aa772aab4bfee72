import type { Address } from '#kit/model/address.ts';
import type { Tx } from '#kit/server/database.ts';
import { groupOf, isIn, type ChangeState } from '../model/order-change.ts';
import { plainPart, openUnits, type SnapshotChange, type ChannelSnapshot } from '../model/channel-snapshot.ts';
import { SERVICE_COLUMNS } from './change-items.ts';
import { openAddress, type OrderLineState, type StoredOrder } from './read-order.ts';

/** A change that a channel reported, and what becomes of it here. */
export type JudgedChange = SnapshotChange & { status: ChangeState };

/** The estimated day that our own acceptance set comes back as the channel's. */
export const isOwnEcho = ({ field, lineId, after }: SnapshotChange, lines: readonly OrderLineState[]): boolean =>
  field === 'estShipDate' && lines.some((line) => line.id === lineId && line.estShipDate === after?.slice(0, 10));

/** What waits for a person is what differs from the order as it stands here. */
export function statusOf(
  tx: Tx,
  change: SnapshotChange,
  known: StoredOrder,
  snapshot: ChannelSnapshot,
  lines: readonly OrderLineState[],
): ChangeState {
  const group = groupOf(change.field);
  const isOpen = known.stage === 'pending' || known.stage === 'shipping';
  if (group === 'note') return 'noted';
  if (group === 'date') return isOpen ? 'applied' : 'noted';
  if (!isOpen || isSame(tx, change, known, snapshot, lines)) return 'noted';
  const isEarly = ['new', 'accepted', 'ready'].includes(known.status);
  return change.field === 'cancelled' && change.lineId && isEarly ? 'applied' : 'pending';
}

/** Whether the order says here already what the channel says now. */
export function isSame(
  tx: Tx,
  change: SnapshotChange,
  known: StoredOrder,
  snapshot: ChannelSnapshot,
  lines: readonly OrderLineState[],
): boolean {
  const { field, lineId, lineKey, after } = change;
  const own = ownValue(tx, change, known, lines);
  switch (groupOf(field)) {
    case 'units': {
      const toldLine = snapshot.lines.find(({ key }) => key === lineKey);
      return toldLine !== undefined && String(openUnits(toldLine)) === own;
    }
    case 'price':
      return (field !== 'currency' && lineId === null) || own === after;
    case 'service':
    case 'warehouse':
      return own === after;
    case 'address':
      return plainPart(own ?? '') === plainPart(after ?? '');
    default:
      return false;
  }
}

/** What the order says here of a field that the channel changed; null where it says nothing. */
export function ownValue(
  tx: Tx,
  { field, lineId }: SnapshotChange,
  known: StoredOrder,
  lines: readonly OrderLineState[],
): string | null {
  const line = lines.find(({ id }) => id === lineId);
  if (isIn('service', field)) return known[SERVICE_COLUMNS[field]];
  switch (groupOf(field)) {
    case 'units':
      return String(line ? line.qty - line.qtyCancelled : 0);
    case 'price':
      return field === 'currency' ? known.currency : (line?.unitPrice ?? null);
    case 'warehouse':
      return known.pinnedWarehouseCode;
    case 'address':
      return openAddress(tx, known)[field.slice('shipTo.'.length) as keyof Address] ?? '';
    default:
      return null;
  }
}

/**
 * What applying a change makes of the order starts from what the order says, not from a word of the
 * channel that nobody ever took over: of 3, 1 and then 2 the order that has 3 loses one.
 */
export function withOwnBefore(
  tx: Tx,
  change: JudgedChange,
  known: StoredOrder,
  lines: readonly OrderLineState[],
): JudgedChange {
  const isToDo = change.status === 'pending' || change.status === 'applied';
  if (!isToDo || ['note', 'date', 'line'].includes(groupOf(change.field))) return change;
  return { ...change, before: ownValue(tx, change, known, lines) };
}
