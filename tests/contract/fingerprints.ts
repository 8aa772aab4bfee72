import { expect } from 'vitest';
import type { TestApp } from '#tests/harness/app.ts';
import { onServer, testCluster } from '#tests/harness/database.ts';

/**
 * One word per table for everything that the first tenant has in it, its people's accounts too, save
 * when a person last asked: whoever asks again a minute later is seen again.
 */
export const fingerprints = (scene: TestApp): Promise<Record<string, string>> =>
  onServer({ ...testCluster().admin, database: scene.connection.database as string }, async (server) => {
    const { rows: tables } = await server.query<{ name: string }>(`
        select table_schema || '.' || table_name as name from information_schema.columns
        join information_schema.tables using (table_schema, table_name)
        where column_name = 'tenant_id' and table_type = 'BASE TABLE' order by 1`);
    expect(tables.length).toBeGreaterThan(40);
    const own = new Map(tables.map(({ name }) => [name, 'tenant_id = 1']));
    own.set('app_user', 'id in (select user_id from membership where tenant_id = 1)');
    const words: Record<string, string> = {};
    for (const [name, condition] of own) {
      const { rows } = await server.query<{ word: string | null; n: string }>(
        `select count(*) as n, md5(string_agg(r.word, '|' order by r.word)) as word
           from (select (to_jsonb(t) - 'last_seen')::text as word from ${name} t where ${condition}) r`,
      );
      words[name] = `${rows[0]?.n} ${rows[0]?.word}`;
    }
    return words;
  });
