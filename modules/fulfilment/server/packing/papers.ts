import { forbidden } from '#kit/model/refusal.ts';
import { may, type Actor } from '#kit/server/actor.ts';

/** The papers that stand on the goods themselves: whoever sends the goods off handles them. */
const ON_THE_GOODS: ReadonlySet<string> = new Set(['label', 'bol']);

/**
 * Whether somebody may read a stored paper of a shipment. Each of them names the buyer: labels and
 * bills of lading are for those who see buyers or print, all others for those who see buyers.
 */
export const readsPaper = (actor: Actor, kind: string): boolean =>
  !actor.masks.has('pii') || (ON_THE_GOODS.has(kind) && may(actor, 'fulfilment:shipment:print'));

/** @throws Refusal 403 */
export function requirePaper(actor: Actor, kind: string): void {
  if (!readsPaper(actor, kind)) throw forbidden();
}
