import { invalid, staleVersion } from '#kit/model/refusal.ts';
import { placeOf } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { readFields } from '#kit/server/parse.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import {
  FULFILMENT_DEFAULTS,
  fulfilmentSettings,
  isDayTime,
  readFulfilmentSettings,
  saveFulfilmentSettings,
  type FulfilmentSettings,
  type StoredSettings,
} from '../model/fulfilment-settings.ts';
import { badCutoff } from '../model/wave-errors.ts';

/** What the tenant has decided; version 0 where it has decided nothing. */
export const fulfilmentSettingsOf = async (tx: Tx): Promise<StoredSettings> =>
  (await tx.maybe<StoredSettings>`
    select most_per_wave, cart_slots, cutoff, version from fulfilment_setting
    where tenant_id = ${tx.tenant}`) ?? { ...FULFILMENT_DEFAULTS, version: 0 };

export const fulfilmentSettingsRoutes: Route[] = [
  implement(readFulfilmentSettings, (call) => call.tx(fulfilmentSettingsOf)),
  implement(saveFulfilmentSettings, async (call) => answer('编辑成功!', await call.tx((tx) => save(tx, call.body)))),
];

/** The whole form at once; who saves what somebody else has changed meanwhile hears so. */
async function save(tx: Tx, body: Record<string, unknown>): Promise<StoredSettings> {
  const { values, errors } = readFields(fulfilmentSettings, body, placeOf(tx.actor));
  if (typeof values['cutoff'] === 'string' && !isDayTime(values['cutoff'])) throw badCutoff();
  if (errors.length > 0) throw invalid(errors);
  const next = values as unknown as FulfilmentSettings;
  const { mostPerWave, cartSlots, cutoff } = FULFILMENT_DEFAULTS;
  // A tenant that has decided nothing gets its row here, so that two who decide first wait in line.
  await tx.run`
    insert into fulfilment_setting (tenant_id, most_per_wave, cart_slots, cutoff, update_by, update_time, version)
    values (${tx.tenant}, ${mostPerWave}, ${cartSlots}, ${cutoff}, ${tx.actor.username}, ${tx.now}, 0)
    on conflict (tenant_id) do nothing`;
  await tx.run`select 1 from fulfilment_setting where tenant_id = ${tx.tenant} for update`;
  const before = await fulfilmentSettingsOf(tx);
  if (Number(body['version']) !== before.version) throw staleVersion();
  await tx.run`
    update fulfilment_setting set most_per_wave = ${next.mostPerWave}, cart_slots = ${next.cartSlots},
      cutoff = ${next.cutoff}, update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant}`;
  const diff = Object.fromEntries(
    (Object.keys(fulfilmentSettings) as (keyof FulfilmentSettings)[])
      .filter((key) => before[key] !== next[key])
      .map((key): [string, [unknown, unknown]] => [key, [before[key], next[key]]]),
  );
  if (Object.keys(diff).length > 0) audit(tx, 'fulfilment:settings', [{ rowId: null, action: 'edit', diff }]);
  return { ...next, version: before.version + 1 };
}
