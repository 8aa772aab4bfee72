import { systemActor } from '#kit/server/actor.ts';
import type { Database } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import { addRow } from '#kit/server/write.ts';
import type { DemoSeller } from '../demo-seller.ts';
import { bankStatementCame } from './bank.ts';
import { claimMaker, claimParcel } from './claims.ts';
import { deliver, loseParcel, sell, send, type SoldOrders } from './orders.ts';
import { deductionsCame, firstPayment, invoiceAll, secondPayment } from './money.ts';
import { watchedMarket } from './market.ts';
import { firstRequests, layOutParts, openRequests, type Parts } from './parts.ts';
import { comeIn, type Door, type Person } from './people.ts';
import { floorsDecided, pricesAsked, promotionsPlanned } from './prices.ts';
import { firstPurchases, lampsCame, openPurchases } from './purchases.ts';
import { layOutShelves } from './shelves.ts';
import { drawBrokenBox, drawChairApart } from './pictures.ts';
import { agreedTo, askedFor, judged, paidBack, tookIn, waiting, type Crew, type Returns } from './returns.ts';

const DAY = 86_400_000;

/** A clock that stands in the past and is moved on, chapter by chapter. */
export interface PastClock {
  now(): Date;
  /** Later than before, always. */
  moveTo(daysAgo: number): void | Promise<void>;
}

/**
 * @param daysAgo where it begins
 * @param present what it stands behind; the machine's clock by default
 */
export function pastClock(daysAgo: number, present = (): Date => new Date()): PastClock {
  let behind = daysAgo * DAY;
  return {
    now: () => new Date(present().getTime() - behind),
    moveTo: (days) => void (behind = Math.min(behind, days * DAY)),
  };
}

/** When the history of the demo seller begins. */
export const DAYS_OF_HISTORY = 13;

export interface Scene {
  db: Database;
  registry: Registry;
  door: Door;
  base: string;
  tenant: number;
  password: string;
  clock: PastClock;
}

/**
 * What the demo seller did before anybody looks: orders that left, came back, wanted parts and were paid. Made by its
 * people through the calls of the product, so all of it obeys the product's rules, and its books are right.
 */
export async function seedOrderHistory(scene: Scene, seller: DemoSeller): Promise<void> {
  const { clock } = scene;
  const [drawing, photo] = await Promise.all([drawChairApart(), drawBrokenBox()]);
  const supplierId = await addMaker(scene);
  let crew = await signIn(scene);
  const parts = await layOutParts(crew, seller, drawing);
  await layOutShelves(crew.packer, seller);
  const buying = { seller, supplierId };
  const lamps = await firstPurchases(crew.buyer, { ...buying, now: clock.now() });
  const typed = await sell(crew.clerk, seller);
  await clock.moveTo(12);
  const sold = await send(crew.packer, typed);
  await clock.moveTo(10);
  await deliver(crew.packer, sold);
  const about = { parts, accountId: seller.accountId };
  await firstRequests(crew, sold, about, photo);
  // Whoever came in a week ago has to come in again.
  await clock.moveTo(6);
  crew = await signIn(scene);
  await invoiceAll(crew.finance);
  const bank = () => ({ accountId: seller.accountId, now: clock.now() });
  await firstPayment(crew.finance, bank(), photo);
  const returns = await askedFor(crew, sold, photo);
  await agreedTo(crew, returns);
  await lampsCame(crew.packer, lamps);
  await clock.moveTo(2);
  await cameBack(crew, { sold, returns, seller, photo });
  await deductionsCame(crew.finance, bank(), photo);
  await clock.moveTo(HOUR_AGO);
  await openPurchases(crew.buyer, { ...buying, now: clock.now() });
  await secondPayment(crew.finance, bank());
  await thisMorning(crew, sold, { ...about, now: clock.now() }, photo);
  const { db, tenant } = scene;
  await bankStatementCame(crew.finance, clock.now());
  await floorsDecided(crew.reviewer, seller.accountId);
  await pricesAsked(crew.clerk, bank());
  await promotionsPlanned(crew.clerk, { db, ...bank() });
  await watchedMarket(crew.clerk, { db, tenant, now: clock.now(), accountId: seller.accountId, skus: seller.skus });
}

const HOUR_AGO = 1 / 24;

/** Who makes the chairs and lamps. */
const addMaker = ({ db, registry, tenant }: Scene): Promise<string> =>
  db.tx(systemActor(tenant, '演示数据'), (tx) =>
    addRow(
      tx,
      { registry, resource: registry.resource('base:supplier') },
      {
        code: 'HB-WOOD',
        name: '湖北森木家具',
        type: 'factory',
        currency: 'USD',
        leadDays: 35,
      },
    ),
  );

async function signIn({ door, base, password }: Scene): Promise<Crew> {
  const as = (username: string): Promise<Person> => comeIn(door, { base, username, password });
  const [service, clerk, packer, finance, buyer, reviewer] = await Promise.all([
    as('kefu'),
    as('yunying'),
    as('cangku'),
    as('caiwu'),
    as('caigou'),
    as('fuhe'),
  ]);
  return { service, clerk, packer, finance, buyer, reviewer };
}

async function cameBack(
  crew: Crew,
  { sold, returns, seller, photo }: { sold: SoldOrders; returns: Returns; seller: DemoSeller; photo: Buffer },
): Promise<void> {
  await tookIn(crew, returns, seller);
  await judged(crew, returns, photo);
  await paidBack(crew, returns);
  await loseParcel(crew.packer, sold.lost);
  await claimParcel(crew, sold.lost, photo);
  await claimMaker(crew, returns['torn'] ?? '');
}

async function thisMorning(
  crew: Crew,
  sold: SoldOrders,
  about: { parts: Parts; accountId: string; now: Date },
  photo: Buffer,
): Promise<void> {
  await waiting(crew, sold, photo);
  await openRequests(crew, sold, about, photo);
}
