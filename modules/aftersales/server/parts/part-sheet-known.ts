import { invalid } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import type { PartSheetLine, SheetRequest } from './part-sheet-request.ts';
import { knownRequest } from './take-part.ts';

interface KnownLine {
  partSkuId: string | null;
  description: string | null;
  qty: number;
}

/**
 * Whether a request of that number is there already and asks for the same: a file that is sent again
 * changes nothing.
 * @throws Refusal 422 where it asks for something else
 */
export async function sameRequest(
  tx: Tx,
  { head: { accountId, channelPartNo }, lines }: SheetRequest,
  rows: readonly PartSheetLine[],
): Promise<boolean> {
  if (!channelPartNo) return false;
  const known = await knownRequest(tx, accountId, channelPartNo);
  if (!known) return false;
  const stored = await tx.rows<KnownLine>`
    select part_sku_id, description, qty from part_line
    where tenant_id = ${tx.tenant} and part_order_id = ${known.id}::uuid`;
  if (linesKey(stored) === linesKey(lines)) return true;
  const message = `平台补件号 ${channelPartNo} 已有补发单 ${known.partOrderNo}，配件或数量不同，请在单据里修改`;
  throw invalid([{ field: 'channelPartNo', row: rows[0]?.row ?? 0, code: 'aftersales.requestDiffers', message }]);
}

/** What lines ask for, whatever their order. */
const linesKey = (lines: readonly KnownLine[]): string =>
  lines
    .map(({ partSkuId, description, qty }) => `${partSkuId ?? description ?? ''} ${qty}`)
    .sort()
    .join('\n');
