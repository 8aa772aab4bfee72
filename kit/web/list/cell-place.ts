import type { AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';

/** A cell by its row and field. */
export interface CellPlace {
  id: string;
  key: string;
}

export interface CellEditorProps {
  of: AnyResource;
  /** As it was when the cell was opened. */
  row: Row;
  /** Those in the list by now. */
  rows: readonly Row[];
  place: CellPlace;
  /** In which it lies above its cell. */
  table: HTMLElement;
  onClose: () => void;
  /** Goes on to another cell. */
  onGo: (cell: Element) => void;
}
