import { partakers } from '#kit/server/actor.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { isOnlyPerson } from './only-person.ts';

/** Settings of control of one form, and which value of two lets one person do less alone. */
export interface Controls<T> {
  /** Begins their names, `module:resource`. */
  of: string;
  stricter: { readonly [K in keyof T]?: 'lower' | 'higher' };
}

/** Amounts in minor units, counts, or texts of decimals. */
type Value = bigint | number | string;

const keysOf = <T>({ stricter }: Controls<T>): (keyof T & string)[] => Object.keys(stricter) as (keyof T & string)[];

const nameOf = <T>({ of }: Controls<T>, key: keyof T & string): string => `${of}.${key}`;

/** Notes whose word settings of control are that change. Callers hold the row of the settings. */
export async function noteSettings<T>(tx: Tx, controls: Controls<T>, before: T, next: T): Promise<void> {
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
export interface BindingSettings<T> {
  values: T;
  /** Those that the actor made wider alone, and that bind them as others left them. */
  heldBack: ReadonlySet<keyof T>;
}

/**
 * Settings of control as they bind the actor: what they made wider themselves, or whom they act for did, does not
 * count for what they do, but what somebody else left there last. Of the only person there is everything counts.
 */
export async function bindingSettings<T extends object>(
  tx: Tx,
  controls: Controls<T>,
  values: T,
): Promise<BindingSettings<T>> {
  const free = { values, heldBack: new Set<keyof T>() };
  if (tx.actor.isSystem) return free;
  const keys = keysOf(controls);
  const left = await tx.rows<{ setting: string; value: string }>`
    select distinct on (setting) setting, value from setting_word
    where tenant_id = ${tx.tenant} and setting = any(${keys.map((key) => nameOf(controls, key))}::text[])
      and not hand_ids && ${partakers(tx.actor)}::uuid[]
    order by setting, id desc`;
  const byName = new Map(left.map(({ setting, value }) => [setting, value]));
  const held = keys.flatMap((key) => {
    const now = values[key] as Value;
    const others = valueLike(now, byName.get(nameOf(controls, key)) ?? String(now));
    const isWider = controls.stricter[key] === 'lower' ? isLess(others, now) : isLess(now, others);
    return isWider ? [[key, others] as const] : [];
  });
  if (held.length === 0 || (await isOnlyPerson(tx))) return free;
  return { values: { ...values, ...Object.fromEntries(held) }, heldBack: new Set(held.map(([key]) => key)) };
}

const valueLike = (like: Value, text: string): Value =>
  typeof like === 'bigint' ? BigInt(text) : typeof like === 'number' ? Number(text) : text;

const isLess = (one: Value, other: Value): boolean => Number(one) < Number(other);
