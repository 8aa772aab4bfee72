import { notFound } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { answer, file, implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { LABEL_MIMES, labelFormat } from '#platform/print/label-file.ts';
import { buyReturnLabelRoute, labelRefusals, printReturnLabelRoute } from '../../model/return-label-work.ts';
import { returnLabel } from '../../model/return-label.ts';
import { returnOrder } from '../../model/return-order.ts';
import { wantLabel, type LabelledReturn } from './return-labels.ts';

export const returnLabelRoutes: readonly Route[] = [
  implement(buyReturnLabelRoute, async (call) => {
    const { returnId, shipMethodId = null } = call.body;
    const made = await call.tx(async (tx) => wantLabel(tx, await lockSeen(tx, returnId), shipMethodId));
    return answer('已提交，等待承运商返回面单', made);
  }),
  implement(printReturnLabelRoute, async (call) => {
    const { name, mime, bytes } = await call.tx((tx) => readLabel(tx, call.params.id));
    return file(name, mime, bytes, mime === 'application/pdf');
  }),
];

/** Locked: of two who buy at once the second finds what the first has asked for. */
async function lockSeen(tx: Tx, id: string): Promise<LabelledReturn> {
  const [row] = await tx.query<LabelledReturn>(sql`
    select t.id, t.return_no, t.type, t.status, t.return_label_by, t.order_id, t.account_id, t.warehouse_id,
      t.environment
    from return_order t
    where ${join(baseConditions(returnOrder, tx.actor), ' and ')} and t.id = ${id}::uuid for update`);
  if (!row) throw notFound();
  return row;
}

async function readLabel(tx: Tx, id: string): Promise<{ name: string; mime: string; bytes: Uint8Array }> {
  if (!isUuid(id)) throw notFound();
  const [row] = await tx.query<{
    id: string;
    labelNo: string;
    status: string;
    labelAssetId: string | null;
  }>(sql`
    select t.id, t.label_no, t.status, t.label_asset_id from return_label t
    where ${join(baseConditions(returnLabel, tx.actor), ' and ')} and t.id = ${id}::uuid`);
  if (!row) throw notFound();
  if (!row.labelAssetId) throw labelRefusals.noFile();
  if (row.status === 'voided') throw labelRefusals.voided(row);
  const { bytes } = await tx.files.read(tx, row.labelAssetId);
  const format = labelFormat(bytes);
  if (!format) throw labelRefusals.unreadable(row);
  await tx.run`update return_label set printed_count = printed_count + 1
    where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
  audit(tx, 'aftersales:returnLabel', [{ rowId: row.id, action: 'print' }]);
  return { name: `${row.labelNo}.${format}`, mime: LABEL_MIMES[format], bytes };
}
