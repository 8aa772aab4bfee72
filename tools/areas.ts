export type Room = 'model' | 'server' | 'web';

export type Ground = 'ui' | 'console' | 'platform';

/** The part of the house a file stands in. */
export type Area =
  | { kind: 'app'; room: 'web' | 'server' }
  | { kind: 'connector'; name: string }
  | { kind: 'module'; name: string; room: Room; isFrontDoor: boolean }
  | { kind: 'kit'; room: Room }
  /** Beside the kit: widgets, what stands around the pages, and the outside world of the server. */
  | { kind: 'ground'; name: Ground }
  | { kind: 'simulator' }
  /** Tests, tools and data: they serve the others and are not part of the product. */
  | { kind: 'free'; path: string }
  | { kind: 'unknown'; path: string };

const FREE = new Set(['tests', 'tools', 'bench', 'db', 'docs', '.ci']);
const GROUNDS = new Set<string>(['ui', 'console', 'platform']);
const ROOMS = new Set<string>(['model', 'server', 'web']);

/** Where a file stands, by its path from the root. */
export function areaOf(path: string): Area {
  const [top = '', second = '', third = '', ...rest] = path.split('/');
  if (!path.includes('/') || FREE.has(top) || isTestCode(path)) return { kind: 'free', path };
  if (top === 'app') return { kind: 'app', room: second === 'web' ? 'web' : 'server' };
  if (isGround(top)) return { kind: 'ground', name: top };
  if (top === 'simulator') return { kind: 'simulator' };
  if (top === 'connectors' && third) return { kind: 'connector', name: second };
  if (top === 'kit' && third && isRoom(second)) return { kind: 'kit', room: second };
  if (top === 'modules' && third === 'module.ts')
    return { kind: 'module', name: second, room: 'server', isFrontDoor: false };
  if (top === 'modules' && isRoom(third) && rest.length > 0) {
    const isFrontDoor = rest.length === 1 && /^index\.tsx?$/.test(rest[0] ?? '');
    return { kind: 'module', name: second, room: third, isFrontDoor };
  }
  return { kind: 'unknown', path };
}

const isGround = (name: string): name is Ground => GROUNDS.has(name);
const isRoom = (name: string): name is Room => ROOMS.has(name);

/** Tests and galleries beside the code, and what only they use. */
const isTestCode = (path: string): boolean =>
  /\.(test|gallery)\.tsx?$/.test(path) || /(^|\/)(test-(scene|program)\.ts$|fixtures\/)/.test(path);
