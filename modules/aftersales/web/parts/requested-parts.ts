import type { GridHandle } from '#ui/grid/grid-props.ts';
import type { GridRow } from '#ui/grid/grid-column.ts';
import type { PartFace, PartsOfProduct } from '../../model/part-routes.ts';

/** Most units of one part in a request. */
export const MOST_UNITS = 1000;

type Goods = Pick<PartsOfProduct, 'skuId' | 'skuCode'>;
type Part = Pick<PartFace, 'partSkuId' | 'skuCode' | 'note' | 'cartonNo'>;

const rowOf = (rows: readonly GridRow[], goods: Goods, part: Part): GridRow | undefined =>
  rows.find((row) => row['parentSkuId'] === goods.skuId && row['partSkuId'] === part.partSkuId);

/** Units of a part that the lines ask for. */
export const unitsOf = (rows: readonly GridRow[], goods: Goods, part: Part): number =>
  Number(rowOf(rows, goods, part)?.['qty'] ?? 0) || 0;

/** Lines about these goods, those in words alone as well. */
export const linesAbout = (rows: readonly GridRow[], goods: Goods): number =>
  rows.filter((row) => row['parentSkuId'] === goods.skuId).length;

/** Puts so many units of a part into the lines; none takes its line out again. */
export function putUnits(
  grid: GridHandle,
  goods: Goods,
  part: Part,
  { qty, cause }: { qty: number; cause: string },
): void {
  const rows = grid.getRows();
  const before = rowOf(rows, goods, part);
  const units = Math.min(MOST_UNITS, Math.max(0, qty));
  if (before) {
    const { id: _id, ...values } = before;
    const at = rows.indexOf(before);
    grid.removeRows([before.id]);
    if (units > 0) grid.addRows([{ ...values, qty: units }], at);
  } else if (units > 0) grid.addRows([{ ...newLine(goods, cause), ...partOf(part), qty: units }]);
  takeOutBlank(grid);
}

const newLine = (goods: Goods, cause: string): Record<string, unknown> => ({
  parentSkuId: goods.skuId,
  parentSkuId_dictText: goods.skuCode,
  qty: 1,
  cause,
});

const partOf = (part: Part): Record<string, unknown> => ({
  partSkuId: part.partSkuId,
  partSkuId_dictText: part.skuCode,
  description: part.note ?? '',
  cartonNo: part.cartonNo,
});

/** A line for something that no list has, to be described where the cursor then stands. */
export function describe(grid: GridHandle, goods: Goods, cause: string): void {
  const [row] = grid.addRows([newLine(goods, cause)]);
  takeOutBlank(grid);
  if (row) grid.goTo({ id: row.id, key: 'description' });
}

/** The line that waits for the first to be typed is in the way of those that were pointed at. */
function takeOutBlank(grid: GridHandle): void {
  const blank = grid.getRows().filter((row) => !row['parentSkuId'] && !row['partSkuId']);
  if (blank.length > 0 && blank.length < grid.getRows().length)
    grid.removeRows(blank.filter((row) => !row['description']).map(({ id }) => id));
}
