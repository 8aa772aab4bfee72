import type { StationBox, StationCandidate, StationShipment, StationStep } from './station.ts';

/** What is said in large, and by which tone. */
export interface StationMessage {
  tone: 'done' | 'failed';
  title: string;
  description?: string;
}

export type Seal = Extract<StationStep, { kind: 'seal' }>;

/** What the station knows between two scans. */
export interface Desk {
  shipment: StationShipment | null;
  message: StationMessage | null;
  /** The red screen: nothing goes on until it is acknowledged. */
  stop: StationMessage | null;
  /** A weight that is far from the plan, to be confirmed. */
  asking: Seal | null;
  /** A tracking number of another carrier's form: read once more, it is meant. */
  doubted: string | null;
  /** SKUs of which a carton was read by its mark (`2/3`): from then on their cartons are distinguished by it. */
  marked: readonly string[];
  /** Several shipments that a scan may mean, chosen by number. */
  choices: readonly StationCandidate[];
}

export const EMPTY_DESK: Desk = {
  shipment: null,
  message: null,
  stop: null,
  asking: null,
  doubted: null,
  marked: [],
  choices: [],
};

/** How the station of this device works. */
export interface DeskRules {
  /** Each box is put on a scale, or its weight typed; otherwise it weighs what its plan says. */
  isWeighed: boolean;
  /** Percent by which a weight may differ from the plan before it is asked about. */
  tolerance: number;
}

/** What is to be done about a scan beside showing it. */
export type StationEffect =
  | { do: 'step'; step: StationStep }
  /** @param isFree nothing was packed here yet: the code may lead to another shipment by its number */
  | { do: 'find'; code: string; isFree: boolean }
  | { do: 'open'; id: string }
  | { do: 'next' }
  | { do: 'reprint' }
  | { do: 'ownLabel'; trackingNo: string };

export interface Heard {
  desk: Desk;
  effect?: StationEffect;
  /** The tone that goes with it; none where the answer of the server says it. */
  tone?: 'done' | 'failed';
}

/** The box whose carton was scanned and that is not sealed yet. */
export const atHand = ({ boxes, atHand: id }: StationShipment): StationBox | undefined =>
  boxes.find((box) => box.id === id && box.status === 'open');

/** The red screen, with a tone: nothing of the scan is stored. */
export const stopped = (desk: Desk, title: string, description?: string): Heard => ({
  desk: {
    ...desk,
    message: null,
    stop: { tone: 'failed', title, ...(description ? { description } : {}) },
  },
  tone: 'failed',
});

/** What did not work, in words; nothing stops. */
export const failed = (desk: Desk, title: string): Heard => ({
  desk: { ...desk, message: { tone: 'failed', title } },
  tone: 'failed',
});

/** A shipment as it stands once a step is carried out: shown before the server has answered. */
export function applied(shipment: StationShipment, step: StationStep): StationShipment {
  if (step.kind === 'take') return { ...shipment, atHand: step.boxId };
  if (step.kind !== 'seal') return shipment;
  const { kind: _kind, code: _code, boxId, ...measures } = step;
  const boxes = shipment.boxes.map((box) =>
    box.id === boxId ? { ...box, ...measures, status: 'sealed' as const } : box,
  );
  const isWhole = boxes.every(({ status }) => status !== 'open');
  return { ...shipment, boxes, atHand: null, status: isWhole ? 'packed' : shipment.status };
}
