import { faultsIn, type Mutant } from './mutant.ts';

const RIGHTS = ['modules/system/server/rights.test', 'modules/system/server/role-rights.test'];
const DEPARTS = [
  'modules/system/server/depart-roles/depart-roles.test',
  'modules/system/server/depart-roles/my-departs.test',
];
const MASKS = ['tests/contract/masks'];
const SCOPES = ['tests/attacks/stock-scope'];
const PEOPLE = ['tests/attacks/row-scope'];
const LIST = 'kit/server/query/list.ts';
const LIMITS = 'kit/server/query/row-limits.ts';
const ROWS = 'kit/server/query/row-conditions.ts';
const MODULES = ['tests/checks/modules.test'];
const TOTAL = 'kit/server/query/list-total.ts';

/** Faults in rights, masks and the rows that somebody sees. */
export const PERMISSION_MUTANTS: readonly Mutant[] = [
  ...faultsIn('permission', 'kit/server/actor.ts', RIGHTS, [
    ['actor.permissions.has(permission)', 'actor.permissions.size >= 0'],
  ]),
  ...faultsIn(
    'permission',
    'kit/server/query/numbers.ts',
    ['tests/contract/many-numbers'],
    [
      ['if (places.length === 0)', 'if (places.length < 0)'],
      ["throw new Refusal('numbersGone', MESSAGES.numbersGone, { status: 400 })", 'return []'],
    ],
  ),
  ...faultsIn('permission', 'kit/server/request-access.ts', RIGHTS, [
    ['!may(actor, access.permission)', 'may(actor, access.permission)'],
  ]),
  ...faultsIn('permission', 'kit/server/assembled-faults.ts', MODULES, [
    ['.filter((one) => !there.has(one))', '.filter((one) => one === null)'],
    ['permissions.filter(({ isInner }) => !isInner)', 'permissions.filter(({ isInner }) => isInner)'],
    ['filter((name, at) => names.indexOf(name) !== at)', 'filter((name, at) => at < 0)'],
    ['!rows || !store', '!rows && !store'],
    ['...twice(served.map(resourceKey), (key) => `${key} is served twice`),', ''],
    ['...twice(jobs, (name) => `job ${name} is declared twice`),', ''],
    ['...twice(events, (name) => `event ${name} is declared twice`),', ''],
  ]),
  ...faultsIn('permission', 'kit/server/assemble.ts', MODULES, [
    ['.sort((a, b) => a.sort - b.sort)', '.sort((a, b) => b.sort - a.sort)'],
    ['if (dict && !found.has(dict.code))', 'if (dict)'],
  ]),
  ...faultsIn(
    'permission',
    'kit/server/route-faults.ts',
    ['tests/checks/routes.test'],
    [['[...open.toAll, ...open.toSession].filter', '[...open.toAll].filter']],
  ),
  ...faultsIn(
    'permission',
    'modules/channels/server/channel-offers.ts',
    ['tests/channels/capabilities'],
    [
      ['if (!READERS.some((right) => may(tx.actor, right))) return [];', ''],
      ["${join(baseConditions(channelAccount, tx.actor), ' and ')}", 't.tenant_id = ${tx.tenant}'],
    ],
  ),
  ...faultsIn('permission', 'kit/server/route-faults.ts', MODULES, [
    ['return open.toAll.has(name) ? []', 'return open.toAll.size >= 0 ? []'],
  ]),
  ...faultsIn('permission', 'modules/system/model/row-limits.ts', MASKS, [
    ["'cost', 'profit', 'pii'", "'cost', 'profit'"],
  ]),
  ...faultsIn('permission', 'modules/system/server/granted-rights.ts', MASKS, [
    ['!codes.has(`field:${mask}:view`)', '!codes.has(`field:${MASKS[0]}:view`)'],
  ]),
  ...faultsIn('permission', 'modules/system/server/granted-rights.ts', RIGHTS, [['p.is_live and ', '']]),
  ...faultsIn('permission', 'modules/system/server/roles.ts', RIGHTS, [
    ['await requireGrantable(tx, ids);', ''],
    ['    requireAny(tx.actor, CHOOSING_ROLES);\n', ''],
  ]),
  ...faultsIn('permission', 'modules/system/server/grant-change.ts', RIGHTS, [
    ['codes([...given, ...taken])', 'codes(given)'],
    ['const base = last ?? held;', 'const base = held;'],
  ]),
  ...faultsIn('permission', 'modules/system/server/depart-roles/depart-reach.ts', DEPARTS, [
    ['if (!isTheirs) throw forbidden();', ''],
    ['and lead.is_superior ', ''],
  ]),
  ...faultsIn('permission', 'modules/system/server/depart-roles/depart-role-grants.ts', DEPARTS, [
    ['given.some((one) => !frame.has(one))', 'given.length < 0'],
    ['fixed.some((one) => !ruleIds.includes(one))', 'fixed.length < 0'],
  ]),
  ...faultsIn('permission', 'modules/system/server/depart-roles/frame-rules.ts', DEPARTS, [
    ['if (rules.length === 0) return;', 'if (rules.length >= 0) return;'],
  ]),
  ...faultsIn('permission', 'modules/system/server/depart-roles/depart-role-people.ts', DEPARTS, [
    ['if (n < departs.length)', 'if (n < 0)'],
  ]),
  ...faultsIn(
    'permission',
    'modules/system/server/user-list.ts',
    ['modules/system/server/directory.test'],
    [["peopleRows(tx, sql`m.status <> 'deleted' and ${where}`)", 'peopleRows(tx, where)']],
  ),
  ...faultsIn(
    'permission',
    'modules/system/server/user-picker-routes.ts',
    ['modules/system/server/directory.test'],
    [["m.status = 'active' and u.status = 'active'", 'true']],
  ),
  ...faultsIn('permission', 'modules/system/server/guards.ts', RIGHTS, [
    ['for (const code of codes) if (!actor.permissions.has(code)) throw forbidden();', ''],
    ['if (orphaned) throw', 'if (!tx) throw'],
  ]),
  ...faultsIn('permission', 'modules/system/server/row-scope.ts', PEOPLE, [
    ['given === null || ', ''],
    ['requireSubset(tx.actor.limits.warehouses, warehouses);', ''],
    ['requireSubset(tx.actor.limits.shops, shops);', ''],
    ['if (further) throw forbidden();', ''],
    ['given.shops === undefined ? shops : given.shops', 'given.shops'],
    ['coalesce(not s.warehouses <@ ${warehouses}::uuid[], true)', 'not s.warehouses <@ ${warehouses}::uuid[]'],
  ]),
  ...faultsIn('permission', LIMITS, SCOPES, [
    ['(Object.keys(limits) as RowLimit[])', "(['warehouses'] as RowLimit[])"],
    ['(Object.keys(limits) as RowLimit[])', "(['shops'] as RowLimit[])"],
  ]),
  ...faultsIn('permission', ROWS, SCOPES, [
    ['if (!parent || limits.length === 0) return [];', 'return [];\n  if (!parent) return [];'],
  ]),
  ...faultsIn('permission', TOTAL, SCOPES, [
    ['group && seen && !seen.includes(group) ? []', 'tx.actor.isSystem ? []'],
    ['allowed ? sql`and scope_id = any(${allowed}::uuid[])` : nothing', 'nothing'],
    ['limitsOn(scope, actor).every(({ limit }) => limit === scope.groupedBy)', 'true'],
  ]),
  ...faultsIn('permission', 'kit/server/lifecycle-routes.ts', SCOPES, [['&& isCounted(serve.resource, tx.actor)', '']]),
  ...faultsIn('permission', LIST, MASKS, [
    [
      'const scene = { resource, actor, hidden: maskedFields(resource, actor) };',
      'const scene = { resource, actor, hidden: new Set<string>() };',
    ],
    ['const masked = maskedFields(resource, tx.actor);', 'const masked = new Set<string>();'],
    [
      'const field = fieldOf(resource, key, hidden);\n    if (!field ||',
      'const field = fieldOf(resource, key, new Set());\n    if (!field ||',
    ],
  ]),
  ...faultsIn('permission', 'kit/server/query/fields.ts', MASKS, [
    ['for (const mask of actor.masks)', 'for (const mask of [...actor.masks].slice(1))'],
  ]),
  ...faultsIn('permission', 'kit/server/query/conditions.ts', MASKS, [
    ['fieldOf(scene.resource, key, scene.hidden)', 'fieldOf(scene.resource, key, new Set())'],
    ['fieldOf(scene.resource, name, scene.hidden)', 'fieldOf(scene.resource, name, new Set())'],
  ]),
  ...faultsIn('permission', 'modules/orders/server/order-glance.ts', SCOPES, [
    ["join(baseConditions(salesOrder, tx.actor), ' and ')", 'sql`t.tenant_id = ${tx.tenant}`'],
  ]),
  ...faultsIn(
    'permission',
    'modules/desk/server/todo.ts',
    ['tests/channels/home'],
    [['if (doneBy && !doneBy.some((right) => may(tx.actor, right))) return [];', '']],
  ),
  ...faultsIn('permission', 'modules/desk/server/analysis/listed.ts', SCOPES, [
    ["join(conditions, ' and ')", 'sql`t.tenant_id = ${tx.tenant}`'],
  ]),
  ...faultsIn(
    'permission',
    'modules/system/server/files/static-route.ts',
    ['tests/attacks/uploads', 'tests/registers/remark-assets'],
    [
      ['if (!may(tx.actor, `${ownerType}:list`)) return false;', ''],
      ['return seen.length > 0;', 'return true;'],
      ['!address.startsWith(`${UPLOAD_FOLDER}/`)', 'true'],
    ],
  ),
  ...faultsIn(
    'permission',
    'kit/web/form/drafts.ts',
    ['kit/web/form/drafts'],
    [
      ['draft.owner === owner && draft.key === key', 'draft.key === key'],
      ['draft.owner !== owner || draft.key !== key', 'draft.key !== key'],
      ['readDrafts().filter((draft) => draft.owner === owner);', 'readDrafts();'],
      ['now - one.at < SESSION_RETENTION_MS', 'now - one.at >= 0'],
    ],
  ),
  ...faultsIn(
    'permission',
    'modules/system/server/person-actor.ts',
    ['tests/attacks/sockets'],
    [['permissions: isHeld ? NOTHING : rights.codes', 'permissions: rights.codes']],
  ),
  ...faultsIn('permission', 'kit/server/wire-routes.ts', MODULES, [
    ["typeof access !== 'object' || isServed(resource, verbOf(access))", 'true'],
    ["wire.open?.includes(operation) ? 'signedIn' : route.access", "'signedIn'"],
  ]),
  ...faultsIn(
    'permission',
    'kit/server/wire-routes.ts',
    ['modules/system/server/directory.test', 'modules/system/server/departs.test'],
    [
      ['for (const fault of error.errors) fault.field = nameToWire(wire, fault.field);', ''],
      ['text ? { ...result, message: text } : result', 'result'],
    ],
  ),
  ...faultsIn(
    'permission',
    'modules/purchasing/server/order-mails.ts',
    ['tests/journeys/order-mail'],
    [['      ${showsPrices(tx)}, ', '      ${true}, ']],
  ),
  ...faultsIn(
    'permission',
    'kit/server/makers.ts',
    ['tests/journeys/supplier-bill'],
    [['t.maker_ids && ${partakers(actor)}', 't.maker_ids && ${[actor.userId]}']],
  ),
];
