import type { DeductionType, deductionBooking } from '../deduction.ts';
import type { DeductionRow } from '../deduction.ts';
import type { InvoiceRow, SettlementKind } from '../invoice.ts';
import type { OrderPayStatus } from '#modules/orders/model/order-pay-status.ts';
import type { RemittanceLineKind, RemittanceLineRow, RemittanceRow } from '../remittance.ts';

/** An order that stands for the PO; several where it was split. */
export interface PoOrder {
  id: string;
  orderNo: string;
  orderNoKey: string;
  poNo: string;
  poKey: string;
  accountId: string;
  shop: string;
  currency: string;
  total: bigint;
  status: string;
  payStatus: OrderPayStatus;
  environment: string;
  orderedAt: Date;
  shipBy: Date | null;
  cancelledAt: Date | null;
  /** Invoices of it that stand, those included that the reader may not see. */
  invoiceCount: number;
}

/** What left, or is to leave, for one of the orders: their own units, also where it leaves with others. */
export interface PoShipment {
  id: string;
  orderId: string;
  shipmentNo: string;
  status: string;
  unitCount: number;
  trackingNo: string | null;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  createTime: Date;
  noticeStatus: string;
  noticeError: string | null;
  /** It leaves in one parcel with those of other orders. */
  isJoint: boolean;
}

export type PoInvoice = Pick<
  InvoiceRow,
  | 'id'
  | 'invoiceNo'
  | 'channelInvoiceNo'
  | 'orderId'
  | 'kind'
  | 'status'
  | 'currency'
  | 'goods'
  | 'freight'
  | 'tax'
  | 'discount'
  | 'total'
  | 'balance'
  | SettlementKind
> & { issueDate: string; dueDate: string; sentAt: Date | null };

/** What took something off one of the invoices. */
export interface PoSettlement {
  id: string;
  invoiceId: string;
  kind: SettlementKind;
  currency: string;
  amount: bigint;
  sourceType: string;
  sourceId: string;
  sourceNo: string | null;
  settledOn: string;
  status: string;
}

/** A line of a remittance that names the PO, or pays one of its invoices. */
export type PoLine = Pick<
  RemittanceLineRow,
  'id' | 'lineNo' | 'kind' | 'currency' | 'amount' | 'matched' | 'matchStatus' | 'sourceRow' | 'description' | 'code'
> &
  Pick<RemittanceRow, 'remitNo' | 'channelRemitNo' | 'source' | 'sourceFile' | 'accountId'> & {
    remittanceId: string;
    remittanceStatus: RemittanceRow['status'];
    kind: RemittanceLineKind;
    payDate: string;
    /** Null: it names no PO, and was matched with an invoice of it. */
    poKey: string | null;
    deductionId: string | null;
    /** The parts of it that pay invoices of the PO. */
    shares: { invoiceId: string; amount: bigint; moment: 'posting' | 'later'; at: Date }[];
  };

export type PoDeduction = Pick<
  DeductionRow,
  | 'id'
  | 'deductionNo'
  | 'channelDeductionNo'
  | 'accountId'
  | 'currency'
  | 'amount'
  | 'recovered'
  | 'postedAt'
  | 'status'
  | 'reason'
  | 'disputeNo'
  | 'disputedAt'
  | 'decideBy'
  | 'invoiceId'
  | 'remittanceId'
> & { type: DeductionType; booking: keyof typeof deductionBooking.items; poKey: string };

export interface PoReturn {
  id: string;
  orderId: string;
  returnNo: string;
  type: string;
  status: string;
  currency: string;
  expectedCredit: bigint;
  createTime: Date;
}

export interface PoCredit {
  id: string;
  orderId: string;
  creditNo: string;
  currency: string;
  total: bigint;
  status: string;
  createTime: Date;
}

export interface PoClaim {
  id: string;
  orderId: string;
  claimNo: string;
  party: string;
  currency: string;
  /** Null: the reader may not know what goods cost. */
  total: bigint | null;
  paidTotal: bigint | null;
  status: string;
  createTime: Date;
}

/**
 * All that is on file of a PO in one shop and one currency, as far as its reader may see it; minor units. What the
 * reader may not see at all is null: nothing may be concluded from its absence.
 */
export interface PoFile {
  poNo: string;
  accountId: string;
  shop: string;
  currency: string;
  /** Null: the reader may not know what was ordered for. */
  ordered: bigint | null;
  orders: readonly PoOrder[];
  shipments: readonly PoShipment[] | null;
  invoices: readonly PoInvoice[] | null;
  settlements: readonly PoSettlement[] | null;
  lines: readonly PoLine[] | null;
  deductions: readonly PoDeduction[] | null;
  returns: readonly PoReturn[] | null;
  credits: readonly PoCredit[] | null;
  claims: readonly PoClaim[] | null;
}
