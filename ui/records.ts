import type { ComponentType } from 'react';
import type { Named } from '#kit/model/lookup.ts';
import type { CellFaces } from './cells/faces.ts';
import type { CellEditProps } from './grid/cell-registry.ts';
import { port } from './port.ts';

/** Records of the application: widgets show and choose them without knowing what they are. */
export interface Records {
  /** Faces of a link to one. */
  link: CellFaces;
  /** Faces of tags. */
  tags: CellFaces;
  /** Which ones are called by these texts; null where nobody knows the resource. */
  lookUp(target: string, texts: readonly string[]): Promise<readonly Named[]> | null;
  /** Chooses a row of a report from the cell of a grid. */
  PopupCellEdit: ComponentType<CellEditProps>;
}

export const records = port<Records>('the records of the application');
