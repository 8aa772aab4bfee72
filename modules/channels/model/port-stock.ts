import type { UnreadableRow } from './port-answers.ts';

export interface StockItem {
  channelWarehouseCode: string;
  channelSku: string;
  /** ≥ 0 */
  qty: number;
  discontinued: boolean;
}

export interface StockReading {
  channelWarehouseCode: string;
  channelSku: string;
  qty: number;
}

export interface StockPage {
  readings: StockReading[];
  unreadable: UnreadableRow[];
}

/** A row of a stock feed that the channel refused by name: sending it again changes nothing. */
export interface StockRefusal {
  item: StockItem;
  message: string;
}

/** What the channel said to a stock feed. */
export interface StockOutcome {
  refused: StockRefusal[];
  /** A refusal that names no row: none of the rows not named counts as taken. Null = they are taken. */
  refusal: string | null;
  /** The channel's id of this write, by which `readReceipt` asks what became of it. */
  receipt: string | null;
}

/** What became of a stock feed, as the channel tells it by the id of the write. */
export interface ReceiptReading {
  isFinal: boolean;
  refused: StockRefusal[];
  /** A failure that names no row: nothing is known of the rows not named. */
  refusal: string | null;
}
