import { LRUCache } from 'lru-cache';
import type { Tx } from '#kit/server/database.ts';

/** An item as the wire has it: the text under three names (sic). */
interface DictOption {
  value: string;
  text: string;
  title: string;
  label: string;
}

export interface Dictionaries {
  /** Items in force of all dictionaries, by code, with the tenant's own texts. */
  all(tx: Tx): Promise<Record<string, DictOption[]>>;
  /** Items of one dictionary; empty when there is none of that code. */
  items(tx: Tx, code: string): Promise<DictOption[]>;
  refresh(): void;
}

const FRESH_MS = 1000;

/** Reads dictionaries; all of them together are kept for a second per tenant. */
export function createDictionaries(): Dictionaries {
  const cache = new LRUCache<number, Record<string, DictOption[]>>({ max: 200, ttl: FRESH_MS });
  return {
    async all(tx) {
      const kept = cache.get(tx.tenant);
      if (kept) return kept;
      const byCode: Record<string, DictOption[]> = {};
      for (const { code, value, text } of await read(tx, null))
        (byCode[code] ??= []).push(option(value, text));
      cache.set(tx.tenant, byCode);
      return byCode;
    },
    items: async (tx, code) => (await read(tx, code)).map(({ value, text }) => option(value, text)),
    refresh: () => cache.clear(),
  };
}

const option = (value: string, text: string): DictOption => ({
  value,
  text,
  title: text,
  label: text,
});

const read = (
  tx: Tx,
  code: string | null,
): Promise<{ code: string; value: string; text: string }[]> =>
  tx.rows`
    select d.code, i.value, coalesce(o.text, i.text) as text
    from dict d join dict_item i on i.dict_id = d.id
    left join dict_item_text o on o.tenant_id = ${tx.tenant} and o.dict_item_id = i.id
    where d.is_live and i.status = '1' and (${code}::text is null or d.code = ${code}::text)
    order by d.code, i.sort_order, i.value`;
