import { systemActor } from '#kit/server/actor.ts';
import type { App } from '#app/start.ts';
import { runCommand } from '#kit/server/command.ts';
import { shipShipment } from '#modules/fulfilment/server/ship.ts';
import { generateShipments } from './generate-shipments.ts';
import { measure, type Call, type Run, type Target } from './load.ts';
import type { Scene } from './scene.ts';

const CLIENTS = 16;

export interface ShipFigures {
  runs: Run[];
  /** Statements of one shipment of one line and one box, begin and commit included. */
  statements: number;
  statementTexts: string[];
  violations: { id: string; title: string; rows: number; first: unknown }[];
}

/** Ships waiting shipments over HTTP, one each request, then asks every invariant. */
export async function measureShipping(scene: Scene, app: Target & { token: string }): Promise<ShipFigures> {
  const { owner, seller } = scene;
  const warm = await generateShipments(owner, seller, 0, 400, 200);
  const spread = await generateShipments(owner, seller, 1000, 2000, 200);
  const hot = await generateShipments(owner, seller, 4000, 600, 1);
  const [counted] = await generateShipments(owner, seller, 9000, 1, 1);
  const calls = (ids: readonly string[]): Call[] => ids.map((id) => shipCall(app, id));
  await measure('warm', app, CLIENTS, calls(warm));
  const runs = [
    await measure('ship, 200 SKUs', app, CLIENTS, calls(spread)),
    await measure('ship, one hot SKU', app, CLIENTS, calls(hot)),
  ];
  // The count and the invariants look from inside; the served process ends first.
  await app.served.stop();
  const inside = await scene.openApp();
  try {
    const statementTexts = await statementsOfShip(inside, seller.tenant, counted as string);
    return {
      runs,
      statements: statementTexts.length,
      statementTexts,
      violations: await findViolations(inside, seller.tenant),
    };
  } finally {
    await inside.stop();
  }
}

const shipCall = ({ served, token }: Target & { token: string }, id: string): Call => ({
  method: 'POST',
  url: `${served.address}/api/fulfilment/shipment/${id}/ship`,
  headers: {
    'x-access-token': token,
    'content-type': 'application/json',
    'idempotency-key': `bench-${id}`,
  },
  body: '{}',
});

/** Ships one with every statement of its connection written down. */
async function statementsOfShip(app: App, tenant: number, id: string): Promise<string[]> {
  const actor = { ...systemActor(tenant, 'bench') };
  const texts: string[] = [];
  const connect = app.db.pool.connect.bind(app.db.pool) as () => Promise<import('pg').PoolClient>;
  // Nothing else asks for a connection between here and the end of the command.
  const client = await connect();
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.release();
  Object.assign(client, {
    query: (...given: unknown[]) => {
      const [request] = given as [string | { text: string }];
      texts.push((typeof request === 'string' ? request : request.text).replace(/\s+/g, ' ').trim());
      return query(...given);
    },
  });
  const results = await runCommand(app.db, actor, shipShipment, { ids: [id], key: `bench-${id}` });
  Object.assign(client, { query });
  if (!results[0]?.ok) throw new Error(`not shipped: ${results[0]?.message}`);
  return texts;
}

/** What of all truths does not hold for a tenant. */
export async function findViolations(app: App, tenant: number): Promise<ShipFigures['violations']> {
  const found: ShipFigures['violations'] = [];
  for (const { id, title, find } of app.assembled.invariants) {
    const rows = await app.db.tx(systemActor(tenant, 'bench'), find);
    if (rows.length > 0) found.push({ id, title, rows: rows.length, first: rows[0] });
  }
  return found;
}
