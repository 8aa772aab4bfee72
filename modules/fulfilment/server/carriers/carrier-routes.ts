import { notFound, Refusal } from '#kit/model/refusal.ts';
import { requirePermission } from '#kit/server/actor.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { carrierAccount } from '#modules/base/model/carrier-account.ts';
import { shipMethod } from '#modules/base/model/ship-method.ts';
import { noteCarrierHealth } from '#modules/base/server/index.ts';
import { readOrder, setShipMethod } from '#modules/orders/server/index.ts';
import { notPacked } from '../../model/carrier-errors.ts';
import { CarrierError } from '../../model/carrier-port.ts';
import {
  carriersRoute,
  chooseRateRoute,
  ratesRoute,
  testCarrierRoute,
  trackNowRoute,
} from '../../model/carrier-routes.ts';
import { shipment, type ShipmentRow } from '../../model/shipment.ts';
import { shippingLabel } from '../../model/shipping-label.ts';
import type { Carriers, CarrierServices } from './carriers.ts';
import { buyLabel } from './label-purchase.ts';
import { fetchRates, compareRates, readShopping } from './rate-shop.ts';
import { requestTracking } from './track-work.ts';

/** However often a button is pressed within it, a carrier is asked once. */
const RETRY_AFTER_MS = 10_000;

/** What people ask of carriers beside the moves. */
export const carrierRoutes = (services: CarrierServices, carriers: Carriers): Route[] => [
  implement(carriersRoute, async () =>
    services.carriers
      .filter(({ code, isPractice }) => !isPractice || services.practiceCarriers.has(code))
      .map(({ code, title, needsAccountNumber, apiUrl }) => ({
        code,
        title,
        needsAccountNumber,
        hasDefaultUrl: apiUrl !== undefined,
        practice: services.practiceCarriers.get(code) ?? null,
        hasPlatformAccount: services.platformCarriers.has(code),
      })),
  ),
  implement(testCarrierRoute, async (call) => {
    const id = call.params.id;
    const { connection } = await call.tx(async (tx) => {
      await requireSeen(tx, carrierAccount, id);
      return carriers.open(tx, id);
    });
    const fault = await connection.testAuth().then(
      () => null,
      (error: unknown) => {
        if (error instanceof CarrierError) return error.message;
        throw error;
      },
    );
    await call.tx((tx) => noteCarrierHealth(tx, id, fault));
    return { ok: fault === null, message: fault ?? '连接正常' };
  }),
  implement(ratesRoute, async (call) => {
    const id = call.params.id;
    const shopping = await call.tx(async (tx) => readShopping(tx, carriers, await seenShipment(tx, id)));
    // Carriers are asked while no transaction is open.
    const live = await fetchRates(shopping);
    return call.tx((tx) => compareRates(tx, shopping, live));
  }),
  implement(chooseRateRoute, async (call) => {
    const { shipMethodId, isBought } = call.body;
    await call.tx((tx) => chooseRate(tx, call.params.id, shipMethodId, isBought === true));
    return answer(isBought ? '已换物流渠道，等待承运商返回面单' : '已换物流渠道');
  }),
  implement(trackNowRoute, async (call) => {
    await call.tx(async (tx) => {
      const row = await seenShipment(tx, call.params.id);
      const used = await pick(tx, shippingLabel, ['id'])`
        shipment_id = ${row.id}::uuid and status = 'used'`;
      if (used.length === 0) throw new Refusal('fulfilment.nothingToTrack', '只有已出库的承运商面单可以刷新轨迹');
      const turn = Math.floor(tx.now.getTime() / RETRY_AFTER_MS);
      for (const { id } of used) await requestTracking(tx, id, `now:${turn}`);
      tx.onCommit(services.wake);
    });
    return answer('已请承运商更新轨迹');
  }),
];

async function seenShipment(tx: Tx, id: string): Promise<ShipmentRow> {
  await requireSeen(tx, shipment, id);
  const row = await tx.maybe<ShipmentRow>`
    select * from shipment where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  if (!row) throw notFound();
  return row;
}

/** The order leaves that way too; the order is locked before its shipments. */
async function chooseRate(tx: Tx, id: string, shipMethodId: string, isBought: boolean): Promise<void> {
  const { orderId } = await seenShipment(tx, id);
  await requireSeen(tx, shipMethod, shipMethodId);
  if (isBought) requirePermission(tx.actor, buyLabel.permission);
  await readOrder(tx, orderId, { lock: true });
  const [row] = await pick(tx, shipment, ['status'])`id = ${id}::uuid for update`;
  if (row?.status !== 'packed') throw notPacked();
  await setShipMethod(tx, [orderId], shipMethodId);
  if (isBought) await moveInTransaction(tx, buyLabel, [id]);
}
