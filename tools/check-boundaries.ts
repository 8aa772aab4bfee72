import { isBuiltin } from 'node:module';
import { findCycles } from './find-cycles.ts';
import { readImports } from './import-graph.ts';
import type { SourceFile } from './syntax.ts';
import { areaOf, type Area, type Room } from './areas.ts';

export interface Violation {
  /** `file:line`. */
  at: string;
  /** Short name of the broken rule. */
  rule: string;
  message: string;
}

/** Each module may import those of the rows above it; modules of one row know nothing of each other. */
export const MODULE_ORDER: readonly (readonly string[])[] = [
  ['system', 'monitor'],
  ['base'],
  ['catalog'],
  ['ledger'],
  ['inventory'],
  ['orders'],
  ['purchasing'],
  ['fulfilment'],
  ['aftersales'],
  ['finance'],
  ['channels'],
  ['market'],
  ['operations'],
  ['automation'],
  ['desk'],
];

/** Packages without input, output or a clock of their own: a model may use them on both sides. */
const PURE_PACKAGES = new Set(['dayjs', 'decimal.js', 'uuid']);
/** Modules whose ports the connectors implement. */
const PORTS = new Set(['channels', 'fulfilment', 'purchasing']);

const NOWHERE = -1;

type Verdict = { rule: string; message: string } | null;

/** What each room below the modules may import beside itself. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  'kit/model': [],
  'kit/server': ['platform', 'kit/model'],
  'kit/web': ['ui', 'kit/model'],
  platform: ['kit/model'],
  ui: ['kit/model'],
  console: ['kit/web', 'ui', 'kit/model'],
};
/** What the rooms of a module may import of those. */
const OF_MODULES: Readonly<Record<Room, readonly string[]>> = {
  model: ['kit/model'],
  server: ['kit/server', 'platform', 'kit/model'],
  web: ['console', 'kit/web', 'ui', 'kit/model'],
};
const ON_SERVERS = new Set(OF_MODULES.server);

/**
 * Holds the import rules of the house: `app → connectors → modules → console → kit → ui, platform
 * → kit/model`, `web → model ← server` inside a module, the order of the modules, front doors, pure models, no cycles. Looks at static,
 * dynamic and type imports and re-exports alike.
 */
export function checkBoundaries(files: readonly SourceFile[]): Violation[] {
  const violations: Violation[] = [];
  const edges = new Map<string, string[]>();
  for (const file of files) {
    const from = areaOf(file.path);
    const add = (line: number, verdict: Verdict): void => {
      if (verdict) violations.push({ at: `${file.path}:${line}`, ...verdict });
    };
    add(1, judgePlace(from));
    const { edges: imports, opaque } = readImports(file);
    if (isGuarded(from))
      for (const { text, line } of opaque)
        add(line, { rule: 'opaque import', message: `nothing can check where ${text} leads` });
    for (const { specifier, target, line } of imports)
      add(line, target === null ? judgePackage(from, specifier) : judge(from, areaOf(target)));
    edges.set(
      file.path,
      imports.flatMap(({ target }) => (target === null ? [] : [target])),
    );
  }
  for (const cycle of findCycles(edges))
    violations.push({ at: `${cycle[0]}:1`, rule: 'cycle', message: cycle.join(' → ') });
  return violations;
}

function judgePlace(area: Area): Verdict {
  if (area.kind === 'unknown') return { rule: 'place', message: 'this folder has no place in the house' };
  if (area.kind === 'module' && rank(area.name) === NOWHERE)
    return { rule: 'place', message: `module ${area.name} is not in the order of modules` };
  return null;
}

/** Tests, tools and the wiring may import what they need. */
const isGuarded = (area: Area): boolean => !['free', 'app', 'unknown'].includes(area.kind);

const isBelow = (area: Area): area is Area & { kind: 'kit' | 'ground' } =>
  area.kind === 'kit' || area.kind === 'ground';

function judgePackage(from: Area, specifier: string): Verdict {
  const isNode = isBuiltin(specifier);
  const isPure = from.kind === 'kit' || from.kind === 'module';
  if (isPure && from.room === 'model' && (isNode || !PURE_PACKAGES.has(packageName(specifier))))
    return { rule: 'pure model', message: `a model runs anywhere and cannot import ${specifier}` };
  if (isNode && isInBrowser(from)) return { rule: 'browser', message: `${specifier} does not exist in a browser` };
  return null;
}

const isInBrowser = (area: Area): boolean =>
  area.kind === 'ground' ? area.name !== 'platform' : 'room' in area && area.room === 'web';

const packageName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

function judge(from: Area, to: Area): Verdict {
  if (from.kind === 'app') return judgeWiring(to);
  if (!isGuarded(from)) return null;
  if (to.kind === 'app' || to.kind === 'free' || to.kind === 'unknown')
    return { rule: 'direction', message: `${describe(from)} cannot import ${describe(to)}` };
  if (isBelow(from)) return judgeBelow(from, to);
  if (from.kind === 'module') return judgeModule(from, to);
  if (from.kind === 'connector') return judgeConnector(from, to);
  if (to.kind === 'simulator' || ON_SERVERS.has(describe(to))) return null;
  return { rule: 'simulator', message: `the simulator cannot import ${describe(to)}` };
}

/** The product runs without what looks after it. */
function judgeWiring(to: Area): Verdict {
  if (to.kind !== 'free' || !/^(tools|tests|bench)\//.test(to.path)) return null;
  return { rule: 'direction', message: `app cannot import ${to.path}` };
}

function judgeBelow(from: Area & { kind: 'kit' | 'ground' }, to: Area): Verdict {
  if (isCalledByConsole(from, to)) return null;
  if (!isBelow(to))
    return {
      rule: 'direction',
      message: `${describe(from)} knows no business: it cannot import ${describe(to)}`,
    };
  const [own, other] = [describe(from), describe(to)];
  if (own === other || BELOW[own]?.includes(other)) return null;
  return { rule: 'rooms', message: `${own} cannot import ${other}` };
}

/** What stands around the pages calls routes of the system and names what they answer. */
const isCalledByConsole = (from: Area, to: Area): boolean =>
  describe(from) === 'console' && to.kind === 'module' && to.name === 'system' && to.room === 'model';

function judgeModule(from: Area & { kind: 'module' }, to: Area): Verdict {
  if (to.kind === 'connector' || to.kind === 'simulator')
    return { rule: 'direction', message: `a module cannot import ${describe(to)}` };
  const isOwnRoom = isBelow(to)
    ? OF_MODULES[from.room].includes(describe(to))
    : to.kind === 'module' && (to.room === 'model' || to.room === from.room);
  if (!isOwnRoom) return { rule: 'rooms', message: `${describe(from)} cannot import ${describe(to)}` };
  if (to.kind !== 'module' || to.name === from.name) return null;
  if (rank(to.name) >= rank(from.name))
    return { rule: 'module order', message: `${from.name} cannot import ${to.name}` };
  if (to.room === 'model' || to.isFrontDoor) return null;
  return {
    rule: 'front door',
    message: `${to.name} is entered by its model/ or ${to.room}/index.ts only`,
  };
}

function judgeConnector(from: Area & { kind: 'connector' }, to: Area): Verdict {
  if (to.kind === 'simulator') return { rule: 'direction', message: 'a connector cannot import the simulator' };
  if (to.kind === 'connector' && to.name !== from.name && to.name !== 'shared')
    return { rule: 'connector', message: `${from.name} cannot import connector ${to.name}` };
  if (isBelow(to) && !ON_SERVERS.has(describe(to)))
    return {
      rule: 'rooms',
      message: `a connector has no screens: it cannot import ${describe(to)}`,
    };
  if (to.kind !== 'module') return null;
  const isPort = PORTS.has(to.name) && (to.room === 'model' || (to.room === 'server' && to.isFrontDoor));
  if (isPort) return null;
  return {
    rule: 'connector',
    message: `a connector knows the ports of ${[...PORTS].join(' and ')} only, not ${describe(to)}`,
  };
}

function rank(module: string): number {
  const found = MODULE_ORDER.findIndex((row) => row.includes(module));
  return found === -1 ? NOWHERE : found;
}

function describe(area: Area): string {
  if (area.kind === 'kit') return `kit/${area.room}`;
  if (area.kind === 'ground') return area.name;
  if (area.kind === 'module') return `modules/${area.name}/${area.room}`;
  if (area.kind === 'connector') return `connectors/${area.name}`;
  if (area.kind === 'simulator' || area.kind === 'app') return area.kind;
  return area.path;
}
