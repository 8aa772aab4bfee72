import { Refusal } from '#kit/model/refusal.ts';
import { isSessionLost } from '#kit/server/database-fault.ts';
import { Dead, Later, LeaseLost, type Attempt } from '#kit/server/deliveries.ts';
import { LABEL_MIMES } from '#platform/print/label-file.ts';
import { labelPage } from '#platform/print/label-picture.ts';
import { noteCarrierHealth } from '#modules/base/server/index.ts';
import { noSuchService } from '../model/carrier-errors.ts';
import {
  CarrierError,
  type BoughtLabel,
  type CarrierConnection,
  type CarrierRate,
  type Consignment,
} from '../model/carrier-port.ts';
import { denialOf, isOfAnother } from '../model/label-denial.ts';
import type { OpenCarrier } from './carriers/carriers.ts';
import { withoutOwn } from './carriers/label-claim.ts';

/** A purchase without an answer may still become visible: so long nothing is bought again. */
const SETTLE_MS = 30_000;
const RETRY_AFTER_MS = 60_000;
/** So long a look-up that finds nothing is asked again before a person is. */
const BLIND_MS = 15 * 60_000;
const LOOK_AGAIN_MS = 5 * 60_000;
/** Purchases under one key before a person is asked: the second only where the look-up is known to see. */
const MOST_PURCHASES = 2;

/** A label that is wanted: its id is the key under which the carrier knows the purchase. */
export interface LabelRequest {
  id: string;
  service: string;
  /** Null until the price was set aside. */
  quotedCost: bigint | null;
}

/** What a purchase leads to with us; the last three end the attempt. */
export interface PurchaseSteps {
  /** Key of another purchase that the account has surely made, which its look-up must find; null: none yet. */
  witness(): Promise<string | null>;
  /** Sets the price aside and keeps it. @returns the refusal where there is not so much */
  hold(rate: CarrierRate): Promise<Refusal | null>;
  unpaid(refusal: Refusal, rate: CarrierRate): Promise<void>;
  /** Whether a carrier's label is one that we have bought. */
  isOurs(labelId: string): Promise<boolean>;
  /** @param denial why the label must not be used, by the carrier's own answer; null: nothing says so */
  bought(label: BoughtLabel, denial: string | null): Promise<void>;
  notBought(reason: string): Promise<void>;
}

/**
 * Buys a label of a carrier once, however often it is tried: whatever an earlier attempt may have bought
 * is looked for first, the price is set aside before the carrier is asked.
 */
export async function buyOnce(
  attempt: Attempt,
  carrier: OpenCarrier,
  label: LabelRequest,
  consignment: Consignment,
  steps: PurchaseSteps,
): Promise<void> {
  const bought = await findOrBuy(attempt, carrier, label, consignment, steps).catch((error: unknown) =>
    react(attempt, carrier, error, steps),
  );
  // From here on it is paid: whatever fails, it is not a purchase that was never made.
  if (bought) await settle(attempt, carrier, { key: label.id, postalCode: consignment.to.postalCode }, bought, steps);
}

/** @returns null where the wallet had not so much */
async function findOrBuy(
  attempt: Attempt,
  carrier: OpenCarrier,
  label: LabelRequest,
  consignment: Consignment,
  steps: PurchaseSteps,
): Promise<BoughtLabel | null> {
  if (attempt.attempt > 1 || attempt.progress['sent'] === true) {
    const found = await findFirst(attempt, carrier, label.id, steps);
    if (found) return found;
  }
  if (!(await payFirst(carrier, label, consignment, steps))) return null;
  const purchases = purchasesOf(attempt) + 1;
  await attempt.note({ sent: true, sentAt: attempt.now.toISOString(), purchases, unseen: false });
  const { service, id } = label;
  return carrier.connection.buyLabel({ ...consignment, key: id, service });
}

/** What may have been bought before; while its outcome may still show, nothing else is done. */
async function findFirst(
  attempt: Attempt,
  { connection }: OpenCarrier,
  key: string,
  steps: PurchaseSteps,
): Promise<BoughtLabel | null> {
  const isSent = attempt.progress['sent'] === true;
  const found = await connection.findLabel(key).catch((error: unknown) => {
    if (!(error instanceof CarrierError)) throw error;
    if (error.kind === 'rate') throw new Later(error.message, error.retryAfterMs ?? RETRY_AFTER_MS, false);
    // Nothing was ever asked of it: then nothing can have been bought.
    if (!isSent) throw error;
    // Nobody knows whether it was bought: nothing is given back, and a person's retry asks again.
    const isPassing = ['transient', 'unknown'].includes(error.kind);
    if (attempt.isLast || !isPassing)
      throw new Dead(`购买面单的结果不明，请稍后重试（会先向承运商核对）：${error.message}`);
    throw new Error(error.message, { cause: error });
  });
  if (found || !isSent) return found;
  const passed = attempt.now.getTime() - Date.parse(String(attempt.progress['sentAt']));
  if (passed < SETTLE_MS) throw new Later('等待确认上次购买的结果', SETTLE_MS - passed, false);
  // A person was asked, and has it tried again: there is none at the carrier.
  if (attempt.progress['unseen'] === true) return null;
  if (purchasesOf(attempt) < MOST_PURCHASES && (await isSeeing(connection, steps))) return null;
  return unseen(attempt, passed);
}

const purchasesOf = ({ progress }: Attempt): number => Number(progress['purchases'] ?? 0);

/** Whether the look-up finds what is surely there: one that finds nothing at all says nothing of a purchase. */
async function isSeeing(connection: CarrierConnection, steps: PurchaseSteps): Promise<boolean> {
  const known = await steps.witness();
  if (known === null) return false;
  try {
    return (await connection.findLabel(known)) !== null;
  } catch (error) {
    if (error instanceof CarrierError) return false;
    throw error;
  }
}

/** Nothing is bought again unseen: the look-up is asked for a while, then a person looks at the carrier's own pages. */
async function unseen(attempt: Attempt, passed: number): Promise<never> {
  if (passed < BLIND_MS) {
    const wait = Math.min(Math.max(passed, SETTLE_MS), LOOK_AGAIN_MS);
    throw new Later('承运商暂时查不到这次购买的结果，稍后再查', wait, false);
  }
  await attempt.note({ unseen: true });
  throw new Dead(
    '购买面单的结果不明，承运商也查不到：请到承运商后台核对，确认没有出单再重试（会先核对，仍没有则重新购买）',
  );
}

/** @returns false where the wallet had not so much */
async function payFirst(
  { connection }: OpenCarrier,
  label: LabelRequest,
  consignment: Consignment,
  steps: PurchaseSteps,
): Promise<boolean> {
  if (label.quotedCost !== null) return true;
  const rates = await connection.quote(consignment);
  const rate = rates.find(({ service }) => service === label.service);
  if (!rate) throw noSuchService({ service: label.service });
  const short = await steps.hold(rate);
  if (!short) return true;
  await steps.unpaid(short, rate);
  return false;
}

/**
 * Labels that the carrier made beside the one are given back before the one is taken. Those that it does not
 * take back keep nobody from the one that was wanted: a person is left to claim them.
 */
async function settle(
  attempt: Attempt,
  { connection }: OpenCarrier,
  requested: { key: string; postalCode: string },
  bought: BoughtLabel,
  steps: PurchaseSteps,
): Promise<void> {
  const taken = isOfAnother(requested.key, bought) ? withoutOwn(bought) : bought;
  const extra: string[] = [];
  for (const labelId of bought.extra)
    if (!(await steps.isOurs(labelId)) && !(await isGivenBack(attempt, connection, labelId))) extra.push(labelId);
  await steps.bought({ ...taken, extra, file: await printable(taken.file) }, denialOf(requested, bought));
}

/** A carrier may send a picture of the label. */
async function printable(file: BoughtLabel['file']): Promise<BoughtLabel['file']> {
  const bytes = file && (await labelPage(file.bytes));
  return bytes && bytes !== file.bytes ? { mime: LABEL_MIMES.pdf, bytes } : file;
}

async function isGivenBack(attempt: Attempt, connection: CarrierConnection, labelId: string): Promise<boolean> {
  try {
    return (await connection.voidLabel(labelId)).status === 'voided';
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error;
    const { kind, message, retryAfterMs } = error;
    if (kind === 'rate') throw new Later(message, retryAfterMs ?? RETRY_AFTER_MS, false);
    if ((kind === 'transient' || kind === 'unknown') && !attempt.isLast) throw new Error(message, { cause: error });
    return false;
  }
}

/** Failures that will be the same with the next call: nothing was bought. */
const FINAL: ReadonlySet<string> = new Set(['auth', 'denied', 'validation', 'gone', 'unreadable']);

async function react(attempt: Attempt, { account }: OpenCarrier, error: unknown, steps: PurchaseSteps): Promise<null> {
  if (error instanceof Dead || error instanceof Later || error instanceof LeaseLost) throw error;
  if (isSessionLost(error)) throw error;
  if (error instanceof Refusal) return notBought(steps, error.message);
  if (!(error instanceof CarrierError)) throw error;
  const { kind, message } = error;
  if (kind === 'unknown' || kind === 'duplicate') {
    if (attempt.isLast) throw new Dead(`购买面单的结果不明，请稍后重试（会先向承运商核对）：${message}`);
    throw new Error(message, { cause: error });
  }
  // The carrier has said that it did nothing.
  await attempt.note({ sent: false, purchases: 0 });
  if (kind === 'rate') throw new Later(message, error.retryAfterMs ?? RETRY_AFTER_MS, false);
  if (kind === 'auth') await attempt.tx((tx) => noteCarrierHealth(tx, account.id, message));
  if (FINAL.has(kind) || attempt.isLast) return notBought(steps, message);
  throw new Error(message, { cause: error });
}

async function notBought(steps: PurchaseSteps, reason: string): Promise<null> {
  await steps.notBought(reason);
  return null;
}
