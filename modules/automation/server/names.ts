import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { labelsOf } from '#kit/server/lookup-route.ts';
import type { Registry } from '#kit/server/registry.ts';
import { targetsOf, type Action } from '../model/actions.ts';
import { namedIds, type Group } from '../model/conditions.ts';
import { FACTS, isFact, type KnownFacts } from '../model/facts.ts';
import type { Names } from '../model/judge-rules.ts';

/** What rules name, as far as it is read for them. */
export interface Naming {
  conditions: Group;
  actions: readonly Action[];
  shopIds: readonly string[] | null;
}

/**
 * What rows are called that rules name, and those that facts consist of: one question a register.
 * A row that is gone has no name.
 */
export async function namesOf(
  tx: Tx,
  registry: Registry,
  rules: readonly Naming[],
  facts: readonly KnownFacts[] = [],
): Promise<Names> {
  const ids = namedIds(rules.map(({ conditions }) => conditions));
  const note = (to: string, id: string): void => {
    ids.set(to, (ids.get(to) ?? new Set()).add(id));
  };
  for (const { actions, shopIds } of rules) {
    for (const [to, id] of actions.flatMap(targetsOf)) note(to, id);
    for (const id of shopIds ?? []) note('base:channelAccount', id);
  }
  for (const known of facts)
    for (const [key, value] of Object.entries(known)) {
      const to = isFact(key) ? FACTS[key].to : undefined;
      if (to) for (const id of [value].flat()) if (typeof id === 'string') note(to, id);
    }
  const names = new Map<string, string>();
  for (const [to, requested] of ids)
    for (const [id, name] of await labelled(tx, registry, to, [...requested].filter(isUuid))) names.set(id, name);
  return names;
}

async function labelled(tx: Tx, registry: Registry, to: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (to === 'system:user') return people(tx, ids);
  if (to === 'system:role') return roles(tx, ids);
  return labelsOf(tx, registry.resource(to), ids);
}

/** Active people of the tenant by their real names. */
async function people(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; name: string }>`
    select u.id, u.realname as name from membership m join app_user u on u.id = m.user_id
    where m.tenant_id = ${tx.tenant} and m.status = 'active' and u.status = 'active'
      and u.id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function roles(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; name: string }>`
    select id, name from role where tenant_id = ${tx.tenant} and id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
