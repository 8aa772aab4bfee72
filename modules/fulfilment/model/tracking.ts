import type { TrackingCode } from './carrier-port.ts';

/** An event of a parcel, as far as its way follows from it. */
export interface WayEvent {
  trackingNo: string;
  code: TrackingCode;
  at: Date;
}

/** Where a shipment of several parcels is, by what was last reported of each. */
export type OnTheWay = 'none' | 'moving' | 'exception' | 'delivered' | 'lost';

/** The last event of each parcel; of two at one moment the one that ends its way. */
export function lastOfEach<E extends WayEvent>(events: readonly E[]): Map<string, E> {
  const last = new Map<string, E>();
  for (const event of events) {
    const known = last.get(event.trackingNo);
    const [a, b] = [event.at.getTime(), known?.at.getTime() ?? -Infinity];
    if (a > b || (a === b && known && RANK[event.code] > RANK[known.code])) last.set(event.trackingNo, event);
  }
  return last;
}

const RANK: Readonly<Record<TrackingCode, number>> = {
  other: 0,
  pickedUp: 1,
  moving: 2,
  delivering: 3,
  exception: 4,
  lost: 5,
  delivered: 6,
};

/** Delivered when all are; lost or in trouble when one is. */
export function wayOf(parcels: readonly string[], events: readonly WayEvent[]): OnTheWay {
  const last = lastOfEach(events);
  const codes = [...last.values()].map(({ code }) => code);
  if (codes.length === 0) return 'none';
  if (codes.includes('lost')) return 'lost';
  if (codes.includes('exception')) return 'exception';
  const isDelivered = parcels.every((parcel) => last.get(parcel)?.code === 'delivered');
  if (parcels.length > 0 && isDelivered) return 'delivered';
  return codes.some((code) => code !== 'other') ? 'moving' : 'none';
}

type WayMove = 'scan' | 'exception' | 'resume' | 'deliver' | 'markLost' | 'found';

const STEPS: Readonly<Record<string, Partial<Record<OnTheWay, readonly WayMove[]>>>> = {
  shipped: {
    moving: ['scan'],
    exception: ['scan', 'exception'],
    delivered: ['scan', 'deliver'],
    lost: ['scan', 'markLost'],
  },
  inTransit: { exception: ['exception'], delivered: ['deliver'], lost: ['markLost'] },
  exception: { moving: ['resume'], delivered: ['deliver'], lost: ['markLost'] },
  // Carriers find what they gave up, and say so by the next scan.
  lost: { moving: ['found'], exception: ['found', 'exception'], delivered: ['deliver'] },
};

/** The moves that lead a shipment in this state to where its parcels are. */
export const stepsTo = (status: string, way: OnTheWay): readonly WayMove[] => STEPS[status]?.[way] ?? [];

/** Characters of the numbers of all parcels in one text: as much as an index holds, and as a list shows. */
export const MOST_NUMBERS = { label: 1000, shipment: 255, return: 64 } as const;

/** Each number once, one after the other, as many as fit as a whole: half a number is somebody else's. */
export function numbersText(numbers: readonly string[], most: number): string {
  let text = '';
  for (const number of new Set(numbers)) {
    const longer = text === '' ? number : `${text},${number}`;
    if (longer.length > most) break;
    text = longer;
  }
  return text;
}
