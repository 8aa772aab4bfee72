import type { SourceFile } from './syntax.ts';

const IN_PAGES = /^modules\/[^/]+\/web\/.*\.tsx?$/;
const ASKS_RIGHTS = /^(?:modules|console|app|db)\/.*\.tsx?$/;
const IN_TODOS = /^modules\/[^/]+\/server\/todos?\.ts$/;
const FRONT_DOOR = /\/web\/(?:index|[\w-]+\/pages)\.tsx?$/;
/** Entries of the log of administration are called as rights are. */
const NOT_SHIPPED = /\.(?:test|gallery)\.tsx?$|^modules\/system\/model\/system-operations\.ts$/;

/** What a receipt is for is called as a right is. */
const RIGHT = /(?<!\bscope = )['"]([a-z]\w*:[a-zA-Z]+:[a-zA-Z]+)['"]/g;
const OWN_PATH = /\bpath: '(\/[^']*)'/g;
/** In a call, an object or an attribute, whole or in front of its question. */
const ADDRESS = /\b(?:open\(|path: |path=\{?)['"`](\/[^'"`?$]*)(?=['"`?])/g;

/** Addresses that a person may stand at, and rights that somebody may have. */
export interface Known {
  rights: readonly string[];
  menus: readonly string[];
}

/**
 * Rights and addresses that a page writes and nobody has declared: a misspelt right is a button that
 * nobody ever sees, a misspelt address a page that is not there, both in silence.
 */
export function writtenFaults(sources: readonly SourceFile[], known: Known): string[] {
  const rights = new Set(known.rights);
  const pages = new Set([...known.menus, ...sources.filter(isFrontDoor).flatMap(pathsOf)]);
  return sources
    .filter(({ path }) => ASKS_RIGHTS.test(path) && !NOT_SHIPPED.test(path))
    .flatMap((file) => [
      ...foundIn(file, RIGHT, rights, (right) => `asks for ${right}, which is no right`),
      ...(isFrontDoor(file) || !(IN_PAGES.test(file.path) || IN_TODOS.test(file.path))
        ? []
        : foundIn(file, ADDRESS, pages, (address) => `leads to ${address}, which is no page`)),
    ]);
}

const isFrontDoor = ({ path }: SourceFile): boolean => FRONT_DOOR.test(path);
const pathsOf = ({ source }: SourceFile): string[] => [...source.matchAll(OWN_PATH)].map(([, path]) => path as string);

const foundIn = (
  { path, source }: SourceFile,
  written: RegExp,
  known: ReadonlySet<string>,
  say: (name: string) => string,
): string[] =>
  [...source.matchAll(written)]
    .map(([, name]) => name as string)
    .filter((name) => !known.has(name))
    .map((name) => `${path}: ${say(name)}`);
