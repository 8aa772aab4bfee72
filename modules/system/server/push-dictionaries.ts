import type { Database } from '#kit/server/database.ts';
import type { Push } from '#kit/server/push.ts';
import { DICTS_CHANGED } from '#kit/model/socket-words.ts';
import type { Dictionaries } from './dictionaries.ts';
import type { Log } from './services.ts';

/** Browsers hear that what forms offer is another, and read it again. */
export function pushDictionaries(
  dictionaries: Dictionaries,
  { db, push, log }: { db: Database; push: Push; log: Log },
): void {
  const tell = async (tenant?: number): Promise<void> => {
    const tenants = tenant === undefined ? await openTenants(db) : [tenant];
    for (const id of tenants) push.toListening(id, { cmd: DICTS_CHANGED });
  };
  dictionaries.onChange((tenant) => {
    // A browser that misses it has them with its next start.
    tell(tenant).catch((error: unknown) => log('warn', { err: error }, 'browsers were not reached'));
  });
}

const openTenants = async (db: Database): Promise<number[]> => {
  const rows = await db.platform(
    (tx) => tx.rows<{ id: number }>`select id from tenant where status = 'active' order by id`,
  );
  return rows.map(({ id }) => id);
};
