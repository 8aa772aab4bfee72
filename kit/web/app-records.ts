import { MOST_LOOKED_UP, type Named } from '#kit/model/lookup.ts';
import { linkFaces } from './cells/link-cells.tsx';
import { tagFaces } from './cells/tag-cells.tsx';
import { findResource } from './declarations.ts';
import { fetched } from '#ui/fetched.tsx';
import type { CellEditProps } from '#ui/grid/cell-registry.ts';
import { records } from '#ui/records.ts';
import { callResource } from './resource-call.ts';

/** Lets widgets show, choose and look up the rows of declared resources. */
export const provideRecords = (): void =>
  records.provide({
    link: linkFaces,
    tags: tagFaces,
    lookUp,
    PopupCellEdit: fetched<CellEditProps>(() =>
      import('./picker/popup-editor.tsx').then((module) => module.PopupCellEdit),
    ),
  });

function lookUp(target: string, texts: readonly string[]): Promise<readonly Named[]> | null {
  const resource = findResource(target);
  if (!resource) return null;
  const calls = Array.from({ length: Math.ceil(texts.length / MOST_LOOKED_UP) }, (_, index) =>
    callResource<Named[]>(resource, 'lookup', {
      body: { texts: texts.slice(index * MOST_LOOKED_UP, (index + 1) * MOST_LOOKED_UP) },
    }).then(({ result }) => result),
  );
  return Promise.all(calls).then((answers) => answers.flat());
}
