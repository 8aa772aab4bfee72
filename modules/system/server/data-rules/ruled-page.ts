import { notFound, Refusal } from '#kit/model/refusal.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { idOf } from '#kit/server/row-id.ts';
import { mayBeRuled, resourceOfPage } from '../../model/data-rule.ts';
import { OPERATOR_TENANT } from '../../model/operator-tenant.ts';
import { isPlatformRight, splitCodes } from '../../model/permission-code.ts';
import type { PermissionRow } from '../permission-table.ts';
import type { Services } from '../services.ts';
import { csv } from '../wire.ts';
import type { RuledPage } from './stored-rules.ts';

const MOST_RULES = 200;

type Menus = Pick<Services, 'permissions' | 'registry'>;

/** A menu or button that the tenant knows. @throws Refusal 404 */
export async function pageOf(
  { permissions }: Pick<Menus, 'permissions'>,
  tenant: number,
  raw: unknown,
): Promise<PermissionRow> {
  const id = idOf(raw);
  const page = (await permissions.rows()).find((row) => row.id === id);
  const isForeign = tenant !== OPERATOR_TENANT && splitCodes(page?.perms ?? null).some(isPlatformRight);
  if (!page || isForeign) throw notFound();
  return page;
}

/** The page with what it shows; null where it has no rows that rules could be about. */
export function asRuled({ registry }: Pick<Menus, 'registry'>, page: PermissionRow): RuledPage | null {
  const key = resourceOfPage(page.perms);
  const resource = key ? registry.listed(key) : undefined;
  return key && resource && mayBeRuled(resource) ? { page, key, resource } : null;
}

/** @throws Refusal 404, or where the page has no rows that rules could be about */
export async function ruledPage(menus: Menus, tenant: number, id: unknown): Promise<RuledPage> {
  const found = asRuled(menus, await pageOf(menus, tenant, id));
  if (!found) throw new Refusal('noRules', '该菜单没有可以设置数据规则的列表');
  return found;
}

/** Ids of rules as they came. @throws Refusal 404 for what no rule can be called */
export function ruleIdsIn(raw: unknown): string[] {
  const ids = (csv(raw) ?? []).slice(0, MOST_RULES);
  if (!ids.every(isUuid)) throw notFound();
  return ids.map((id) => id.toLowerCase());
}
