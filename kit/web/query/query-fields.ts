import { useMemo } from 'react';
import { rulesOf, type QueryFields } from '#kit/model/advanced-query.ts';
import { listKeys } from '#kit/model/list-entry.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { fieldOf } from '../audit-fields.ts';
import { columnRules, usePermissionRules, usePermissions } from '../session/access.ts';

const AUDIT_FIELDS = ['createBy', 'createTime', 'updateBy', 'updateTime'] as const;

/**
 * Fields that this user may ask about: those the list shows first, then the others. What is masked
 * or hidden from them is not offered, nor what cannot be compared.
 * @param only keys that the route of the list can be asked about, where not all
 */
export function useQueryFields(of: AnyResource, only?: readonly string[]): QueryFields {
  const may = usePermissions();
  const rules = usePermissionRules();
  return useMemo(() => {
    const lacking = new Set(rules.lackingBelow(columnRules(of)));
    for (const [mask, keys] of Object.entries(of.masks ?? {}))
      if (!may(`field:${mask}:view`)) for (const key of keys as string[]) lacking.add(key);
    const keys = new Set(only ?? [...listKeys(of), ...Object.keys(of.fields as object), ...AUDIT_FIELDS]);
    const offered = [...keys].flatMap((key) => {
      const field = key === 'id' || key === 'version' ? undefined : fieldOf(of, key);
      const isRequested = field && rulesOf(field).length > 0 && !lacking.has(key);
      return isRequested ? [[key, field] as const] : [];
    });
    return Object.fromEntries(offered);
  }, [of, only, may, rules]);
}
