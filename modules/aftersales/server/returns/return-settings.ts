import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import { invalid, staleVersion } from '#kit/model/refusal.ts';
import { placeOf } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { readFields } from '#kit/server/parse.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { bindingSettings, noteSettings, type Controls } from '#modules/system/server/index.ts';
import { returnOrder } from '../../model/return-order.ts';
import {
  readReturnSettings,
  RETURN_DEFAULTS,
  returnSettings,
  saveReturnSettings,
  type ReturnSettings,
  type WireReturnSettings,
} from '../../model/return-settings.ts';

type Stored = ReturnSettings & { version: number };

/** What the tenant has decided about returns; version 0 where it has decided nothing. */
export const settingsOf = async (tx: Tx): Promise<Stored> =>
  (await tx.maybe<Stored>`
    select due_days, disposal_limit, version from return_setting
    where tenant_id = ${tx.tenant}`) ?? { ...RETURN_DEFAULTS, version: 0 };

const CONTROLS: Controls<ReturnSettings> = { of: 'aftersales:returnSettings', stricter: { disposalLimit: 'lower' } };

/** The most that the actor gives up alone, minor units of the base currency. */
export const disposalLimitOf = async (tx: Tx): Promise<bigint> =>
  (await bindingSettings(tx, CONTROLS, await settingsOf(tx))).values.disposalLimit;

export const returnSettingsRoutes: Route[] = [
  implement(readReturnSettings, (call) => call.tx(asWire)),
  implement(saveReturnSettings, async (call) => answer('编辑成功!', await call.tx((tx) => save(tx, call.body)))),
];

const hidesLimit = (tx: Tx): boolean => maskedFields(returnOrder, tx.actor).has('disposalValue');

async function asWire(tx: Tx): Promise<WireReturnSettings> {
  const { disposalLimit, ...settings } = await settingsOf(tx);
  const currency = await baseCurrency(tx);
  const limit = formatDecimal(disposalLimit, exponentOf(currency));
  return { ...settings, currency, ...(hidesLimit(tx) ? {} : { disposalLimit: limit }) };
}

/** The whole form at once; who saves what somebody else has changed meanwhile hears so. */
async function save(tx: Tx, body: Record<string, unknown>): Promise<WireReturnSettings> {
  const currency = await baseCurrency(tx);
  const { dueDays, disposalLimit } = returnSettings;
  const request = hidesLimit(tx) ? { dueDays } : { dueDays, disposalLimit };
  const { values, errors } = readFields(request, { ...body, currency }, placeOf(tx.actor));
  if (errors.length > 0) throw invalid(errors);
  // A tenant that has decided nothing gets its row here, so that two who decide first wait in line.
  await tx.run`
    insert into return_setting (tenant_id, due_days, disposal_limit, update_by, update_time, version)
    values (${tx.tenant}, ${RETURN_DEFAULTS.dueDays}, ${RETURN_DEFAULTS.disposalLimit}, ${tx.actor.username},
      ${tx.now}, 0)
    on conflict (tenant_id) do nothing`;
  await tx.run`select 1 from return_setting where tenant_id = ${tx.tenant} for update`;
  const before = await settingsOf(tx);
  if (Number(body['version']) !== before.version) throw staleVersion();
  const next = { ...before, ...values } as Stored;
  await tx.run`
    update return_setting set due_days = ${next.dueDays}, disposal_limit = ${next.disposalLimit},
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant}`;
  await noteSettings(tx, CONTROLS, before, next);
  const diff = Object.fromEntries(
    (['dueDays', 'disposalLimit'] as const)
      .filter((key) => before[key] !== next[key])
      .map((key): [string, [string, string]] => [key, [String(before[key]), String(next[key])]]),
  );
  if (Object.keys(diff).length > 0) audit(tx, 'aftersales:returnSettings', [{ rowId: null, action: 'edit', diff }]);
  return asWire(tx);
}
