/**
 * Presence in grids: who edits which cell. It travels as `common_send_date` under a key of its own
 * (contract, WS /vxeSocket): `tug_status` belongs to a stored row, and presence in a cell is none.
 */
export const EDITING_CELL = 'editing_cell';

/** Presence in a cell that lasts is repeated. */
export const EDITING_BEAT_MS = 10_000;
/** Unheard for so long, it is gone: more than two beats, so that one may be lost. */
export const EDITING_LAPSE_MS = 25_000;

/** What a browser says: the cell it edits in a grid, or that it has left it. */
export interface EditingCell {
  socketKey: string;
  cell: { id: string; key: string } | null;
}

/** What the others receive: the server knows who it is, and from which of their windows. */
export interface EditingCellOfUser extends EditingCell {
  /** One open page of one person; a window edits one cell at a time. */
  seat: string;
  who: { id: string; name: string };
}
