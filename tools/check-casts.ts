import type { Violation } from './check-boundaries.ts';
import type { SourceFile } from './syntax.ts';

/** Where these values are made; anywhere else a cast would pass for a declaration. */
const MAKERS: Readonly<Record<string, readonly string[]>> = {
  Path: ['kit/model/route.ts', 'ui/upload/stored-file.ts'],
  RouteDeclaration: ['kit/model/route.ts', 'kit/server/route.ts'],
  Route: ['kit/server/route.ts'],
};
const CAST = /\bas\s+(?:readonly\s+)?(Path|RouteDeclaration|Route)\b(?!\.)/g;
/** Under another name a cast would not be recognised. */
const RENAMED = /\b(Path|RouteDeclaration|Route)\s+as\s+\w+/g;
const IS_CODE = /\.tsx?$/;
const IS_TEST = /\.test\.tsx?$|^tests\//;

/** Refuses paths and routes that are made by a cast instead of a declaration. */
export function checkCasts(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => IS_CODE.test(path) && !IS_TEST.test(path))
    .flatMap(({ path, source }) =>
      [...source.matchAll(CAST), ...source.matchAll(RENAMED)]
        .filter(([, name]) => !MAKERS[name as string]?.includes(path))
        .map(({ index, 1: name }) => ({
          at: `${path}:${source.slice(0, index).split('\n').length}`,
          rule: 'cast',
          message: `a ${name} comes of a declaration alone (defineRoute, implement, pathOf)`,
        })),
    );
}
