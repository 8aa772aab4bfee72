/** The stock feed of the orders host, its reading back, and what the audit thinks of it. */
import { addViolation, sees } from '../world.ts';
import { cataloguePart } from './cartons.ts';
import { badRequest, schedule, transactionStatus } from './context.ts';
import type { TransactionMessage, WireContext } from './context.ts';
import { selectRows } from './filters.ts';
import { isListed } from './listing/items.ts';
import type { ListArguments } from './filters.ts';
import { warehouseOf } from './orders.ts';
import type { StockChange, TransactionRecord } from './state.ts';

const SANDBOX_LINES = 500;
/** Share of live parts that one push may bring to zero before the audit calls it a disaster. */
const ZEROED_SHARE = 0.2;

interface InventoryArguments {
  inventory: InventoryRow[];
  feedKind?: 'DIFFERENTIAL' | 'TRUE_UP' | null;
  dryRun?: boolean | null;
}

interface InventoryRow {
  supplierId: number;
  supplierPartNumber: string;
  quantityOnHand: number;
  quantityBackordered?: number | null;
  quantityOnOrder?: number | null;
  itemNextAvailabilityDate?: string | null;
  discontinued?: boolean | null;
}

/**
 * Saves stock. Bad rows are named in `errors`, good ones go on. The sandbox takes TRUE_UP only and
 * cuts silently above 500 rows. Without a kind the live channel reads DIFFERENTIAL [guess].
 * @throws GraphQLError BAD_REQUEST when the push as a whole is out of bounds
 */
export function saveInventory(args: InventoryArguments, context: WireContext) {
  const { world, environment } = context;
  const sandbox = environment === 'sandbox';
  const feedKind = args.feedKind ?? (sandbox ? 'TRUE_UP' : 'DIFFERENTIAL');
  if (sandbox && feedKind !== 'TRUE_UP') {
    throw badRequest(context, 'Only TRUE_UP inventory feeds are supported in sandbox');
  }
  const limit = feedKind === 'TRUE_UP' ? world.settings.trueUpLimit : world.settings.stockBatchLimit;
  if (!sandbox && args.inventory.length > limit) {
    throw badRequest(context, `Inventory feed exceeds the maximum of ${limit} items`);
  }
  if (context.transactionError !== null) {
    return transactionStatus(context, [{ key: 'inventory', message: context.transactionError }]);
  }
  const rows = sandbox ? args.inventory.slice(0, SANDBOX_LINES) : args.inventory;
  const errors: TransactionMessage[] = [];
  const changes: StockChange[] = [];
  for (const row of rows) {
    const problem =
      row.supplierPartNumber === context.refusedPart ? 'Unknown supplier part number' : problemOf(row, context);
    if (problem === null) changes.push(changeOf(row));
    else errors.push({ key: `${row.supplierId}/${row.supplierPartNumber}`, message: problem });
  }
  if (args.dryRun !== true && !context.dropEffect && changes.length > 0) {
    judge(changes, feedKind === 'TRUE_UP', context);
    schedule(context, { kind: 'stock', changes, trueUp: feedKind === 'TRUE_UP' });
  }
  return transactionStatus(context, errors, rows.length);
}

/** The quantities sent by drop-ship feeds, per part and warehouse. */
export function listInventory(args: ListArguments, context: WireContext) {
  const rows = Object.entries(context.state.stock)
    .filter(([warehouseId]) => sees(context.client, warehouseId))
    .flatMap(([warehouseId, parts]) =>
      Object.entries(parts).map(([partNumber, { onHand }]) => ({
        warehouseId,
        partNumber,
        onHand,
      })),
    );
  const read = (row: (typeof rows)[number], field: string) =>
    field === 'warehouseId' ? row.warehouseId : row.partNumber;
  return selectRows(rows, args, read, context.world.settings.limitCap).map((row) => ({
    supplierPartNumber: row.partNumber,
    quantityOnHand: row.onHand,
    warehouse: { id: row.warehouseId, name: warehouseOf(row.warehouseId).name },
  }));
}

/** What became of earlier writes: under way until their effect has come. */
export function listTransactions(args: ListArguments, context: WireContext) {
  const { now, state } = context;
  const status = (row: TransactionRecord) => {
    if (row.completedAt === null || row.completedAt > now) return 'PROCESSING';
    return row.errorCount >= row.itemCount ? 'ERROR' : 'COMPLETE';
  };
  const read = (row: TransactionRecord, field: string) => (field === 'id' ? row.id : status(row));
  return selectRows(state.transactions, args, read, context.world.settings.limitCap).map((row) => {
    const isOver = status(row) !== 'PROCESSING';
    return {
      ...row,
      status: status(row),
      completedAt: isOver ? row.completedAt : null,
      completedCount: isOver ? row.itemCount - row.errorCount : 0,
      processingCount: isOver ? 0 : row.itemCount - row.errorCount,
      completed: [],
      processing: [],
    };
  });
}

function problemOf(row: InventoryRow, context: WireContext): string | null {
  if (!sees(context.client, String(row.supplierId))) return 'Invalid supplier id';
  const part = row.supplierPartNumber;
  if (cataloguePart(part) === null && !isListed(context, part)) return 'Unknown supplier part number';
  if (row.quantityOnHand < -1) return 'Quantity on hand must not be negative';
  if ((row.quantityBackordered ?? 0) < 0 || (row.quantityOnOrder ?? 0) < 0) {
    return 'Quantity must not be negative';
  }
  const date = row.itemNextAvailabilityDate;
  if (date != null && !/^\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2}$/.test(date)) {
    return 'Item next availability date must be MM-DD-YYYY HH:mm:ss';
  }
  return null;
}

function changeOf(row: InventoryRow): StockChange {
  return {
    supplierId: String(row.supplierId),
    partNumber: row.supplierPartNumber,
    onHand: row.quantityOnHand,
    backordered: row.quantityBackordered ?? 0,
    onOrder: row.quantityOnOrder ?? 0,
    nextAvailability: row.itemNextAvailabilityDate ?? null,
    discontinued: row.discontinued ?? null,
  };
}

/** Holds the push against the promises a careful seller keeps. */
function judge(changes: readonly StockChange[], trueUp: boolean, context: WireContext): void {
  const { world, environment, state } = context;
  const violate = (rule: string, detail: string) => addViolation(world, environment, rule, null, detail);
  const sent = new Set(changes.map((change) => `${change.supplierId}/${change.partNumber}`));
  const suppliers = new Set(changes.map((change) => change.supplierId));
  const live = [...suppliers].flatMap((supplierId) =>
    Object.entries(state.stock[supplierId] ?? {})
      .filter(([, row]) => row.onHand > 0)
      .map(([partNumber]) => `${supplierId}/${partNumber}`),
  );
  const dropped = trueUp ? live.filter((key) => !sent.has(key)) : [];
  if (dropped.length > 0) {
    const sample = dropped.slice(0, 5).join(', ');
    violate('true-up-zeroed-live-parts', `${dropped.length} live parts were not sent: ${sample}`);
  }
  const alive = new Set(live);
  const zeroed = changes.filter(
    (change) => change.onHand === 0 && alive.has(`${change.supplierId}/${change.partNumber}`),
  );
  const lost = dropped.length + zeroed.length;
  if (live.length > 0 && lost / live.length > ZEROED_SHARE) {
    violate('push-zeroed-catalogue', `${lost} of ${live.length} live parts went to zero in one push`);
  }
  for (const change of changes) judgeRow(change, context, violate);
}

function judgeRow(change: StockChange, context: WireContext, violate: (rule: string, detail: string) => void): void {
  const { supplierId, partNumber, onHand } = change;
  const known = context.state.stock[supplierId]?.[partNumber];
  const discontinued = change.discontinued ?? known?.discontinued ?? false;
  if (discontinued && onHand > 0) {
    violate('published-discontinued', `${supplierId}/${partNumber}: ${onHand} of a discontinued part`);
  }
  const available = context.state.available[supplierId]?.[partNumber];
  if (available !== undefined && onHand > available) {
    violate('published-above-available', `${supplierId}/${partNumber}: ${onHand} > ${available}`);
  }
}
