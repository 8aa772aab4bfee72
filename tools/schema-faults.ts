import type { Field, Kind } from '#kit/model/field.ts';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import { APP_ROLE, type Catalogue, type ColumnRow, type PolicyRow } from './read-catalogue.ts';

/** Tables that serve every tenant (design §5 "Identity"); any other table is a tenant's. */
const PLATFORM_TABLES: ReadonlySet<string> = new Set([
  'schema_migration',
  'installation',
  'tenant',
  'app_user',
  'session',
  'attempt_count',
  'captcha',
  'verification_code',
  'password_ticket',
  'third_account',
  'third_login',
  'second_factor',
  'recovery_code',
  'pending_sign_in',
  'permission',
  'plan',
  'plan_permission',
  'dict',
  'dict_item',
  'job',
  'gateway_route',
  'gateway_revision',
  'clock_work',
  'clock_work_run',
  'monitor_node',
  'monitor_sample',
  'monitor_threshold',
  'monitor_alarm',
  'report_ticket',
]);

/** Policies for the app beside `tenant`: they add rows to what it may see, so each is named here. */
const FURTHER_POLICIES: ReadonlySet<string> = new Set([
  // Before a tenant is chosen, a person who has proved who they are may see where they belong.
  'membership.own_membership',
]);

/** Columns a kind may stand in; the first is what a new column gets. */
const COLUMN_TYPES: Record<Kind, readonly string[]> = {
  // A uuid where a text shows the id of a row that is no resource.
  text: ['text', 'uuid'],
  textarea: ['text'],
  secret: ['text'],
  sealed: ['text'],
  choice: ['text'],
  choices: ['text[]'],
  integer: ['integer', 'bigint'],
  quantity: ['integer'],
  length: ['integer'],
  weight: ['integer'],
  money: ['bigint'],
  price: ['numeric(18,4)'],
  rate: ['numeric(18,8)', 'numeric(9,6)'],
  flag: ['boolean'],
  link: ['uuid'],
  tags: ['uuid[]'],
  date: ['date'],
  datetime: ['timestamp with time zone'],
  json: ['jsonb'],
  files: ['text[]'],
  pictures: ['text[]'],
};

const AUDIT_COLUMNS: readonly (readonly [name: string, type: string])[] = [
  ['tenant_id', 'integer'],
  ['id', 'uuid'],
  ['create_by', 'text'],
  ['create_time', 'timestamp with time zone'],
  ['update_by', 'text'],
  ['update_time', 'timestamp with time zone'],
  ['version', 'integer'],
];

/**
 * Everything in which a schema differs from the declarations or from the rules of tenancy; one
 * line each, naming the table and, where there is one, the statement that mends it.
 */
export function schemaFaults(
  catalogue: Catalogue,
  resources: readonly AnyResource[],
  lifecycles: readonly AnyLifecycle[],
): string[] {
  return [
    ...resources.flatMap((resource) => resourceFaults(catalogue, resource)),
    ...lifecycles.flatMap((lifecycle) => stageFaults(catalogue, lifecycle)),
    ...catalogue.tables.flatMap(({ name, kind }) =>
      kind === 'view'
        ? [`${name}: a view reads with its owner's rights, past row-level security`]
        : PLATFORM_TABLES.has(name)
          ? platformFaults(catalogue, name)
          : tenantFaults(catalogue, name),
    ),
    ...machineryFaults(catalogue),
    ...roleFaults(catalogue),
  ];
}

function resourceFaults(catalogue: Catalogue, resource: AnyResource): string[] {
  const table = snake(resource.name);
  const columns = columnsOf(catalogue, table);
  if (columns.size === 0) return [`${resourceKey(resource)}: no table ${table}`];
  const requested: (readonly [string, string, readonly string[]])[] = [
    ...AUDIT_COLUMNS.map(([name, type]) => [name, name, [type]] as const),
    ...Object.entries(resource.fields as Record<string, Field>).map(
      ([key, field]) => [snake(key), key, COLUMN_TYPES[field.kind]] as const,
    ),
  ];
  if (resource.kind === 'register') requested.push(['deleted_at', 'deleted_at', ['timestamp with time zone']]);
  const faults = requested.flatMap(([name, key, types]) => {
    const column = columns.get(name);
    const place = `${resourceKey(resource)}.${key}`;
    if (!column) return [`${place}: alter table ${table} add column ${name} ${types[0]};`];
    return types.includes(column.type)
      ? []
      : [`${place}: ${table}.${name} is ${column.type}, must be ${types.join(' or ')}`];
  });
  return [...faults, ...emptinessFaults(columns, resource), ...uniqueFaults(catalogue, resource, table)];
}

/** `RowOf` says which values of a row are never null: the table must not think otherwise. */
const emptinessFaults = (columns: ReadonlyMap<string, ColumnRow>, resource: AnyResource): string[] =>
  Object.entries(resource.fields as Record<string, Field>).flatMap(([key, field]) => {
    const column = columns.get(snake(key));
    const isAlways = field.always ?? (field.required === true || field.default !== undefined);
    if (!column || column.notNull === isAlways) return [];
    const answers = isAlways ? 'never empty' : 'empty at times';
    const stored = column.notNull ? 'is not null' : 'may be null';
    return [`${resourceKey(resource)}.${key} is declared ${answers}, but its column ${stored}`];
  });

/** A declared unique field rests on an index, or two writers at once both win. */
const uniqueFaults = (catalogue: Catalogue, resource: AnyResource, table: string): string[] =>
  Object.entries(resource.fields as Record<string, Field>).flatMap(([key, field]) => {
    const name = snake(key);
    const isIndexed = catalogue.keys.some(
      (index) => index.table === table && index.columns.join() === `tenant_id,${name}`,
    );
    return !field.unique || isIndexed
      ? []
      : [
          `${resourceKey(resource)}.${key}: create unique index on ${table} (tenant_id, ${name}) where deleted_at is null;`,
        ];
  });

/** The list reads tabs from `stage`: it must say of every state which tab shows it. */
function stageFaults(catalogue: Catalogue, lifecycle: AnyLifecycle): string[] {
  const table = snake(lifecycle.of.name);
  const columns = columnsOf(catalogue, table);
  if (columns.size === 0) return [];
  const faults: string[] = [];
  if (columns.get('status')?.type !== 'text') faults.push(`${table}: no text column status`);
  if (!columns.get('stage')?.generated) return [...faults, `${table}: no generated column stage`];
  const known = catalogue.stages.find((row) => row.table === table)?.stages ?? 'is not computed';
  if (typeof known === 'string') return [...faults, `${table}.stage: ${known}`];
  const tabs = Object.entries(lifecycle.tabs as Record<string, { states: readonly string[] }>).flatMap(
    ([tab, { states }]) => states.map((state): [string, string] => [state, tab]),
  );
  for (const state of Object.keys(lifecycle.states)) {
    const named = tabs.filter(([one]) => one === state).map(([, tab]) => tab);
    if (named.length !== 1) faults.push(`${resourceKey(lifecycle.of)}: state ${state} is in ${named.length} tabs`);
    else if (known[state] !== named[0])
      faults.push(`${table}.stage: ${state} → ${String(known[state])}, its tab is ${named[0]}`);
  }
  return faults;
}

/** The first wall and the second: tenant first in every key, forced row-level security. */
function tenantFaults(catalogue: Catalogue, table: string): string[] {
  const tenant = columnsOf(catalogue, table).get('tenant_id');
  if (!tenant) return [`${table}: neither tenant_id nor a place among the platform tables (tools/schema-faults.ts)`];
  const faults: string[] = [];
  if (tenant.type !== 'integer' || !tenant.notNull) faults.push(`${table}.tenant_id is not integer not null`);
  const keys = catalogue.keys.filter((key) => key.table === table);
  if (!keys.some(({ primary }) => primary)) faults.push(`${table}: no primary key`);
  for (const { name, columns } of keys)
    if (columns[0] !== 'tenant_id') faults.push(`${table}: key ${name} does not begin with tenant_id`);
  for (const key of catalogue.foreignKeys.filter((one) => one.table === table)) {
    const isPlatform = PLATFORM_TABLES.has(key.target);
    const isOfTenant = key.columns[0] === 'tenant_id' && key.targetColumns[0] === 'tenant_id';
    if (!isPlatform && !isOfTenant) faults.push(`${table}: foreign key ${key.name} can point into another tenant`);
  }
  for (const column of columnsOf(catalogue, table).values())
    if (column.counted) faults.push(`${table}.${column.name} is filled by a sequence`);
  return [...faults, ...wallFaults(catalogue, table)];
}

function wallFaults(catalogue: Catalogue, table: string): string[] {
  const row = catalogue.tables.find(({ name }) => name === table);
  const policies = catalogue.policies.filter((policy) => policy.table === table);
  const faults: string[] = [];
  if (!row?.rowSecurity || !row.forced)
    faults.push(`${table}: row-level security is not forced: call secure_tenant_table('${table}');`);
  if (row?.appMayTruncate) faults.push(`${table}: ${APP_ROLE} may truncate it`);
  if (!policies.some(isTenantPolicy)) faults.push(`${table}: no policy "tenant" that holds ${APP_ROLE} to app.tenant`);
  for (const { name, roles } of policies) {
    const reachesApp = roles.includes(APP_ROLE) || roles.includes('public');
    if (reachesApp && name !== 'tenant' && !FURTHER_POLICIES.has(`${table}.${name}`))
      faults.push(`${table}: policy ${name} shows ${APP_ROLE} further rows`);
  }
  return faults;
}

const OWN_TENANT =
  /^\(?tenant_id = \(?NULLIF\(current_setting\('app\.tenant'::text, true\), ''::text\)\)?::integer\)?$/;

const isTenantPolicy = ({ name, roles, command, using, check }: PolicyRow): boolean =>
  name === 'tenant' &&
  roles.join() === APP_ROLE &&
  command === 'ALL' &&
  OWN_TENANT.test(using ?? '') &&
  OWN_TENANT.test(check ?? '');

/** Platform rows never hang on a tenant's rows. */
const platformFaults = (catalogue: Catalogue, table: string): string[] =>
  catalogue.foreignKeys
    .filter((key) => key.table === table && !PLATFORM_TABLES.has(key.target))
    .map(({ name }) => `${table}: foreign key ${name} leads from the platform into a tenant table`);

const FORBIDDEN_CALLS = /\b(pg_notify|notify|listen|pg_(try_)?advisory_\w+)\b/i;

/** What would tie the schema to one node: triggers, LISTEN and NOTIFY, advisory locks. */
const machineryFaults = ({ triggers, functions }: Catalogue): string[] => [
  ...triggers.map(({ table, name }) => `${table}: trigger ${name}`),
  ...functions.flatMap(({ name, source, definer, publicMayCall }) => {
    const call = FORBIDDEN_CALLS.exec(source)?.[0];
    return [
      ...(call ? [`function ${name} calls ${call}`] : []),
      ...(definer && publicMayCall
        ? [`function ${name} runs with its owner's rights for everybody: revoke execute from public`]
        : []),
    ];
  }),
];

function roleFaults({ roles, tables }: Catalogue): string[] {
  const role = roles.find(({ name }) => name === APP_ROLE);
  if (!role) return [`no role ${APP_ROLE}`];
  return [
    ...(role.superuser ? [`${APP_ROLE} is a superuser`] : []),
    ...(role.bypassesRowSecurity ? [`${APP_ROLE} bypasses row-level security`] : []),
    ...role.memberOf.map((group) => `${APP_ROLE} is a member of ${group}`),
    ...role.owns.map((relation) => `${APP_ROLE} owns ${relation}`),
    ...tables.filter(({ owner }) => owner === APP_ROLE).map(({ name }) => `${APP_ROLE} owns ${name}`),
  ].filter((fault, at, all) => all.indexOf(fault) === at);
}

const columnsOf = (catalogue: Catalogue, table: string): Map<string, ColumnRow> =>
  new Map(catalogue.columns.filter((column) => column.table === table).map((column) => [column.name, column]));
