import type { Address } from '#kit/model/address.ts';

/** One carton to be labelled: which piece of the part, which carton of that piece. */
export interface ShippingUnit {
  channelSku: string;
  /** 1..quantity */
  piece: number;
  /** 1..n */
  carton: number;
  weightG: number;
  lengthMm: number;
  widthMm: number;
  heightMm: number;
  freightClass?: string;
  /** All pieces in this box, where it holds more than the one named: still one box, one label. */
  holds?: readonly { channelSku: string; piece: number }[];
}

export interface RegisterRequest {
  channelOrderNo: string;
  channelWarehouseCode: string;
  pickupDate: Date;
  units: ShippingUnit[];
}

export interface ChannelLabel {
  trackingNo: string;
  carrierCode: string;
}

export interface RegisterResult {
  /** The channel's own id of the label event. */
  eventId: string;
  pickupDate: Date | null;
  labels: ChannelLabel[];
  labelUrl: string | null;
  bolUrl: string | null;
  customs: { required: boolean; url: string | null };
}

export interface ShipNotice {
  channelOrderNo: string;
  channelWarehouseCode: string;
  carrierCode: string;
  shipSpeed: string;
  trackingNo: string;
  shippedAt: Date;
  weightG: number;
  volumeMm3: number;
  from: Address;
  to: Address;
  /** 'parcel' lists packages with their items, 'ltl' lists parts with their packages. */
  shipClass: 'parcel' | 'ltl';
  packages: {
    trackingNo: string;
    weightG: number;
    items: { channelSku: string; qty: number }[];
  }[];
}

/** Parts of another notice of the same order, and when they left. */
export interface ShippedParts {
  channelSkus: readonly string[];
  shippedAt: Date;
}

export type DocumentKind = 'label' | 'packingSlip' | 'bol' | 'customs';

export interface DocumentFile {
  bytes: Uint8Array;
  mime: string;
}
