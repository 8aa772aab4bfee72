import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { MOST_DICT_ITEMS, type DictItem, type TenantWords } from '#kit/model/dict.ts';
import { systemActor } from '#kit/server/actor.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { written } from '#kit/server/written.ts';
import { createLocalBus, type Bus } from '#platform/redis/bus.ts';

/** An item as the wire has it: the text under three names (sic). */
export interface DictOption extends DictItem {
  title: string;
  label: string;
}

/** What a client keeps of the dictionaries, written. */
interface CachedDicts {
  /** Another one whenever an item is another. */
  name: string;
  byCode: Record<string, DictOption[]>;
}

/** Which items of a dictionary are wanted; all where nothing is said. */
export interface ItemSearch {
  /** Text or value hold it. */
  keyword?: string;
  values?: readonly string[] | undefined;
  limit?: number | undefined;
}

export interface Dictionaries {
  /**
   * Items in force of all dictionaries, by code, as the tenant has them. Big ones are not among them:
   * they are searched where one of their items is chosen.
   */
  all(tx: Tx): Promise<CachedDicts>;
  /** Items of one dictionary; empty when there is none of that code. */
  items(tx: Tx, code: string, search?: ItemSearch): Promise<DictOption[]>;
  /** What a tenant has made of declared dictionaries, for its actors. */
  words(db: Database, tenant: number): Promise<TenantWords>;
  /** Has them read again at once, on all nodes that can be reached. @param tenant absent: of everybody */
  refresh(tenant?: number): void;
  /** As {@link refresh}, of what a person has changed: browsers hear of it as well. */
  changed(tenant?: number): void;
  /** Hears of what was changed on this node. */
  onChange(hear: (tenant?: number) => void): void;
}

/** How long a node goes on without looking, where nobody tells it of a change. */
const FRESH_MS = 1000;
const TOPIC = 'dictionaries';

/**
 * Reads dictionaries. What was read is kept per tenant for as long as its rows are the same, which is
 * looked at once a second. @param bus tells the other nodes
 */
export function createDictionaries(bus: Bus = createLocalBus()): Dictionaries {
  const marks = new LRUCache<number, Promise<string>>({ max: 1000, ttl: FRESH_MS });
  const markOf = (tenant: number, read: () => Promise<string>): Promise<string> => {
    const stored = marks.get(tenant);
    if (stored) return stored;
    const reading = read();
    marks.set(tenant, reading);
    reading.catch(() => {
      if (marks.peek(tenant) === reading) marks.delete(tenant);
    });
    return reading;
  };
  const all = cacheByMark<CachedDicts>(200);
  const words = cacheByMark<TenantWords>(1000);
  bus.subscribe(TOPIC, (message) => {
    const { tenant } = message as { tenant?: number };
    if (tenant === undefined) marks.clear();
    else marks.delete(tenant);
  });
  const hearers: ((tenant?: number) => void)[] = [];
  const refresh = (tenant?: number): void => bus.publish(TOPIC, tenant === undefined ? {} : { tenant });
  return {
    async all(tx) {
      const mark = await markOf(tx.tenant, () => readMark(tx));
      return all.get(
        tx.tenant,
        mark,
        () => readAll(tx),
        () => readMark(tx),
      );
    },
    items: async (tx, code, search) => (await readItems(tx, code, search)).map(option),
    async words(db, tenant) {
      const inTenant = <T>(read: (tx: Tx) => Promise<T>): Promise<T> =>
        db.tx(systemActor(tenant, 'dictionaries'), read);
      const mark = await markOf(tenant, () => inTenant(readMark));
      return words.get(
        tenant,
        mark,
        () => inTenant(readWords),
        () => inTenant(readMark),
      );
    },
    refresh,
    changed(tenant) {
      refresh(tenant);
      for (const hear of hearers) hear(tenant);
    },
    onChange: (hear) => void hearers.push(hear),
  };
}

/** Answers of one kind by tenant, each with the mark of the rows that it was made of. */
function cacheByMark<T>(max: number): {
  get(tenant: number, mark: string, read: () => Promise<T>, readMark: () => Promise<string>): Promise<T>;
} {
  const cache = new LRUCache<number, { mark: string; value: Promise<T> }>({ max });
  return {
    get(tenant, mark, read, markNow) {
      const stored = cache.get(tenant);
      if (stored?.mark === mark) return stored.value;
      const forget = (): void => {
        if (cache.peek(tenant) === made) cache.delete(tenant);
      };
      // Changed meanwhile, it must not stand under the old mark, which comes back when that is undone.
      const reading = async (): Promise<T> => {
        const value = await read();
        if ((await markNow()) !== mark) forget();
        return value;
      };
      const made = { mark, value: reading() };
      cache.set(tenant, made);
      made.value.catch(forget);
      return made.value;
    },
  };
}

/** Another one whenever a row is another that dictionaries of the tenant are made of. */
async function readMark(tx: Tx): Promise<string> {
  const { mark } = await tx.one<{ mark: string }>`
    select concat_ws(' ',
      (select bit_xor(uuid_hash_extended(id, version)) from dict where is_live),
      (select bit_xor(uuid_hash_extended(id, version)) from dict_item),
      (select bit_xor(uuid_hash_extended(dict_item_id, version)) from dict_item_text
        where tenant_id = ${tx.tenant}),
      (select bit_xor(uuid_hash_extended(id, version)) from tenant_dict
        where tenant_id = ${tx.tenant} and deleted_at is null),
      (select bit_xor(uuid_hash_extended(id, version)) from tenant_dict_item
        where tenant_id = ${tx.tenant})) as mark`;
  return mark;
}

interface ItemRow {
  code: string;
  value: string;
  text: string;
  color: string | null;
}

const option = ({ value, text, color }: ItemRow): DictOption => ({
  value,
  text,
  title: text,
  label: text,
  ...(color ? { color } : {}),
});

async function readAll(tx: Tx): Promise<CachedDicts> {
  const items = itemRows(tx);
  const rows = await tx.query<{ code: string; options: DictOption[] }>(sql`
    select d.code, coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('value', i.value,
        'text', i.text, 'title', i.text, 'label', i.text, 'color', nullif(i.color, '')))
      order by i.sort_order, i.value) filter (where i.id is not null), '[]') as options
    from (${dictsOf(tx)}) d
    left join (${items}) i on i.dict_id = d.id and i.status = '1' and i.tenant_id = ${tx.tenant}
    where d.id not in (select big.dict_id from (${items}) big
      where big.tenant_id = ${tx.tenant} and big.status = '1'
      group by big.dict_id having count(*) > ${MOST_DICT_ITEMS})
    group by d.code order by d.code`);
  // One whose items are all switched off is there, too, and offers nothing.
  const json = Buffer.from(JSON.stringify(Object.fromEntries(rows.map(({ code, options }) => [code, options]))));
  const name = createHash('sha256').update(json).digest('base64url');
  return { name, byCode: written(json) };
}

function readItems(tx: Tx, code: string, { keyword = '', values, limit }: ItemSearch = {}): Promise<ItemRow[]> {
  const pattern = `%${keyword.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return tx.query<ItemRow>(sql`
    select d.code, i.value, i.text, i.color
    from (${dictsOf(tx)}) d join (${itemRows(tx)}) i on i.dict_id = d.id
    where i.status = '1' and i.tenant_id = ${tx.tenant} and d.code = ${code}::text
      and ${values ? sql`i.value = any(${values}::text[])` : sql`true`}
      and ${keyword ? sql`(i.text ilike ${pattern} or i.value ilike ${pattern})` : sql`true`}
    order by i.sort_order, i.value limit ${limit ?? null}::integer`);
}

/** Texts of values that a dictionary has in force, by value; what it does not have is missing. */
export async function dictTexts(tx: Tx, code: string, values: readonly string[]): Promise<Map<string, string>> {
  const items = await readItems(tx, code, { values });
  return new Map(items.map(({ value, text }) => [value, text]));
}

/** Which of some codes are dictionaries in force. */
export async function knownDicts(tx: Tx, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set();
  const rows = await tx.query<{ code: string }>(
    sql`select d.code from (${dictsOf(tx)}) d where d.code = any(${codes}::text[])`,
  );
  return new Set(rows.map(({ code }) => code));
}

/**
 * Dictionaries in force. A code of the program is the program's, whoever had it before; over one that
 * the operator keeps a tenant's own goes.
 */
const dictsOf = (tx: Tx): Sql => sql`
  select d.id, d.code from dict d
  where d.is_live and (d.is_declared or not exists (
    select 1 from tenant_dict o
    where o.tenant_id = ${tx.tenant} and o.deleted_at is null and o.code = d.code))
  union all
  select o.id, o.code from tenant_dict o
  where o.tenant_id = ${tx.tenant} and o.deleted_at is null and not exists (
    select 1 from dict d where d.is_live and d.is_declared and d.code = o.code)`;

/**
 * Items as the tenant has them, whatever their status: those of the platform with what it has made of
 * them, those it has added, and those of its own dictionaries. A value of the platform's comes first.
 */
export const itemRows = (tx: Tx): Sql => sql`
  select ${tx.tenant}::integer as tenant_id, i.id, i.dict_id, i.value,
    coalesce(o.text, i.text) as text, i.text as origin_text, coalesce(o.color, i.color) as color,
    coalesce(o.description, i.description) as description,
    coalesce(o.sort_order, i.sort_order) as sort_order, coalesce(o.status, i.status) as status,
    case when p.is_declared then 'program' else 'platform' end as origin,
    i.create_by, i.create_time, coalesce(o.update_by, i.update_by) as update_by,
    coalesce(o.update_time, i.update_time) as update_time,
    i.version + coalesce(o.version, 0) as version
  from dict_item i join dict p on p.id = i.dict_id
  left join dict_item_text o on o.tenant_id = ${tx.tenant} and o.dict_item_id = i.id
  where p.is_live
  union all
  select ${ownColumns(sql`t.own_dict_id`)}
  from tenant_dict_item t
  join tenant_dict o on o.tenant_id = t.tenant_id and o.id = t.own_dict_id
  where t.tenant_id = ${tx.tenant} and o.deleted_at is null
  union all
  select ${ownColumns(sql`t.dict_id`)}
  from tenant_dict_item t join dict p on p.id = t.dict_id
  where t.tenant_id = ${tx.tenant} and p.is_live and p.is_open
    and not exists (select 1 from dict_item i where i.dict_id = t.dict_id and i.value = t.value)`;

const ownColumns = (dict: Sql): Sql => sql`
  t.tenant_id, t.id, ${dict}, t.value, t.text, null, t.color, t.description, t.sort_order, t.status,
  'own', t.create_by, t.create_time, t.update_by, t.update_time, t.version`;

async function readWords(tx: Tx): Promise<TenantWords> {
  const rows = await tx.rows<{ code: string; value: string; text: string }>`
    select d.code, i.value, o.text
    from dict_item_text o join dict_item i on i.id = o.dict_item_id join dict d on d.id = i.dict_id
    where o.tenant_id = ${tx.tenant} and o.text is not null and d.is_declared
    union all
    select d.code, i.value, i.text
    from tenant_dict_item i join dict d on d.id = i.dict_id
    where i.tenant_id = ${tx.tenant} and d.is_declared and d.is_open and not exists (
      select 1 from dict_item p where p.dict_id = i.dict_id and p.value = i.value)`;
  const words = new Map<string, Map<string, string>>();
  for (const { code, value, text } of rows) {
    const own = words.get(code) ?? new Map<string, string>();
    words.set(code, own.set(value, text));
  }
  return words;
}
