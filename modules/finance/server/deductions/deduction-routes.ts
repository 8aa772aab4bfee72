import { invalid } from '#kit/model/refusal.ts';
import { resourceRoute } from '#kit/model/resource-routes.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { auditResource } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { parseBody } from '#kit/server/parse.ts';
import { placeOf } from '#kit/server/actor.ts';
import { requireVisible } from '#kit/server/query/own-visibility.ts';
import type { Registry } from '#kit/server/registry.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { linkErrors } from '#kit/server/row-relations.ts';
import { currencyFaults } from '#modules/base/server/index.ts';
import { deduction } from '../../model/deduction.ts';
import { deductionTaken } from '../../model/deduction-errors.ts';
import { DEDUCTION_FORM } from '../../model/deduction-sheet.ts';
import { storeDeductions, type NewDeduction } from './new-deductions.ts';

/** 新增 of a deduction: what somebody read in the portal of the channel. */
export const deductionRoutes = (registry: Registry): Route[] => [
  implement(resourceRoute(deduction, 'add'), async (call) => {
    const body = parseBody(DEDUCTION_FORM, call.body, placeOf(call.actor));
    const id = await call.tx((tx) => addDeduction(tx, registry, body as unknown as NewDeduction));
    return answer(MESSAGES.added, { id });
  }),
];

async function addDeduction(tx: Tx, registry: Registry, values: NewDeduction): Promise<string> {
  const [links = []] = await linkErrors(tx, registry, DEDUCTION_FORM, [{ values: { ...values } }]);
  const errors = [...links, ...(await currencyFaults(tx, { ...values }, ['currency'], {}))];
  if (values.amount === 0n) errors.push({ field: 'amount', code: 'min', message: '金额须大于 0' });
  if (values.postedAt > tx.now)
    errors.push({ field: 'postedAt', code: 'finance.postedAhead', message: '公布日不能晚于现在' });
  if (errors.length > 0) throw invalid(errors);
  await refuseTaken(tx, values);
  const [id = ''] = await storeDeductions(tx, [values], 'add');
  await requireVisible(tx, deduction, id);
  auditResource(tx, deduction, [{ rowId: id, action: 'add' }]);
  return id;
}

/** @throws Refusal 409 where the shop has one of that number */
async function refuseTaken(tx: Tx, { accountId, channelDeductionNo }: NewDeduction): Promise<void> {
  await tx.run`
    select 1 from channel_account where tenant_id = ${tx.tenant} and id = ${accountId}::uuid for no key update`;
  if (channelDeductionNo === null) return;
  const known = await tx.maybe<{ deductionNo: string }>`
    select deduction_no from deduction
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and status <> 'withdrawn'
      and upper(channel_deduction_no) = upper(${channelDeductionNo})`;
  if (known) throw deductionTaken({ channelDeductionNo, ...known });
}
