import { fetched } from '#ui/fetched.tsx';
import type { CellFaces, EditProps, SearchProps } from '#ui/cells/faces.ts';
import { TagsShow } from '#ui/cells/tag-show.tsx';

/** Tags of a row; what chooses them is fetched by whoever does. */
export const tagFaces: CellFaces = {
  Show: TagsShow,
  Edit: fetched<EditProps>(() => import('../tags/tag-inputs.tsx').then(({ TagsEdit }) => TagsEdit)),
  Search: fetched<SearchProps>(() => import('../tags/tag-inputs.tsx').then(({ TagsSearch }) => TagsSearch)),
  sortable: false,
};
