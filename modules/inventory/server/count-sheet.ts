import { invalid, Refusal } from '#kit/model/refusal.ts';
import { requirePermission } from '#kit/server/actor.ts';
import type {
  DocumentLine,
  DocumentOutcome,
  DocumentRun,
  DocumentSheet,
} from '#kit/server/import-export/document-sheet.ts';
import { countRoute } from '../model/count-routes.ts';
import { COUNT_SHEET, MOST_COUNT_ROWS, type CountSheetRow } from '../model/count-sheet.ts';
import { stockCount } from '../model/stock-count.ts';
import { endCounting, putCounted, visibleCount } from './count-routes.ts';

type Line = Omit<DocumentLine, 'values'> & { values: CountSheetRow };

/** 盘点单 by a sheet: what was written down beside each SKU is counted as if it were typed at the desk. */
export const countSheet = {
  of: stockCount,
  sheet: {
    fields: COUNT_SHEET,
    aliases: { qty: ['数量', '盘点数量', '实盘'] },
    most: MOST_COUNT_ROWS,
    documentOf: ({ countId }) => ({ key: String(countId), name: '盘点单' }),
    take: (run, lines) => takeCounted(run, lines as readonly Line[]),
  } satisfies DocumentSheet,
};

/** Counts every row of one count, or none. */
async function takeCounted(
  { db, actor, isTrial, settle }: DocumentRun,
  rows: readonly Line[],
): Promise<DocumentOutcome> {
  requirePermission(actor, countRoute.access.permission);
  const seen = new Map<string, number>();
  for (const { row, values } of rows) {
    const key = `${values.skuId} ${values.condition ?? 'good'}`;
    const first = seen.get(key);
    if (first !== undefined)
      throw invalid([{ field: 'skuId', row, code: 'repeated', message: `与第 ${first} 行重复` }]);
    seen.set(key, row);
  }
  try {
    await db.tx(actor, async (tx) => {
      const count = await visibleCount(tx, rows[0]?.values.countId ?? '', true);
      for (const { row, values } of rows)
        await putCounted(tx, count, {
          skuId: values.skuId,
          qty: values.qty,
          condition: values.condition ?? 'good',
        }).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          const { code, message } = error;
          throw invalid([{ field: 'skuId', row, code, message }]);
        });
      await endCounting(tx, count);
      if (isTrial) throw new Judged();
      await settle(tx, 'edited');
    });
  } catch (error) {
    if (!(error instanceof Judged)) throw error;
  }
  return 'edited';
}

/** Undoes a trial: what was judged by writing it is not kept. */
class Judged extends Error {}
