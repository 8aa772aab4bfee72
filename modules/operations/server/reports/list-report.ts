import type { Field } from '#kit/model/field.ts';
import { forbidden } from '#kit/model/refusal.ts';
import { listKeys } from '#kit/model/list-entry.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { fieldOf, hiddenInLists, maskedFields } from '#kit/server/query/columns.ts';
import { strictFilter } from '#kit/server/query/conditions.ts';
import { listPage } from '#kit/server/query/list.ts';
import type { Registry } from '#kit/server/registry.ts';
import { colleague } from '#modules/system/model/colleague.ts';
import { colleaguePage } from '#modules/system/server/index.ts';
import { columnsOf, queryInfoOf, type Report } from './report.ts';

/** Colleagues as every picker shows them. */
const PEOPLE = 'users';

/**
 * The list of a resource as a report (`users`, or `module:resource`), with its permission, row scope and masks.
 * @returns null for any other code
 * @throws Refusal 403 without the right to the list
 */
export function listReport(tx: Tx, registry: Registry, code: string): Report | null {
  if (code === PEOPLE) return peopleReport(tx, registry);
  const resource = registry.find(code);
  if (!resource) return null;
  if (!may(tx.actor, `${code}:list`)) throw forbidden();
  return resourceReport(tx, registry, resource, code);
}

function resourceReport(tx: Tx, registry: Registry, resource: AnyResource, code: string): Report {
  const masked = maskedFields(resource, tx.actor);
  const hidden = hiddenInLists(resource, masked);
  const named = (keys: readonly string[]): [string, Field][] =>
    keys.flatMap((key) => {
      const field = fieldOf(resource, key, hidden);
      return field ? [[key, field] as [string, Field]] : [];
    });
  return {
    columns: async () =>
      columnsOf([code, resource.title], named(listKeys(resource)), named(resource.search as string[])),
    queryInfo: async () => queryInfoOf(named(resource.search as string[])),
    params: () => [],
    async data(query) {
      const params = strictFilter({ resource, hidden: masked }, query) as Record<string, string>;
      const { total, records } = await listPage(tx, resource, params, { registry });
      return { total, records };
    },
  };
}

const PEOPLE_COLUMNS = ['username', 'realname', 'sex', 'status', 'orgCode'] as const;

function peopleReport(tx: Tx, registry: Registry): Report {
  const fields = PEOPLE_COLUMNS.map((key): [string, Field] => [key, colleague.fields[key]]);
  return {
    columns: async () => columnsOf([PEOPLE, '用户'], fields),
    queryInfo: async () => queryInfoOf(fields.slice(0, 2)),
    params: () => [],
    async data(query) {
      const { total, records } = await colleaguePage(tx, registry, query);
      return { total, records };
    },
  };
}
