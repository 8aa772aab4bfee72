import { systemActor } from '#kit/server/actor.ts';
import type { Database } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Serve } from '#kit/server/serve.ts';
import { addRow } from '#kit/server/write.ts';
import type { CarrierLogin } from '#modules/fulfilment/model/carrier-port.ts';
import { CARRIER_ACCOUNT, CARRIER_PREFIX } from '#simulator/carrier/routes.ts';

interface Services {
  db: Database;
  registry: Registry;
  serves: readonly Serve[];
}

/** The account at the simulated carrier, where that listens now. */
export const simulatedCarrier = ({ url }: { url: string }): ReadonlyMap<string, CarrierLogin> =>
  new Map([['swift', { ...CARRIER_ACCOUNT, apiUrl: `${url}${CARRIER_PREFIX}` }]]);

const METHODS = [
  { code: 'SWIFT-GND', name: 'Swift 地面', service: 'ground' },
  { code: 'SWIFT-EXP', name: 'Swift 特快', service: 'express' },
] as const;

/** Ways to ship whose labels are bought of the simulated carrier, paid from the wallet. Added once. */
export async function seedDemoCarrier({ db, registry, serves }: Services, tenant: number): Promise<void> {
  await db.tx(systemActor(tenant, '演示数据'), async (tx) => {
    const add = (key: string, body: Record<string, unknown>): Promise<string> => {
      const resource = registry.resource(key);
      const guards = serves.find((serve) => serve.resource === resource)?.guards;
      return addRow(tx, { registry, resource, ...(guards ? { guards } : {}) }, body);
    };
    const known = await tx.maybe`
      select 1 as one from carrier_account where tenant_id = ${tx.tenant} and code = 'SWIFT'`;
    if (known) return;
    const carrierAccountId = await add('base:carrierAccount', {
      code: 'SWIFT',
      name: 'Swift 系统账号',
      carrier: 'swift',
      owner: 'platform',
    });
    for (const method of METHODS)
      await add('base:shipMethod', {
        ...method,
        carrier: 'Swift',
        class: 'parcel',
        accountOwner: 'platform',
        carrierAccountId,
        dimDivisor: 139,
      });
  });
}
