/** The supplier host: cancellation requests, stock positions, adjustments, the daily BOL. */
import { PARENT_SUPPLIER } from '../catalogue.ts';
import { sees } from '../world.ts';
import { cataloguePart } from './cartons.ts';
import { badRequest, demandScope, schedule } from './context.ts';
import { wayfairSku } from './sku.ts';
import { storageUrl, storageUrlExpiry } from './storage-url.ts';
import { warehouseOf } from './orders.ts';
import { startOfDay } from '../business-time.ts';
import type { WireContext } from './context.ts';
import type { CancellationRecord } from './state.ts';

export function cancellationsByOrders({ poInput }: { poInput: { poNumbers: string[] } }, context: WireContext) {
  const { poNumbers } = poInput;
  if (poNumbers.length < 1 || poNumbers.length > 50) {
    throw badRequest(context, 'poNumbers must contain between 1 and 50 items');
  }
  const odd = poNumbers.find((po) => !/^[A-Za-z]{2}\d*$/.test(po));
  if (odd !== undefined) throw badRequest(context, `Invalid purchase order number: ${odd}`);
  return visibleCancellations(context)
    .filter((record) => poNumbers.some((po) => po.toUpperCase() === record.poNumber))
    .map(cancellationToWire);
}

export function cancellationsByWarehouses(
  {
    warehouseInput: input,
  }: {
    warehouseInput: {
      warehouseIds: string[];
      status: string;
      fromDatetime?: number | null;
      toDatetime?: number | null;
    };
  },
  context: WireContext,
) {
  if (input.warehouseIds.length < 1 || input.warehouseIds.length > 50) {
    throw badRequest(context, 'warehouseIds must contain between 1 and 50 items');
  }
  return visibleCancellations(context)
    .filter(
      (record) =>
        input.warehouseIds.includes(record.warehouseId) &&
        record.status === input.status &&
        (input.fromDatetime == null || record.requestedAt >= input.fromDatetime) &&
        (input.toDatetime == null || record.requestedAt <= input.toDatetime),
    )
    .map(cancellationToWire);
}

export function confirmCancellations(
  { confirmationInputs }: { confirmationInputs: { requestId: string }[] },
  context: WireContext,
) {
  if (confirmationInputs.length > 100) throw badRequest(context, 'At most 100 requests at a time');
  return confirmationInputs.map(({ requestId }) => answer(requestId, 'confirm', context));
}

export function rejectCancellations(
  { rejectionInputs }: { rejectionInputs: { requestId: string; reason: string }[] },
  context: WireContext,
) {
  if (rejectionInputs.length > 100) throw badRequest(context, 'At most 100 requests at a time');
  return rejectionInputs.map(({ requestId, reason }) => {
    if (reason.trim() === '' || reason.length > 500) {
      return failure(requestId, 'INVALID_REASON', 'reason must have 1 to 500 characters', context);
    }
    return answer(requestId, 'reject', context);
  });
}

/** Stock in the channel's own warehouses. What a drop-ship feed tells is not in it. */
export function inventorySummaryList(
  args: {
    supplierId: number;
    filter?: { supplierPartNumbers?: string[] | null; warehouseId?: string | null } | null;
    page?: { first?: number | null; after?: string | null } | null;
  },
  context: WireContext,
) {
  demandScope(context, 'read:inventory_visibility');
  const requested = args.filter?.supplierPartNumbers ?? null;
  const first = args.page?.first ?? 100;
  if (requested !== null && requested.length > 100) {
    throw badRequest(context, 'supplierPartNumbers must contain at most 100 items');
  }
  if (first < 1 || first > 100) throw badRequest(context, 'first must be between 1 and 100');
  const warehouses = warehousesOf(args.supplierId, args.filter?.warehouseId ?? null, context);
  const parts = [...new Set(warehouses.flatMap((id) => Object.keys(context.state.stock[id] ?? {})))]
    .filter((partNumber) => requested === null || requested.includes(partNumber))
    .sort();
  const start = decodeCursor(args.page?.after ?? null);
  const page = parts.slice(start, start + first);
  return {
    pageInfo: {
      hasNextPage: start + page.length < parts.length,
      endCursor: page.length === 0 ? null : encodeCursor(start + page.length),
    },
    edges: page.map((partNumber) => ({ node: summaryOf(partNumber) })),
  };
}

export function inventoryAdjustmentList(
  args: {
    supplierId: number;
    filter?: {
      supplierPartNumber?: string | null;
      transactionDateInterval?: { from: number; to: number } | null;
    } | null;
    page?: { page?: number | null; pageSize?: number | null } | null;
    sortOption?: { sortOrder: 'ASC' | 'DESC' } | null;
  },
  context: WireContext,
) {
  demandScope(context, 'read:inventory_transactions');
  const pageSize = args.page?.pageSize ?? 100;
  const pageNumber = args.page?.page ?? 0;
  if (pageSize < 1 || pageSize > 100) throw badRequest(context, 'pageSize must be between 1 and 100');
  const interval = args.filter?.transactionDateInterval ?? null;
  if (interval !== null && interval.from < Date.UTC(2023, 5, 1)) {
    throw badRequest(context, 'from must not be before 2023-06-01');
  }
  const warehouses = warehousesOf(args.supplierId, null, context);
  const partNumber = args.filter?.supplierPartNumber ?? null;
  const rows = context.state.adjustments.filter(
    (row) =>
      warehouses.includes(row.supplierId) &&
      (partNumber === null || row.supplierPartNumber === partNumber) &&
      (interval === null || (row.eventDate >= interval.from && row.eventDate <= interval.to)),
  );
  const sign = args.sortOption?.sortOrder === 'DESC' ? -1 : 1;
  rows.sort((a, b) => sign * (a.eventDate - b.eventDate));
  return {
    pageInfo: {
      pageNumber,
      pageSize,
      totalPages: Math.ceil(rows.length / pageSize),
      totalElements: rows.length,
    },
    nodes: rows
      .slice(pageNumber * pageSize, (pageNumber + 1) * pageSize)
      .map((row) => ({ ...row, warehouse: warehouseOf(row.supplierId).name })),
  };
}

/** One bill of lading over all freight of a warehouse and pickup day (`YYYY-MM-DD`). */
export function consolidatedBolDocument(args: { supplierId: number; date: string }, context: WireContext) {
  const day = Date.parse(`${args.date.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(day)) throw badRequest(context, 'date must be YYYY-MM-DD');
  const warehouses = warehousesOf(args.supplierId, null, context);
  const events = context.state.labelEvents.filter(
    (event) =>
      event.shipClass === 'ltl' &&
      event.visibleAt <= context.now &&
      warehouses.includes(event.warehouseId) &&
      startOfDay(event.pickupDate) === day,
  );
  if (events.length === 0) {
    return { availability: 'NOT_FOUND', url: null, bolNumber: null, shipmentReferences: [] };
  }
  const name = `${args.supplierId}_${new Date(day).toISOString().slice(0, 10)}`;
  return {
    availability: 'AVAILABLE',
    url: storageUrl(context, 'bol', name),
    bolNumber: `CBOL${name.replace(/\D/g, '')}`,
    linkExpirationDatetime: storageUrlExpiry(context.world, context.now),
    shipmentReferences: events.map((event) => event.poNumber),
  };
}

function visibleCancellations(context: WireContext): CancellationRecord[] {
  return context.state.cancellations.filter((record) => sees(context.client, record.warehouseId));
}

function cancellationToWire(record: CancellationRecord) {
  return {
    requestId: record.requestId,
    status: record.status,
    requestedAt: record.requestedAt,
    cancellationReason: { reason: record.reason },
    purchaseOrder: { poNumber: record.poNumber, warehouse: { warehouseId: record.warehouseId } },
    cancelledProduct: {
      partNumber: record.partNumber,
      cancellationQuantity: {
        originalQuantity: record.originalQuantity,
        cancelledQuantity: record.cancelledQuantity,
      },
    },
  };
}

function answer(requestId: string, verdict: 'confirm' | 'reject', context: WireContext) {
  const record = visibleCancellations(context).find((c) => c.requestId === requestId);
  if (context.transactionError !== null) {
    return failure(requestId, 'INTERNAL_ERROR', context.transactionError, context);
  }
  if (record === undefined) {
    return failure(requestId, 'NOT_FOUND', 'Cancellation request could not be found', context);
  }
  if (record.answer !== null || record.status !== 'CANCELLATION_PENDING_SUPPLIER_CONFIRMATION') {
    return failure(requestId, 'ALREADY_DECIDED', 'Cancellation request was already answered', context);
  }
  const shipped = context.state.notices
    .filter((notice) => notice.poNumber === record.poNumber)
    .flatMap((notice) => notice.lines)
    .filter((line) => line.partNumber === record.partNumber)
    .reduce((total, line) => total + line.quantity, 0);
  if (verdict === 'confirm' && shipped + record.cancelledQuantity > record.originalQuantity) {
    return failure(requestId, 'ALREADY_SHIPPED', 'Line item has already been shipped', context);
  }
  if (!context.dropEffect) {
    record.answer = verdict;
    schedule(context, { kind: 'cancellation', requestId });
  }
  return { requestId, status: 'SUCCESS', errorCode: null, errorMessage: null };
}

function failure(requestId: string, errorCode: string, errorMessage: string, context: WireContext) {
  context.refusals.push(`${requestId}: ${errorMessage}`);
  return { requestId, status: 'FAILURE', errorCode, errorMessage };
}

/** The warehouse named, or all of the seller when the parent supplier is named. */
function warehousesOf(supplierId: number, warehouseId: string | null, context: WireContext): string[] {
  const all = Object.keys(context.state.stock).filter((id) => sees(context.client, id));
  const named = String(supplierId) === PARENT_SUPPLIER.id ? all : all.filter((id) => id === String(supplierId));
  if (named.length === 0) throw badRequest(context, 'Invalid supplier id');
  return warehouseId === null ? named : named.filter((id) => id === warehouseId);
}

/** This seller keeps nothing in the channel's own warehouses. */
function summaryOf(partNumber: string) {
  const part = cataloguePart(partNumber);
  return {
    manufacturerPartId: partNumber,
    supplierPartNumber: partNumber,
    sku: wayfairSku(partNumber),
    productName: part?.name ?? partNumber,
    options: null,
    inventoryPosition: { castleGate: NOTHING, physicalRetail: NOTHING },
  };
}

/** onHand = allocated + unreconciled + inStock; inStock = fulfillable + unfulfillable [guess]. */
const NOTHING = {
  onHandQty: 0,
  onHand: {
    allocatedQty: 0,
    unreconciledQty: 0,
    inStockQty: 0,
    inStock: {
      fulfillableQty: 0,
      unfulfillableQty: 0,
      unfulfillable: { expiredQty: 0, heldQty: 0, unpickableQty: 0, onTransferQty: 0 },
    },
  },
};

const encodeCursor = (position: number) => Buffer.from(`after:${position}`).toString('base64url');

function decodeCursor(cursor: string | null): number {
  if (cursor === null) return 0;
  const match = /^after:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString());
  return match === null ? 0 : Number(match[1]);
}
