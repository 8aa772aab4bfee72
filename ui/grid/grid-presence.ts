import { EDITING_CELL, EDITING_LAPSE_MS, type EditingCellOfUser } from '#kit/model/editing-cell.ts';
import { realTimers, type Timers } from '../timers.ts';

/** More people than this at one grid are not drawn. */
const MAX_EDITORS = 50;
const MAX_NAME = 50;

export interface Hand {
  who: { id: string; name: string };
  cell: { id: string; key: string };
}

/** Presence: who edits which cell; one that was not heard of for a while is gone. */
export class GridPresence {
  /** A new list with every change. */
  list: readonly Hand[] = [];
  readonly #bySeat = new Map<string, Hand & { lapse: () => void }>();
  readonly #changed: () => void;
  readonly #isHere: (id: string) => boolean;
  readonly #timers: Timers;

  /** @param isHere whether the grid has a row: the others' rows beside it are none of its business */
  constructor(changed: () => void, isHere: (id: string) => boolean, timers: Timers = realTimers) {
    this.#changed = changed;
    this.#isHere = isHere;
    this.#timers = timers;
  }

  /** Names of those who edit a cell. */
  at(id: string, key: string): string[] {
    return this.list.filter(({ cell }) => cell.id === id && cell.key === key).map(({ who }) => who.name);
  }

  /** @param socketKey that of this grid: presence in another one is not here */
  hear(data: unknown, socketKey: string): void {
    const reported = readPresence(data);
    if (!reported) return;
    const known = this.#bySeat.get(reported.seat);
    known?.lapse();
    this.#bySeat.delete(reported.seat);
    const isHere = reported.socketKey === socketKey && reported.cell && this.#isHere(reported.cell.id);
    if (reported.cell && isHere && this.#bySeat.size < MAX_EDITORS) {
      const lapse = this.#timers.after(EDITING_LAPSE_MS, () => {
        this.#bySeat.delete(reported.seat);
        this.#show();
      });
      this.#bySeat.set(reported.seat, { who: reported.who, cell: reported.cell, lapse });
    } else if (!known) return;
    this.#show();
  }

  /** Nobody can be heard any more. */
  forget(): void {
    for (const { lapse } of this.#bySeat.values()) lapse();
    this.#bySeat.clear();
    if (this.list.length > 0) this.#show();
  }

  #show(): void {
    this.list = [...this.#bySeat.values()].map(({ who, cell }) => ({ who, cell }));
    this.#changed();
  }
}

/** What the server sends of presence; null for anything else. */
function readPresence(data: unknown): EditingCellOfUser | null {
  if (!isObject(data) || data['key'] !== EDITING_CELL || !isObject(data['args'])) return null;
  const { socketKey, seat, who, cell } = data['args'];
  if (typeof socketKey !== 'string' || typeof seat !== 'string' || !isObject(who)) return null;
  const { id, name } = who;
  if (typeof id !== 'string' || typeof name !== 'string') return null;
  const place = isObject(cell) ? { id: cell['id'], key: cell['key'] } : null;
  const isPlace = typeof place?.id === 'string' && typeof place.key === 'string';
  if (cell !== null && !isPlace) return null;
  return {
    socketKey,
    seat,
    who: { id, name: name.slice(0, MAX_NAME) },
    cell: place as EditingCellOfUser['cell'],
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
