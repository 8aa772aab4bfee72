import type { Kind } from '#kit/model/field.ts';
import type { CellFaces } from '#ui/cells/faces.ts';
import { linkFaces } from './link-cells.tsx';
import { tagFaces } from './tag-cells.tsx';
import { widgetCells } from '#ui/cells/widget-cells.ts';

/** The faces of every field kind; links lead to the rows of resources. */
export const cells = { ...widgetCells, link: linkFaces, tags: tagFaces } satisfies Record<Kind, CellFaces>;

/** The faces of a kind, typed as such. */
export const cellOf = (kind: Kind): CellFaces => cells[kind];
