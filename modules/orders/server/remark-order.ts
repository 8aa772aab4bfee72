import { invalid, type Refusal } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import { holdRowUploads, uploadErrors } from '#kit/server/held-uploads.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { assetsForOne } from '../model/errors.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { orderRemark } from '../model/order-remark.ts';

/** 备注: append-only, with who and when. A file that it carries belongs to this one remark. */
export const remarkOrder: Command = command(orderLifecycle, 'remark', {
  async guard(_tx, rows, { assets }) {
    const refusals = new Map<string, Refusal>();
    if (rows.length > 1 && assets && assets.length > 0) for (const row of rows) refusals.set(row.id, assetsForOne());
    return refusals;
  },
  async run(tx, rows, { kind, content, pinned, assets }) {
    const [faults = []] = await uploadErrors(tx, orderRemark, [{ values: { assets } }]);
    if (faults.length > 0) throw invalid(faults);
    const remark = { kind, content, pinned: pinned === true, assets: assets ?? null };
    const ids = await insertInto(
      tx,
      orderRemark,
      rows.map((row) => ({ orderId: row.id, ...remark })),
    );
    for (const id of ids) await holdRowUploads(tx, orderRemark, id, { values: { assets } });
  },
});
