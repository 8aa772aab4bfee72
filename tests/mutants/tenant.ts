import { faultsIn, type Mutant } from './mutant.ts';

const DATABASE = ['tests/attacks/tenant-of-statements'];
const WALLS = ['tests/contract/walls'];
const PEOPLE = ['modules/system/server/rights.test', 'modules/system/server/people-of-others.test'];

/**
 * Faults in the walls between tenants. A forgotten condition on a tenant's table is no fault that
 * can be seen: row-level security stands behind it; so these are where nothing stands behind.
 */
export const TENANT_MUTANTS: readonly Mutant[] = [
  ...faultsIn('tenant', 'kit/server/database.ts', DATABASE, [
    ["if (!text.includes('tenant_id'))", "if (text === '')"],
    ['...queries(client, requireTenantColumn, hear),', '...queries(client, () => undefined, hear),'],
    ['        requireTenantColumn(compiled.text);\n', ''],
    ['!Number.isSafeInteger(actor.tenant) || actor.tenant <= 0', 'actor.tenant === null'],
    ["set_config('app.tenant', '${actor.tenant}', true)", "set_config('app.tenant', '1', true)"],
    ["set_config('app.tenant', '${actor.tenant}', true)", "set_config('app.tenant', '${actor.tenant}', false)"],
  ]),
  ...faultsIn(
    'tenant',
    'kit/server/sockets/socket-hub.ts',
    ['tests/attacks/sockets'],
    [
      [' || actor.tenant !== parcel.tenant) continue;', ') continue;'],
      ['if (parcel.userId !== undefined && actor.userId !== parcel.userId) continue;', ''],
    ],
  ),
  ...faultsIn(
    'tenant',
    'kit/server/sockets/socket-hub.ts',
    ['tests/attacks/socket-pages'],
    [['parcel.permission !== undefined && !may(actor, parcel.permission)', 'false']],
  ),
  ...faultsIn(
    'tenant',
    'kit/server/sockets/page-relay.ts',
    ['tests/attacks/socket-pages'],
    [['connection.actor.tenant === tenant && ', '']],
  ),
  ...faultsIn('tenant', 'kit/server/sockets/change-news.ts', DATABASE, [
    ['const key = `${tenant} ${resource}`;', 'const key = resource;'],
  ]),
  ...faultsIn('tenant', 'kit/server/document-number.ts', DATABASE, [
    ['`${actor.tenant} ${prefix} ${day}`', '`${prefix} ${day}`'],
  ]),
  ...faultsIn('tenant', 'modules/desk/server/reconciliation.ts', DATABASE, [
    ['remembered.get(tx.tenant)', 'remembered.values().next().value'],
  ]),
  ...faultsIn('tenant', 'modules/system/server/sessions.ts', WALLS, [
    [
      'where tenant_id = ${tx.tenant} and id = ${id}::uuid returning user_id',
      'where tenant_id <> -${tx.tenant} and id = ${id}::uuid returning user_id',
    ],
  ]),
  ...faultsIn('tenant', 'modules/system/server/user-admin.ts', PEOPLE, [
    ['sessions.endAllOf(tx, id, { tenant: tx.tenant })', 'sessions.endAllOf(tx, id)'],
    ["if (await isShared(tx, named.id)) throw sharedAccount('密码');", ''],
  ]),
  ...faultsIn('tenant', 'modules/system/server/guards.ts', PEOPLE, [
    ['return other !== undefined;', 'return false;'],
    ['tenant_id <> ${tx.tenant} and status', 'tenant_id = ${tx.tenant} and status'],
  ]),
  ...faultsIn(
    'tenant',
    'modules/system/server/row-scope.ts',
    ['tests/attacks/row-scope'],
    [['if (ids.some((id) => !known.has(id)))', 'if (ids.length < 0)']],
  ),
];
