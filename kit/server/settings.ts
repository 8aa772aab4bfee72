import type { Fields } from '#kit/model/field.ts';
import type { FieldRow } from '#kit/model/row.ts';
import type { Settings } from '#kit/model/settings.ts';
import type { Tx } from './database.ts';

/** What a tenant has decided, and who decided it last; version 0 where nobody has. */
export interface StoredSettings<F extends Fields> {
  values: FieldRow<F>;
  version: number;
  updateBy: string | null;
  updateTime: Date | null;
}

type Declared<F extends Fields> = Pick<Settings<F>, 'name' | 'fields' | 'defaults'>;

/** Settings of the tenant as they are stored: what it has not decided is as it was declared. */
export async function storedSettings<F extends Fields>(
  tx: Tx,
  { name, fields, defaults }: Declared<F>,
): Promise<StoredSettings<F>> {
  const own = await tx.maybe<{
    content: Record<string, unknown>;
    version: number;
    updateBy: string;
    updateTime: Date;
  }>`
    select content, version, update_by, update_time from tenant_setting
    where tenant_id = ${tx.tenant} and name = ${name}`;
  if (!own) return { values: defaults, version: 0, updateBy: null, updateTime: null };
  const { content, ...stamps } = own;
  const decided = Object.entries(content)
    .filter(([key]) => key in fields)
    .map(([key, value]) => [key, fields[key]?.kind === 'money' ? BigInt(String(value)) : value] as const);
  return { values: { ...defaults, ...Object.fromEntries(decided) }, ...stamps };
}

/** What holds for the tenant: as it has decided, else as it was declared. */
export const settingsOf = async <F extends Fields>(tx: Tx, settings: Declared<F>): Promise<FieldRow<F>> =>
  (await storedSettings(tx, settings)).values;

/** Stores what was decided; callers hold the row by {@link lockSettings}. */
export async function storeSettings<F extends Fields>(
  tx: Tx,
  { name }: Declared<F>,
  values: FieldRow<F>,
): Promise<void> {
  const content = JSON.stringify(values, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  await tx.run`
    update tenant_setting set content = ${content}::jsonb, update_by = ${tx.actor.username},
      update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and name = ${name}`;
}

/** Who decides first makes the row, so that two of them wait in line; what it leaves out is as declared. */
export async function lockSettings(tx: Tx, { name }: Pick<Settings, 'name'>): Promise<void> {
  await tx.run`
    insert into tenant_setting (tenant_id, name, content, update_by, update_time, version)
    values (${tx.tenant}, ${name}, '{}', ${tx.actor.username}, ${tx.now}, 0)
    on conflict (tenant_id, name) do nothing`;
  await tx.run`select 1 from tenant_setting where tenant_id = ${tx.tenant} and name = ${name} for update`;
}
