import { invalid, type Refusal } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import { newId } from '#kit/server/database.ts';
import { holdRowUploads, uploadErrors } from '#kit/server/held-uploads.ts';
import { assetsForOne } from '../model/errors.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { orderRemark } from '../model/order.ts';

/** 备注: append-only, with who and when. A file that it carries belongs to this one remark. */
export const remarkOrder: Command = command(orderLifecycle, 'remark', {
  async guard(_tx, rows, { assets }) {
    const refusals = new Map<string, Refusal>();
    if (rows.length > 1 && assets && assets.length > 0)
      for (const row of rows) refusals.set(row.id, assetsForOne());
    return refusals;
  },
  async run(tx, rows, { kind, content, pinned, assets }) {
    const remarks = rows.map((row) => ({ id: newId(), orderId: row.id }));
    const [faults = []] = await uploadErrors(tx, orderRemark, [{ values: { assets } }]);
    if (faults.length > 0) throw invalid(faults);
    await tx.run`
      insert into order_remark (tenant_id, id, order_id, kind, content, pinned, assets, create_by, create_time)
      select ${tx.tenant}, r.id, r.order_id, ${kind}, ${content}, ${pinned === true},
        ${assets ?? null}::text[], ${tx.actor.username}, ${tx.now}
      from unnest(${remarks.map(({ id }) => id)}::uuid[], ${remarks.map(({ orderId }) => orderId)}::uuid[])
        as r (id, order_id)`;
    for (const { id } of remarks) await holdRowUploads(tx, orderRemark, id, { values: { assets } });
  },
});
