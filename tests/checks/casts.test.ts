import { expect, test } from 'vitest';
import { checkCasts } from '#tools/check-casts.ts';
import { readSources } from '#tools/source-files.ts';

test.each([
  ['a path', 'console/a.ts', `call('/sys/user/list' as Path);`, ['console/a.ts:1']],
  ['a path by way of unknown', 'ui/a.tsx', `const at =\n  x as unknown as\n  Path;`, ['ui/a.tsx:2']],
  ['a path under another name', 'ui/a.ts', `import { type Path as P } from 'b';`, ['ui/a.ts:1']],
  ['a route', 'modules/a/server/b.ts', `[{ ...one } as Route]`, ['modules/a/server/b.ts:1']],
  ['a declaration', 'kit/web/a.ts', `x as RouteDeclaration`, ['kit/web/a.ts:1']],
  ['a path where none is made', 'kit/server/route.ts', `x as Path`, ['kit/server/route.ts:1']],
  ['a path where they are made', 'kit/model/route.ts', `x as Path`, []],
  ['a path of a test', 'ui/http/http.test.ts', `x as Path`, []],
  ['other words', 'ui/a.ts', `import * as Paths from 'a'; x as PathLike; x as Path.Inner;`, []],
])('%s made by a cast', (_what, path, source, places) => {
  expect(checkCasts([{ path, source }]).map(({ at }) => at)).toEqual(places);
});

test('the product casts none', () => {
  expect(checkCasts(readSources(process.cwd()))).toEqual([]);
});
