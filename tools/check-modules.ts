import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { carriers } from '#app/carriers.ts';
import { connectors } from '#app/connectors.ts';
import { supplierConnectors } from '#app/suppliers.ts';
import { assemble, type Assembled } from '#app/assemble.ts';
import { lifecycles, numbers, resources } from '#app/declarations.ts';
import { gather, type Declared } from '#kit/model/declared.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { Method, RouteDeclaration } from '#kit/model/route.ts';
import { openBareDatabase, openDatabase } from '#kit/server/database.ts';
import { SEALED_MASK } from '#modules/system/model/row-limits.ts';
import { createNumbering } from '#kit/server/document-number.ts';
import { createFileStore } from '#kit/server/file-store.ts';
import { createRegistry } from '#kit/server/registry.ts';
import { createOutbox } from '#kit/server/outbox.ts';
import { createVault } from '#kit/server/vault.ts';
import { createBounds, createSessions } from '#modules/system/server/index.ts';
import { createHttpTrace, createNodeWatch, createSlowStatements } from '#modules/monitor/server/index.ts';
import { componentFaults, maskFaults, scopeFaults, todoFaults } from './declared-faults.ts';
import type { SourceFile } from './syntax.ts';
import { writtenFaults } from './written-names.ts';

/** Fewer routes than this were not all routes: the check would pass for want of anything to judge. */
const LEAST = 100;
const ROOT = resolve(import.meta.dirname, '..');

/**
 * The product, put together as at a start but without a database behind it.
 * @throws what a start would refuse
 */
export function assembleForCheck(): Assembled {
  const nowhere = { connection: { host: '/nowhere', user: 'nobody', database: 'none' } };
  const vault = createVault('routes are only looked at, nothing is sealed with this');
  const files = createFileStore(tmpdir());
  const numbering = createNumbering(openBareDatabase(nowhere), () => new Date());
  const { emit, unmet } = createOutbox(() => undefined);
  const { roomFor } = createBounds();
  const db = openDatabase(nowhere, { vault, files, numbering, emit, unmet, roomFor });
  const registry = createRegistry(resources, lifecycles, vault, SEALED_MASK, numbers);
  const watch = createNodeWatch({
    name: 'check',
    host: 'check',
    startedAt: new Date(),
    dataDir: tmpdir(),
    pool: db.pool,
    sockets: () => 0,
  });
  watch.stop();
  return assemble({
    db,
    eyes: { watch, trace: createHttpTrace(), slow: createSlowStatements() },
    bell: {
      within: () => Promise.reject(new Error('routes are only looked at')),
      ring: async () => undefined,
      hasMail: false,
    },
    registry,
    numbering,
    fileStore: files,
    sessions: createSessions(db, { days: 1, clock: () => new Date() }),
    connectors,
    carriers,
    platformCarriers: new Map(),
    practiceCarriers: new Map(),
    supplierConnectors,
    practiceSuppliers: new Map(),
    outbound: () => () => Promise.reject(new Error('routes are only looked at')),
    grantedOrigins: () => [],
    clock: () => new Date(),
    wake: () => undefined,
    onChanged: () => undefined,
    log: () => undefined,
    mail: null,
  });
}

/** What the files of a model room export, by path. */
export type Rooms = Readonly<Record<string, object>>;

/** Every file of the model rooms below a root. */
export async function readRooms(root: string): Promise<Rooms> {
  const files = globSync(join(root, 'modules/*/model/**/*.ts')).filter(
    (file) => !/(\.test|\/declared)\.ts$/.test(file),
  );
  const read = files.map(async (file): Promise<[string, object]> => [
    relative(root, file),
    (await import(pathToFileURL(file).href)) as object,
  ]);
  return Object.fromEntries(await Promise.all(read));
}

const named = ({ resources, views, lifecycles, events, jobs }: Declared): [object, string][] => [
  ...[...resources, ...views].map((one): [object, string] => [one, resourceKey(one)]),
  ...lifecycles.map((one): [object, string] => [one, `the lifecycle of ${resourceKey(one.of)}`]),
  ...[...events, ...jobs].map((one): [object, string] => [one, `${one.kind} ${one.name}`]),
];

/** What stands in a model room and is no module's: its file is missing in `model/declared.ts`. */
export function roomFaults(rooms: Rooms, declared: Declared): string[] {
  const known = new Set(named(declared).map(([one]) => one));
  return Object.entries(rooms).flatMap(([file, room]) =>
    named(gather([room]))
      .filter(([one]) => !known.has(one))
      .map(([, name]) => `${file}: ${name} is served by no module: export it from declared.ts`),
  );
}

const IMPORTS = /^(?:import|export)\b[^;]*?\bfrom '[^']+';$/gms;

/** Events that nobody tells and jobs that nobody asks for: their names stand where they are heard, at most. */
export function silentFaults(rooms: Rooms, sources: readonly SourceFile[]): string[] {
  const texts = sources
    .filter(({ path }) => /^(?:kit|modules)\/.*\.ts$/.test(path) && !/\.test\.ts$/.test(path))
    .filter(({ path }) => !(path in rooms))
    .map(({ source }) => source.replaceAll(IMPORTS, ''));
  const isUsed = (name: string, heard: string): boolean => {
    const elsewhere = new RegExp(`(?<!\\b(?:${heard})\\(\\s*)\\b${name}\\b`);
    return texts.some((text) => elsewhere.test(text));
  };
  return Object.entries(rooms).flatMap(([file, room]) =>
    Object.entries(room).flatMap(([name, value]: [string, { kind?: unknown } | null]) => {
      if (value?.kind === 'event' && !isUsed(name, 'within|after')) return [`${file}: nobody tells ${name}`];
      if (value?.kind === 'job' && !isUsed(name, 'carriedOut')) return [`${file}: nobody asks for ${name}`];
      return [];
    }),
  );
}

const isRoute = (value: object): value is RouteDeclaration => 'method' in value && 'path' in value && 'access' in value;

/** Declared routes of a room: its exports, and those that an export gathers. */
const routesIn = (room: object): RouteDeclaration[] =>
  Object.values(room).flatMap((value: unknown): RouteDeclaration[] => {
    if (typeof value !== 'object' || value === null || 'kind' in value) return [];
    return isRoute(value) ? [value] : routesIn(value);
  });

interface Called {
  method: Method;
  path: string;
}

/** Routes that are declared and that nobody implements: the console would call into the void. */
export function unansweredFaults(rooms: Rooms, routes: readonly Called[]): string[] {
  const nameOf = ({ method, path }: Called): string => `${method} ${path}`;
  const answered = new Set(routes.map(nameOf));
  return Object.entries(rooms).flatMap(([file, room]) =>
    routesIn(room)
      .map(nameOf)
      .filter((name) => !answered.has(name))
      .map((name) => `${file}: nobody implements ${name}`),
  );
}

/** What is wrong with an assembled product beside what a start would refuse. */
export async function moduleFaults(product: Assembled, sources: readonly SourceFile[]): Promise<string[]> {
  const { declared, routes, permissions, menus } = product;
  const rooms = await readRooms(ROOT);
  const faults = [
    ...roomFaults(rooms, declared),
    ...silentFaults(rooms, sources),
    ...unansweredFaults(rooms, routes),
    ...componentFaults(product, sources),
    ...todoFaults(product),
    ...scopeFaults(declared.resources),
    ...maskFaults(declared.resources),
    ...writtenFaults(sources, {
      rights: permissions.map(({ code }) => code),
      menus: menus.map(({ path }) => path),
    }),
  ];
  if (routes.length < LEAST) faults.push(`only ${routes.length} routes were found`);
  return faults;
}
