/** A part of a line that its channel knows as one: units of one of the orders it was split into. */
export interface DealtPart {
  lineId: string;
  /** Units that are not cancelled. */
  units: number;
  shipped: number;
  /** State of the order that has them. */
  status: string;
  splitSeq: number;
}

/** What is easiest to take from comes first; what has ended is not taken from. */
const STEPS: Readonly<Record<string, number>> = {
  new: 0,
  accepted: 1,
  ready: 2,
  processing: 3,
  partial: 3,
};
const isOpen = ({ status }: DealtPart): boolean => status in STEPS;
const stepOf = ({ status }: DealtPart): number => STEPS[status] ?? 9;

/** From the part that is least far, of these from the one that was split off last. */
const takingOrder = (parts: readonly DealtPart[]): DealtPart[] =>
  parts.filter(isOpen).sort((a, b) => stepOf(a) - stepOf(b) || b.splitSeq - a.splitSeq);

/** Takes units out of parts, at most what has not left. @returns units to take by line */
export function dealtOut(qty: number, parts: readonly DealtPart[]): Map<string, number> {
  const taken = new Map<string, number>();
  let left = qty;
  for (const part of takingOrder(parts)) {
    const take = Math.min(left, part.units - part.shipped);
    if (take > 0) taken.set(part.lineId, take);
    left -= Math.max(0, take);
  }
  return taken;
}

/**
 * The units of each part once the channel wants so many of the line. Less is taken out of what is least far;
 * more goes to the first part that is not packed yet; what is missing because too much has left
 * stands with the parts that left, where it is only noted. The parts come to what is wanted.
 */
export function dealtUnits(requested: number, parts: readonly DealtPart[]): Map<string, number> {
  const units = new Map(parts.map((part) => [part.lineId, part.units]));
  const change = requested - parts.reduce((sum, part) => sum + part.units, 0);
  if (change > 0) {
    const first = parts.toSorted((a, b) => a.splitSeq - b.splitSeq);
    const early = first.find((part) => stepOf(part) <= 2) ?? first.find(isOpen) ?? first[0];
    if (early) units.set(early.lineId, early.units + change);
    return units;
  }
  const taken = dealtOut(-change, parts);
  for (const [lineId, qty] of taken) units.set(lineId, (units.get(lineId) ?? 0) - qty);
  let left = -change - [...taken.values()].reduce((sum, qty) => sum + qty, 0);
  for (const part of parts.toSorted((a, b) => b.splitSeq - a.splitSeq)) {
    const take = Math.min(left, units.get(part.lineId) ?? 0);
    units.set(part.lineId, (units.get(part.lineId) ?? 0) - take);
    left -= take;
  }
  return units;
}
