import type { Row } from '#kit/web/index.ts';

/** An order as the list answers it. */
export interface OrderRow extends Row {
  channelOrderNo: string;
  status: string;
  holds: string[] | null;
  acceptDeadline: string | null;
  shipBy: string | null;
}
