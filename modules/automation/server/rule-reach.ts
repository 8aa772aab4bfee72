import type { Refusal } from '#kit/model/refusal.ts';
import type { Actor } from '#kit/server/actor.ts';
import { beyondShops, beyondWarehouses } from '../model/errors.ts';
import type { RuleRow } from '../model/rule.ts';
import { readShops } from './live-rules.ts';

/**
 * A rule acts with the rights of the installation: whoever is limited decides only over rules that meet no
 * order beyond their limits. Shops bound a rule, nothing bounds it to warehouses.
 * @returns the refusal, or null
 */
export function beyondReach({ limits }: Pick<Actor, 'limits'>, { shopIds }: Pick<RuleRow, 'shopIds'>): Refusal | null {
  if (limits.warehouses) return beyondWarehouses();
  const [own, shops] = [limits.shops, readShops(shopIds)];
  if (!own || shops?.every((id) => own.includes(id))) return null;
  return beyondShops();
}
