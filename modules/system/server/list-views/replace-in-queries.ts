import type { ViewContent } from '#kit/model/list-view.ts';
import type { Tx } from '#kit/server/database.ts';

/**
 * Rows have become another: views of lists and kept queries that ask for them by their ids ask for it, whoever
 * they belong to.
 * @param ids of rows that are gone; an id is nothing else anywhere
 */
export async function replaceInQueries(tx: Tx, ids: readonly string[], into: string): Promise<void> {
  const patterns = ids.map((id) => `%${id}%`);
  const views = await tx.rows<{ id: string; content: ViewContent }>`
    select id, content from list_view
    where tenant_id = ${tx.tenant} and content::text like any(${patterns}::text[]) order by id for update`;
  for (const { id, content } of views) {
    const filters = replacedFilters(content.filters, ids, into);
    await tx.run`
      update list_view set content = ${JSON.stringify({ ...content, filters })}::jsonb,
        version = version + 1, update_by = ${tx.actor.username}, update_time = ${tx.now}
      where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  }
  const queries = await tx.rows<{ id: string; conditions: unknown }>`
    select id, conditions from saved_query
    where tenant_id = ${tx.tenant} and conditions::text like any(${patterns}::text[]) order by id for update`;
  for (const { id, conditions } of queries)
    await tx.run`
      update saved_query set conditions = ${replacedText(JSON.stringify(conditions), ids, into)}::jsonb,
        update_time = ${tx.now}
      where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
}

/** Flat filters with one id in the place of others: any of some (`a,b`), all of them (`a++b`), each once. */
export function replacedFilters(
  filters: Readonly<Record<string, string>>,
  ids: readonly string[],
  into: string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => {
      const next = replacedText(value, ids, into);
      if (next === value || name === 'superQueryParams') return [name, next];
      const between = next.includes('++') ? '++' : ',';
      const [sign, list] = next.startsWith('!') ? ['!', next.slice(1)] : ['', next];
      return [name, `${sign}${[...new Set(list.split(between))].join(between)}`];
    }),
  );
}

const replacedText = (text: string, ids: readonly string[], into: string): string =>
  ids.reduce((result, id) => result.replaceAll(id, into), text);
