import type { Tx } from '#kit/server/database.ts';
import { dealtUnits, type DealtPart } from '../model/family-deal.ts';
import { groupOf } from '../model/order-change.ts';
import {
  changesBetween,
  openUnits,
  type SnapshotChange,
  type SnapshotLine,
  type ChannelSnapshot,
} from '../model/channel-snapshot.ts';
import { isOpenState } from '../model/order-lifecycle.ts';
import { familyLines, familyOf, originOfLine, type FamilyLine, type Member } from './family.ts';

/** What the channel changed, as it concerns one of the orders that stand for its number. */
export interface MemberChanges {
  orderId: string;
  changes: SnapshotChange[];
  /** What the channel would have said of this order alone. */
  snapshot: ChannelSnapshot;
}

/**
 * Deals a telling over an order and what it was split into. Units are dealt once for each line; dates, address
 * and service concern all that is open; what is new goes to the first that is still open. For an order that
 * was never split the telling stands as it is.
 */
export async function divideSnapshot(
  tx: Tx,
  orderId: string,
  before: ChannelSnapshot,
  reported: ChannelSnapshot,
): Promise<MemberChanges[]> {
  const changes = changesBetween(before, reported);
  const members = await familyOf(tx, orderId, { lock: true });
  if (members.length < 2) return [{ orderId, changes, snapshot: reported }];
  const lines = await familyLines(tx, members);
  const deal = (line: SnapshotLine): Map<string, number> => dealtOf(line, members, lines);
  const open = members.filter(({ status }) => isOpenState(status));
  const concerned = open.length > 0 ? open : members.slice(0, 1);
  const first = concerned[0] as Member;
  const dealt = members.map(({ id }) => {
    const own = lines.filter((line) => line.orderId === id);
    const isConcerned = concerned.some((member) => member.id === id);
    return {
      orderId: id,
      snapshot: ownLines(reported, own, deal, id === first.id),
      changes: changes.flatMap((change) => {
        if (change.lineKey === null) return isConcerned ? [change] : [];
        if (change.lineId === null) return id === first.id ? [change] : [];
        const line = reported.lines.find(({ key }) => key === change.lineKey);
        const part = own.find((one) => originOfLine(one) === change.lineId);
        return line && part ? partChange(change, line, part, deal(line)) : [];
      }),
    };
  });
  return dealt.filter((one) => one.changes.length > 0 || one.orderId === orderId);
}

function dealtOf(line: SnapshotLine, members: readonly Member[], lines: readonly FamilyLine[]): Map<string, number> {
  const parts = lines
    .filter((one) => originOfLine(one) === line.lineId)
    .map((one): DealtPart => {
      const member = members.find(({ id }) => id === one.orderId);
      return {
        lineId: one.id,
        units: one.qty - one.qtyCancelled,
        shipped: one.qtyShipped,
        status: member?.status ?? '',
        splitSeq: member?.splitSeq ?? 0,
      };
    });
  return dealtUnits(openUnits(line), parts);
}

function partChange(
  change: SnapshotChange,
  line: SnapshotLine,
  part: FamilyLine,
  dealt: ReadonlyMap<string, number>,
): SnapshotChange[] {
  if (groupOf(change.field) !== 'units') return [{ ...change, lineId: part.id }];
  const [was, requested] = [part.qty - part.qtyCancelled, dealt.get(part.id) ?? 0];
  if (was === requested) return [];
  const field = line.isGone ? 'gone' : line.isCancelled && requested === 0 ? 'cancelled' : 'qty';
  return [{ ...change, field, lineId: part.id, before: String(was), after: String(requested) }];
}

/** The lines of which an order has a part, with the units that are dealt to it. */
function ownLines(
  reported: ChannelSnapshot,
  own: readonly FamilyLine[],
  deal: (line: SnapshotLine) => ReadonlyMap<string, number>,
  isFirst: boolean,
): ChannelSnapshot {
  return {
    ...reported,
    lines: reported.lines.flatMap((line) => {
      if (line.lineId === null) return isFirst ? [line] : [];
      const part = own.find((one) => originOfLine(one) === line.lineId);
      if (!part) return [];
      const qty = deal(line).get(part.id) ?? 0;
      return [{ ...line, lineId: part.id, qty, isCancelled: qty === 0, isGone: line.isGone }];
    }),
  };
}

/**
 * A telling of the channel as one part of its number applies it: its own lines, each with the units that wait
 * to be taken over (`wanted`, by line), or else as they stand here.
 * @param hasAdded keys of lines that wait to be added to this part
 */
export function snapshotOfPart(
  reported: ChannelSnapshot,
  own: readonly FamilyLine[],
  requested: ReadonlyMap<string, number>,
  hasAdded: ReadonlySet<string>,
): ChannelSnapshot {
  return {
    ...reported,
    lines: reported.lines.flatMap((line) => {
      if (line.lineId === null) return hasAdded.has(line.key) ? [line] : [];
      const part = own.find((one) => originOfLine(one) === line.lineId);
      if (!part) return [];
      const qty = requested.get(part.id) ?? part.qty - part.qtyCancelled;
      return [{ ...line, lineId: part.id, qty, isCancelled: qty === 0, isGone: false }];
    }),
  };
}
