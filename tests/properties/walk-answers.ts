import { newId } from '#kit/server/database.ts';
import { facts } from '#tests/lifecycles/facts/index.ts';
import { openOf } from './plain-orders.ts';
import { UNREACHABLE } from './walk-excused.ts';
import { askable, everAsked, isOver, type Doc } from './walk-law.ts';
import { CLAIM_ANSWERS } from './walk-claims.ts';
import { PART_ANSWERS } from './walk-part-steps.ts';
import { RETURN_ANSWERS } from './walk-return-steps.ts';
import type { World } from './walk-world.ts';

/** Which document of which kind moves next, how, and what is answered to its questions. */

/** How often each kind is turned to; what is not here is excused (walk-excused.ts). */
const KINDS: Readonly<Record<string, number>> = {
  'orders:salesOrder': 34,
  'orders:priceDispute': 5,
  'fulfilment:shipment': 34,
  'fulfilment:box': 9,
  'fulfilment:shippingLabel': 3,
  'fulfilment:wave': 5,
  'fulfilment:handover': 1,
  'inventory:inboundReceipt': 6,
  'inventory:stateChange': 2,
  'inventory:stockAdjustment': 3,
  'inventory:stockCount': 3,
  'inventory:stockTransfer': 4,
  'purchasing:purchaseOrder': 5,
  'purchasing:landedCost': 2,
  'purchasing:supplierBill': 5,
  'purchasing:billPayment': 2,
  'aftersales:returnOrder': 22,
  'aftersales:creditNote': 1,
  'aftersales:partOrder': 12,
  'aftersales:claim': 5,
  'aftersales:returnLabel': 2,
};
const weighted = Object.entries(KINDS).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind));

/** What leads a document on is asked for most often, what branches off less, what ends it hardly ever. */
const LEADING = new Set([
  'submit',
  'accept',
  'start',
  'pack',
  'ownLabel',
  'buyLabel',
  'ship',
  'order',
  'announce',
  'arrive',
  'receive',
  'confirm',
  'send',
  'post',
  'match',
  'approve',
  'receiveDone',
  'inspect',
  'dispose',
  'credit',
]);
const OFTEN = new Set([
  'release',
  'dispute',
  'notDuplicate',
  'acceptPrice',
  'finish',
  'measure',
  'pay',
  'seal',
  'sealAll',
  'takeApart',
  'split',
  'approveDisposal',
  'returnDisposal',
  'infoArrived',
  'appeal',
  'refurbish',
  'changeSource',
  'orders:salesOrder:reopen',
  'purchasing:supplierBill:reopen',
]);
const RARELY = new Set([
  'cancel',
  'discard',
  'voidShipment',
  'reject',
  'archive',
  'hold',
  'remark',
  // What only an order of a channel comes to.
  'applyChange',
  'rejectChange',
  'callBack',
  'takeOver',
  'adoptAddress',
  'register',
  'registerLate',
  'expire',
  'abandon',
  'needInfo',
  'markAnswered',
]);
/** Only of the latest something may still come. */
const LATEST = 80;

const FIXED = new Map(facts.map(({ of, answers = {} }) => [of, { reason: 'walk', ...answers }]));

const someUnits = (world: World, id: string) =>
  world.orders.of(id).flatMap((line) => {
    const qty = world.walk.below(openOf(line) + 1);
    return qty > 0 ? [{ lineId: line.id, qty }] : [];
  });

/** Most orders of a house leave by one way. */
function methodOf({ walk, methods, orders }: World, { id }: Doc): string | undefined {
  const usual = methods[(orders.houses.get(id) ?? 0) % methods.length];
  return walk.below(6) === 0 ? walk.pick(methods) : usual;
}

type Answers = Record<string, unknown>;
type Answering = Readonly<Record<string, (world: World, doc: Doc) => Answers>>;
const of = (key: string, answers: Answering): Answering =>
  Object.fromEntries(Object.entries(answers).map(([move, say]) => [`${key}:${move}`, say]));

const ANSWERS: Answering = {
  'orders:salesOrder:split': (world, { id }) =>
    world.walk.below(5) === 0 ? {} : { parts: JSON.stringify([someUnits(world, id)]) },
  'orders:salesOrder:cancel': (world, { id }) => ({
    acceptLabelLoss: true,
    ...(world.walk.below(2) === 0 ? {} : { lines: JSON.stringify(someUnits(world, id)) }),
  }),
  'orders:salesOrder:acceptPart': (world, { id }) => ({
    lines: JSON.stringify(
      world.orders.of(id).map((line) => {
        const refuse = world.walk.below(openOf(line) + 1);
        return { lineId: line.id, now: openOf(line) - refuse, backorder: 0, refuse };
      }),
    ),
  }),
  'orders:salesOrder:start': (world, doc) => ({ shipMethodId: methodOf(world, doc) }),
  'orders:salesOrder:setShipMethod': (world, doc) => ({ shipMethodId: methodOf(world, doc) }),
  'orders:salesOrder:setPriority': ({ walk }) => ({
    priority: walk.pick(['normal', 'rush', 'urgent']),
  }),
  'orders:salesOrder:reallocate': ({ walk }) => (walk.below(3) === 0 ? {} : { warehouseId: walk.place().warehouseId }),
  'inventory:inboundReceipt:complete': () => ({ rest: 'giveUp' }),
  'aftersales:returnOrder:receiveDone': () => ({ rest: 'giveUp' }),
  'fulfilment:shipment:ownLabel': () => ({ carrierCode: 'OWN', trackingNo: newId().slice(9, 30) }),
  'fulfilment:shipment:voidShipment': () => ({ acceptLabelLoss: true }),
  ...of('aftersales:returnOrder', RETURN_ANSWERS),
  ...of('aftersales:partOrder', PART_ANSWERS),
  ...of('aftersales:claim', CLAIM_ANSWERS),
  'purchasing:supplierBill:pay': ({ walk }) => (walk.below(2) === 0 ? {} : { amount: '0.50' }),
};

/** A document of a kind, of the latest, most often one of which something may still become. */
export function someDoc({ walk, followed }: World, key: string): Doc | undefined {
  const all = followed.byKey.get(key) ?? [];
  for (let turn = 0; turn < 6; turn++) {
    const back = walk.below(Math.min(LATEST, Math.max(1, all.length)));
    const doc = all[all.length - 1 - back];
    if (doc?.isOwn && (turn === 5 || !isOver(doc))) return doc;
  }
  return undefined;
}

/** Any move of any document, one in eight of them one that its state does not have. */
export async function anyMove(world: World): Promise<boolean> {
  const { walk } = world;
  // What chance leaves out is looked for: without that the rarest moves would never come.
  const other = walk.below(8) === 0 ? newMove(world) : undefined;
  if (other) return leadOn(world, other.doc, other.move);
  const doc = someDoc(world, walk.pick(weighted) as string);
  if (!doc) return false;
  const able = askable(doc).flatMap((move) => Array.from({ length: weightOf(doc.key, move) }, () => move));
  const isAble = able.length > 0 && walk.below(8) > 0;
  return leadOn(world, doc, walk.pick(isAble ? able : everAsked(doc.key)) as string);
}

function weightOf(key: string, move: string): number {
  if (LEADING.has(move)) return 40;
  if (OFTEN.has(move) || OFTEN.has(`${key}:${move}`)) return 12;
  return RARELY.has(move) ? 1 : 3;
}

/** A move that this walk has not taken yet, of a document whose state has it. */
function newMove({ walk, followed }: World): { doc: Doc; move: string } | undefined {
  const open = Object.keys(KINDS).flatMap((key) =>
    (followed.byKey.get(key) ?? [])
      .slice(-LATEST)
      .filter(({ isOwn }) => isOwn)
      .flatMap((doc) =>
        askable(doc)
          .filter((move) => {
            const name = `${key}:${move}`;
            return !followed.taken.has(name) && !(name in UNREACHABLE);
          })
          .map((move) => ({ doc, move })),
      ),
  );
  const byMove = [...Map.groupBy(open, ({ doc, move }) => `${doc.key}:${move}`).values()];
  return walk.pick(walk.pick(byMove) ?? []);
}

/** Asks for a move of a document, with the answers of a walk. */
export function leadOn(world: World, doc: Doc, move: string): Promise<boolean> {
  const { walk } = world;
  walk.at += ` ${doc.key} ${doc.state} ${move}`;
  const answers = { ...FIXED.get(doc.key), ...ANSWERS[`${doc.key}:${move}`]?.(world, doc) };
  return world.make(doc, move, answers);
}
