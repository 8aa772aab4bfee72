import { randomUUID } from 'node:crypto';
import { EDITING_CELL, type EditingCell, type EditingCellOfUser } from '#kit/model/editing-cell.ts';
import type { Actor } from '../actor.ts';
import type { Connection } from './connection.ts';
import { isKey, isObject, type Frame } from './frame.ts';

/** Who edits which cell, as far as the browsers of this node have said so. */
interface EditingCells {
  /** What the others receive of a frame; who they are comes from their session, never from the frame. */
  told(from: Connection, answers: EditingCell, actor: Actor): Promise<string>;
  /** What they receive when a socket has ended over a cell; null when it was in none. */
  left(from: Connection): string | null;
}

/** @param whoIs the person behind a socket, as the others know them */
export function createEditingCells(
  whoIs: (from: Connection, actor: Actor) => Promise<EditingCellOfUser['who']>,
): EditingCells {
  const seats = new WeakMap<Connection, EditingCellOfUser>();
  return {
    async told(from, { socketKey, cell }, actor) {
      const who = await whoIs(from, actor);
      const seat = seats.get(from)?.seat ?? randomUUID();
      const reported = { socketKey, seat, who, cell };
      seats.set(from, reported);
      return frameOf(reported);
    },
    left(from) {
      const last = seats.get(from);
      seats.delete(from);
      return last?.cell ? frameOf({ ...last, cell: null }) : null;
    },
  };
}

const frameOf = (args: EditingCellOfUser): string =>
  JSON.stringify({ type: 'common_send_date', data: { key: EDITING_CELL, args } });

/** Whether a frame is about presence in a cell, well formed or not. */
export const speaksOfCell = ({ type, data }: Frame): boolean =>
  type === 'common_send_date' && isObject(data) && data['key'] === EDITING_CELL;

/** Cell and grid a frame names; null when they are not well put. */
export function readEditingCell({ data }: Frame): EditingCell | null {
  const args = isObject(data) ? data['args'] : null;
  if (!isObject(args) || !isKey(args['socketKey'])) return null;
  const { socketKey, cell } = args;
  if (cell === null) return { socketKey, cell };
  if (!isObject(cell) || !isKey(cell['id']) || !isKey(cell['key'])) return null;
  return { socketKey, cell: { id: cell['id'], key: cell['key'] } };
}
