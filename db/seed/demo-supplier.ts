import { systemActor } from '#kit/server/actor.ts';
import type { Database } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Serve } from '#kit/server/serve.ts';
import { addRow } from '#kit/server/write.ts';
import type { SupplierLogin } from '#modules/purchasing/model/supply/supplier-port.ts';
import { GIGA_PREFIX } from '#simulator/giga/routes.ts';
import { GIGA_BUYER } from '#simulator/giga/signature.ts';

interface Services {
  db: Database;
  registry: Registry;
  serves: readonly Serve[];
}

const loginAt = (url: string): SupplierLogin => ({ ...GIGA_BUYER, apiUrl: `${url}${GIGA_PREFIX}` });

/** The buyer's account at the simulated supplier, where that listens now. */
export const simulatedSupplier = ({ url }: { url: string }): ReadonlyMap<string, SupplierLogin> =>
  new Map([['giga', loginAt(url)]]);

/** A wholesale supplier and the feed by which its goods are read. Added once. */
export async function seedDemoSupplier({ db, registry, serves }: Services, tenant: number, url: string): Promise<void> {
  const login = loginAt(url);
  await db.tx(systemActor(tenant, '演示数据'), async (tx) => {
    const add = (key: string, body: Record<string, unknown>): Promise<string> => {
      const resource = registry.resource(key);
      const guards = serves.find((serve) => serve.resource === resource)?.guards;
      return addRow(tx, { registry, resource, ...(guards ? { guards } : {}) }, body);
    };
    const known = await tx.maybe`
      select 1 as one from supplier where tenant_id = ${tx.tenant} and code = 'GIGA'`;
    if (known) return;
    const supplierId = await add('base:supplier', {
      code: 'GIGA',
      name: '大健云仓（模拟）',
      type: 'wholesale',
      currency: 'USD',
    });
    await add('purchasing:supplyFeed', {
      name: '大健云仓（模拟）',
      supplierId,
      connector: 'giga',
      environment: 'sandbox',
      ...login,
    });
  });
}
