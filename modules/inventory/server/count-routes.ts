import { invalid, notFound, staleVersion } from '#kit/model/refusal.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { countDeskRoute, countRoute, type CountDesk, type CountedLine } from '../model/count-routes.ts';
import { countedElsewhere, notCounting } from '../model/errors.ts';
import { stockCount, type StockCountRow } from '../model/stock-count.ts';
import { busyElsewhere, tallyCount } from './count-lines.ts';
import { deskGoods } from './desk-goods.ts';
import { lockLevels } from './levels.ts';
import { byPlace, placesOf, type GoodsPlace } from './sku-bins.ts';
import { placeKey } from './stock-place.ts';

/** What a page of counting asks and says beside the moves. */
export const countRoutes: Route[] = [
  implement(countDeskRoute, (call) => call.tx((tx) => readDesk(tx, call.params.id))),
  implement(countRoute, (call) =>
    call.tx(async (tx) => {
      const count = await visibleCount(tx, call.params.id, true);
      const answers = call.body as unknown as CountBody;
      return countLine(tx, count, answers);
    }),
  ),
];

/** What was found of one SKU in one condition. */
export interface Counted {
  skuId: string;
  condition: string;
  qty: number;
}

interface CountBody extends Counted {
  version: number | null;
}

/** A count in the actor's sight. @throws 404 */
export async function visibleCount(tx: Tx, id: string, isLocked: boolean): Promise<StockCountRow> {
  const [row] = await tx.query<StockCountRow>(sql`
    select t.* from stock_count t where ${join(baseConditions(stockCount, tx.actor), ' and ')}
      and t.id = ${id}::uuid ${isLocked ? sql`for update of t` : sql``}`);
  if (!row) throw notFound();
  return row;
}

async function readDesk(tx: Tx, id: string): Promise<CountDesk> {
  const row = await visibleCount(tx, id, false);
  const { name } = await tx.one<{ name: string }>`
    select name from warehouse where tenant_id = ${tx.tenant} and id = ${row.warehouseId}::uuid`;
  const lines = await readLines(tx, row);
  const { countNo, status, isBlind, version } = row;
  return { id, countNo, status, isBlind, version, warehouse: name, lines };
}

/** Lines of a count as somebody walks along them: by bin, what stands nowhere at the end. */
async function readLines(
  tx: Tx,
  { id, warehouseId }: Pick<StockCountRow, 'id' | 'warehouseId'>,
  lineId: string | null = null,
): Promise<CountedLine[]> {
  const lines = await tx.rows<Omit<CountedLine, 'goods'>>`
    select id, version, sku_id, condition, is_added, book_qty, moved_qty, counted_qty,
      difference_qty, first_qty, counted_by from stock_count_line
    where tenant_id = ${tx.tenant} and count_id = ${id}::uuid
      and (${lineId}::uuid is null or id = ${lineId}::uuid)
    order by id`;
  const skuIds = lines.map(({ skuId }) => skuId);
  const goods = await deskGoods(tx, skuIds, warehouseId);
  const places = await placesOf(tx, [warehouseId], skuIds);
  const placeOfLine = ({ skuId }: { skuId: string }): GoodsPlace | undefined =>
    places.get(placeKey({ warehouseId, skuId }));
  return lines
    .toSorted((a, b) => byPlace(placeOfLine(a), placeOfLine(b)))
    .map((line) => ({ ...line, goods: goods(line.skuId) }));
}

/**
 * One line is counted: what was found takes the place of what stood there, and is compared with what
 * the ledger says at this moment. Whoever closes the count waits for it, or it for them.
 */
async function countLine(tx: Tx, count: StockCountRow, answers: CountBody): Promise<CountedLine> {
  const lineId = await putCounted(tx, count, answers, answers.version);
  await endCounting(tx, count);
  const [line] = await readLines(tx, count, lineId);
  if (!line) throw notFound();
  return line;
}

/** What the count shows of its lines is made up once they are counted. */
export async function endCounting(tx: Tx, { id }: StockCountRow): Promise<void> {
  await noteMakers(tx, stockCount, id);
  await tallyCount(tx, id);
}

/**
 * Notes what was found of one SKU, without what the count shows of all ({@link endCounting}).
 * @param version of the line that was last seen; undefined: whatever it is, as for a sheet
 * @throws Refusal 409 for a count that is not under way, and a line that somebody changed meanwhile
 */
export async function putCounted(
  tx: Tx,
  count: StockCountRow,
  answers: Counted,
  version?: number | null,
): Promise<string> {
  const { id } = count;
  if (count.status !== 'counting') throw notCounting();
  const known = await tx.maybe<{ id: string; version: number }>`
    select id, version from stock_count_line where tenant_id = ${tx.tenant}
      and count_id = ${id}::uuid and sku_id = ${answers.skuId}::uuid and condition = ${answers.condition}`;
  if (known && version !== undefined && known.version !== version) throw staleVersion();
  const lineId = known?.id ?? (await addLine(tx, count, answers));
  await tx.run`
    update stock_count_line l set counted_qty = ${answers.qty}, count_moved = v.on_hand - l.start_qty,
      moved_qty = case when ${count.isBlind ?? false} then null else v.on_hand - l.start_qty end,
      difference_qty = case when ${count.isBlind ?? false} then null else ${answers.qty} - v.on_hand end,
      counted_by = ${tx.actor.username}, counted_at = ${tx.now}, version = l.version + 1,
      update_by = ${tx.actor.username}, update_time = ${tx.now}
    from stock_level v where l.tenant_id = ${tx.tenant} and l.id = ${lineId}::uuid
      and v.tenant_id = l.tenant_id and v.warehouse_id = ${count.warehouseId}::uuid
      and v.sku_id = l.sku_id and v.condition = l.condition`;
  return lineId;
}

/** A SKU that nobody planned to count lies there: what the ledger says of it is noted now. */
async function addLine(
  tx: Tx,
  { id, warehouseId, isBlind }: StockCountRow,
  { skuId, condition }: Counted,
): Promise<string> {
  const sku = await tx.maybe`
    select 1 from sku where tenant_id = ${tx.tenant} and id = ${skuId}::uuid and deleted_at is null`;
  if (!sku) throw invalid([{ field: 'skuId', code: 'missing', message: 'SKU不存在' }]);
  const key = { warehouseId, skuId, condition };
  const [level] = [...(await lockLevels(tx, [key], true)).values()];
  const busy = await busyElsewhere(tx, id, warehouseId, [key]);
  if (busy) throw countedElsewhere(busy);
  const lineId = newId();
  const [onHand, seq] = [level?.onHand ?? 0, level?.seq ?? 0n];
  await tx.run`
    insert into stock_count_line (tenant_id, id, count_id, sku_id, condition, is_added, start_qty,
      start_seq, book_qty, create_by, create_time)
    values (${tx.tenant}, ${lineId}::uuid, ${id}::uuid, ${skuId}::uuid, ${condition}, true, ${onHand},
      ${seq}, case when ${isBlind ?? false} then null else ${onHand}::integer end, ${tx.actor.username}, ${tx.now})`;
  return lineId;
}
