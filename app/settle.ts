import type { Field } from '#kit/model/field.ts';
import type { Database } from '#kit/server/database.ts';
import { systemDictionaries, type DeclaredDict } from '#modules/system/model/dictionaries.ts';
import { declaredPermissions, MASK_PERMISSIONS } from '#modules/system/model/permission-code.ts';
import { systemPermissions } from '#modules/system/model/permissions.ts';
import {
  bootstrap,
  syncDictionaries,
  syncMenus,
  syncPermissions,
  type Bootstrap,
} from '#modules/system/server/index.ts';
import type { Assembled } from './assemble.ts';
import { lifecycles, resources } from './declarations.ts';
import { menus } from './menus.ts';

/** Brings code-owned rows (permissions, menus, dictionaries) up to date and makes the first user. */
export async function settle(
  db: Database,
  assembled: Assembled,
  adminPassword: string | undefined,
): Promise<Bootstrap> {
  const declared = [
    ...declaredPermissions(resources, lifecycles),
    ...MASK_PERMISSIONS,
    ...systemPermissions,
  ];
  const known = new Set(declared.map(({ code }) => code));
  for (const route of assembled.routes) {
    if (typeof route.access !== 'object' || known.has(route.access.permission)) continue;
    known.add(route.access.permission);
    const [module = '', name = ''] = route.access.permission.split(':');
    declared.push({
      code: route.access.permission,
      title: route.summary,
      resource: `${module}:${name}`,
    });
  }
  await syncPermissions(db, declared);
  await syncMenus(db, menus);
  await syncDictionaries(db, dictionaries());
  return bootstrap(db, adminPassword === undefined ? {} : { adminPassword });
}

/** Every dictionary the declarations use, named after the first field that shows it. */
function dictionaries(): DeclaredDict[] {
  const found = new Map<string, DeclaredDict>(
    systemDictionaries.map((one) => [one.dict.code, one]),
  );
  for (const resource of resources)
    for (const field of Object.values(resource.fields as Record<string, Field>))
      if (field.dict && !found.has(field.dict.code))
        found.set(field.dict.code, { dict: field.dict, name: `${resource.title}${field.title}` });
  return [...found.values()];
}
