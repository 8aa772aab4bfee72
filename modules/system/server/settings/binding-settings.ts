import type { Fields } from '#kit/model/field.ts';
import type { FieldRow } from '#kit/model/row.ts';
import type { Settings } from '#kit/model/settings.ts';
import { partakers } from '#kit/server/actor.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { settingsOf } from '#kit/server/settings.ts';
import { isOnlyPerson } from '../only-person.ts';

type Controls<F extends Fields> = Pick<Settings<F>, 'name' | 'stricter'>;

/** Amounts in minor units, counts, or texts of decimals. */
type Value = bigint | number | string;

const keysOf = <F extends Fields>({ stricter }: Controls<F>): (keyof F & string)[] =>
  Object.keys(stricter) as (keyof F & string)[];

const nameOf = <F extends Fields>({ name }: Controls<F>, key: string): string => `${name}.${key}`;

/** Notes whose word settings of control are that change. Callers hold the row of the settings. */
export async function noteSettings<F extends Fields>(
  tx: Tx,
  controls: Controls<F>,
  before: FieldRow<F>,
  next: FieldRow<F>,
): Promise<void> {
  const changed = keysOf(controls).filter((key) => String(before[key]) !== String(next[key]));
  if (changed.length === 0) return;
  const names = changed.map((key) => nameOf(controls, key));
  await tx.rows`
    insert into setting_word (tenant_id, id, setting, value, hand_ids, create_time)
    select ${tx.tenant}, w.id, w.setting, w.value, '{}', ${tx.now}
    from unnest(${changed.map(() => newId())}::uuid[], ${names}::text[],
      ${changed.map((key) => String(before[key]))}::text[]) as w (id, setting, value)
    where not exists (select 1 from setting_word o where o.tenant_id = ${tx.tenant} and o.setting = w.setting)
    returning id`;
  await tx.rows`
    insert into setting_word (tenant_id, id, setting, value, hand_ids, create_time)
    select ${tx.tenant}, w.id, w.setting, w.value, ${partakers(tx.actor)}::uuid[], ${tx.now}
    from unnest(${changed.map(() => newId())}::uuid[], ${names}::text[],
      ${changed.map((key) => String(next[key]))}::text[]) as w (id, setting, value)
    returning id`;
}

/** Settings as they bind somebody. */
export interface BindingSettings<F extends Fields> {
  values: FieldRow<F>;
  /** Those that the actor made wider alone, and that bind them as others left them. */
  heldBack: ReadonlySet<keyof F>;
}

/**
 * Settings of control as they bind the actor: what they made wider themselves, or whom they act for did, does not
 * count for what they do, but what somebody else left there last. Of the only person there is everything counts.
 */
export async function bindingSettings<F extends Fields>(
  tx: Tx,
  settings: Controls<F> & Pick<Settings<F>, 'fields' | 'defaults'>,
): Promise<BindingSettings<F>> {
  const values = await settingsOf(tx, settings);
  const free = { values, heldBack: new Set<keyof F>() };
  if (tx.actor.isSystem) return free;
  const keys = keysOf(settings);
  const left = await tx.rows<{ setting: string; value: string }>`
    select distinct on (setting) setting, value from setting_word
    where tenant_id = ${tx.tenant} and setting = any(${keys.map((key) => nameOf(settings, key))}::text[])
      and not hand_ids && ${partakers(tx.actor)}::uuid[]
    order by setting, id desc`;
  const byName = new Map(left.map(({ setting, value }) => [setting, value]));
  const held = keys.flatMap((key) => {
    const now = values[key] as Value;
    const others = valueLike(now, byName.get(nameOf(settings, key)) ?? String(now));
    const isWider = settings.stricter[key] === 'lower' ? isLess(others, now) : isLess(now, others);
    return isWider ? [[key, others] as const] : [];
  });
  if (held.length === 0 || (await isOnlyPerson(tx))) return free;
  return { values: { ...values, ...Object.fromEntries(held) }, heldBack: new Set(held.map(([key]) => key)) };
}

const valueLike = (like: Value, text: string): Value =>
  typeof like === 'bigint' ? BigInt(text) : typeof like === 'number' ? Number(text) : text;

const isLess = (one: Value, other: Value): boolean => Number(one) < Number(other);
