import type { BoxItem } from './carton-plan.ts';
import type { BoxRow, ShipmentRow } from './shipment.ts';

/** Minutes after which who scanned last at a shipment does not keep others from it any more. */
export const HOLD_MINUTES = 10;

type BoxColumn =
  | ('id' | 'boxNo' | 'status' | 'content' | 'trackingNo')
  | ('lengthMm' | 'widthMm' | 'heightMm' | 'weightG');

/** One carton of a shipment as the station shows it: a tile. */
export interface StationBox extends Pick<BoxRow, BoxColumn> {
  items: BoxItem[];
  /** What it weighs by its carton plan, in grams; null where no plan says it. */
  plannedG: number | null;
  /** Names the label that belongs on exactly this box; null: none, or none yet. */
  labelKey: string | null;
  /** How often this label came out of a printer. */
  prints: number;
}

/** What of a shipment a scanner may read. */
export interface StationLine {
  id: string;
  skuId: string;
  channelSku: string;
  /** Our code, UPC and whatever else its carton may carry. */
  codes: string[];
  name: string;
  picture: string | null;
  qty: number;
}

type ShipmentColumn =
  | ('id' | 'version' | 'shipmentNo' | 'status' | 'priority' | 'environment' | 'orderType')
  | ('warehouseId' | 'accountOwner' | 'labelSource' | 'labelError' | 'labelHold' | 'carrierCode')
  | 'class';

/** A shipment at the station. */
export interface StationShipment extends Pick<ShipmentRow, ShipmentColumn> {
  channelOrderNo: string;
  orderNo: string;
  holds: string[];
  warehouse: string;
  warehouseZone: string | null;
  shipBy: string | null;
  /** When the carrier comes for it, where that is known. */
  pickupDate: string | null;
  /** A customs document has to be stored before it leaves. */
  lacksCustoms: boolean;
  /** Who scanned last, while that keeps others from it. */
  holder: { name: string; isMe: boolean } | null;
  /** The box whose carton was scanned and that is not sealed yet. */
  atHand: string | null;
  lines: StationLine[];
  boxes: StationBox[];
  /** Why no label was asked for when the last box was sealed. */
  labelRefused?: string;
}

/** A shipment that a scan may mean, or that comes next. */
export interface StationCandidate {
  id: string;
  shipmentNo: string;
  channelOrderNo: string;
  status: ShipmentRow['status'];
  priority: ShipmentRow['priority'];
  warehouseId: string;
  goods: string | null;
  shipBy: string | null;
}

/** What a code was found to be the number of. */
export type FoundBy = 'shipment' | 'order' | 'box' | 'sku';

/** Measures as stored: grams and millimetres, whole numbers above zero. */
export interface StationMeasures {
  weightG?: number;
  lengthMm?: number;
  widthMm?: number;
  heightMm?: number;
}

/** One step at the station: each is carried out once under its key, however often it is sent. */
export type StationStep =
  | { kind: 'open' }
  | { kind: 'take'; boxId: string; code: string }
  | ({ kind: 'seal'; boxId: string; code: string } & StationMeasures)
  | { kind: 'undo' }
  | { kind: 'label' }
  | { kind: 'printed'; boxId: string; labelKey: string }
  | { kind: 'leave' };

/** Whether boxes are still filled. */
export const isPackable = ({ status }: { status: string }): boolean => status === 'draft' || status === 'packing';

/** Labels that wait for a printer. */
export const unprinted = ({ boxes }: Pick<StationShipment, 'boxes'>): StationBox[] =>
  boxes.filter(({ labelKey, prints }) => labelKey !== null && prints === 0);
