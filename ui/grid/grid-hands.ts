import { EDITING_CELL, EDITING_LAPSE_MS, type EditingCellTold } from '#kit/model/editing-cell.ts';
import { realTimers, type Timers } from '../timers.ts';

/** More people than this at one grid are not drawn. */
const MOST_HANDS = 50;
const MAX_NAME = 50;

export interface Hand {
  who: { id: string; name: string };
  cell: { id: string; key: string };
}

/** Presence: who edits which cell; one that was not heard of for a while is gone. */
export class GridHands {
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
    const told = readTold(data);
    if (!told) return;
    const known = this.#bySeat.get(told.seat);
    known?.lapse();
    this.#bySeat.delete(told.seat);
    const isHere = told.socketKey === socketKey && told.cell && this.#isHere(told.cell.id);
    if (told.cell && isHere && this.#bySeat.size < MOST_HANDS) {
      const lapse = this.#timers.after(EDITING_LAPSE_MS, () => {
        this.#bySeat.delete(told.seat);
        this.#show();
      });
      this.#bySeat.set(told.seat, { who: told.who, cell: told.cell, lapse });
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
function readTold(data: unknown): EditingCellTold | null {
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
    cell: place as EditingCellTold['cell'],
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
