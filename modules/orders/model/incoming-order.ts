import type { Address } from '#kit/model/address.ts';

/**
 * What a channel's order looks like once it is read: normalised, pure data, in the house's units.
 */
export interface IncomingLine {
  lineNo: number;
  /** The seller's own part number at the channel. */
  channelSku: string;
  /** The channel's item number, where it tells. */
  channelItemId?: string;
  name: string;
  qty: number;
  /** 1/10000 of the order currency. */
  unitPrice: bigint;
  isCancelled: boolean;
  estShipDate?: Date;
  /** When it left, where the channel tells. */
  filledAt?: Date;
  /** What else is said of the line and means something, as text by name. */
  facts?: Record<string, string>;
}

/** One order as the channel tells it, normalised; pure data, ready for orders.receive. */
export interface IncomingOrder {
  channelOrderNo: string;
  orderedAt: Date;
  shipBy?: Date;
  deliverBy?: Date;
  currency: string;
  /** Code by which the channel names the shipping warehouse. */
  channelWarehouseCode?: string;
  shipSpeed?: string;
  carrierCode?: string;
  shipTo: Address;
  lines: IncomingLine[];
  packingSlipUrl?: string;
  /**
   * Present when the channel says that the order has its answer already, with the day the last of
   * it left where all of it has, else with the parts that have; absent when it waits for one, or the
   * channel did not tell.
   */
  answered?: { shippedAt?: Date; shippedParts?: readonly string[] };
  /** The channel keeps some of it from this application: what is missing is withheld, not gone. */
  isPartial?: boolean;
  /** The address comes once it is accepted and paid: until then nothing is odd about its absence. */
  isAddressWithheld?: boolean;
  /** Everything else worth keeping, as text by name. */
  extra: Record<string, string>;
  /** The channel's own words, as they came; no part of what the order means. */
  raw?: string;
  /** Hash over the meaning of the order: same hash, nothing changed. */
  payloadHash: string;
}
