import { Refusal } from '#kit/model/refusal.ts';
import { MESSAGES } from './messages.ts';

/** Somebody in whose name bytes are on their way, and the part of the room that is theirs at once. */
export interface Holder {
  name: string;
  /** Of the whole room, up to 1. */
  share: number;
}

/** Memory for what is on its way to the server: bounded in all, and for each of its holders. */
export interface Room {
  /** @throws Refusal 429 beyond the share of a holder, 503 when there is no room at all */
  take(holders: readonly Holder[], bytes: number): void;
  give(holders: readonly Holder[], bytes: number): void;
}

/** @param size bytes */
export function createRoom(size: number): Room {
  let held = 0;
  const byName = new Map<string, number>();
  const add = (holders: readonly Holder[], bytes: number): void => {
    held += bytes;
    for (const { name } of holders) {
      const now = (byName.get(name) ?? 0) + bytes;
      if (now > 0) byName.set(name, now);
      else byName.delete(name);
    }
  };
  return {
    take(holders, bytes) {
      const isOver = ({ name, share }: Holder): boolean => (byName.get(name) ?? 0) + bytes > size * share;
      if (holders.some(isOver)) throw tooMuchAtOnce();
      if (held + bytes > size) throw tooBusy();
      add(holders, bytes);
    },
    give: (holders, bytes) => add(holders, -bytes),
  };
}

const FIRST_BYTES = 4096;

/**
 * Bytes as they arrive, copied into memory that grows with them and is counted: what comes byte by
 * byte would cost a hundred times its length in pieces.
 */
export class Arriving {
  private memory = Buffer.allocUnsafeSlow(0);
  private length = 0;
  private readonly room: Room;
  private readonly holders: readonly Holder[];
  private readonly most: number;

  /** @param most never more than so many bytes, which the caller sees to */
  constructor(room: Room, holders: readonly Holder[], most: number) {
    this.room = room;
    this.holders = holders;
    this.most = most;
  }

  /** How many bytes there are. */
  get size(): number {
    return this.length;
  }

  add(chunk: Buffer): void {
    const needed = this.length + chunk.length;
    if (needed > this.memory.length) this.grow(needed);
    this.length += chunk.copy(this.memory, this.length);
  }

  /** What has arrived, without a copy. */
  bytes(): Buffer {
    return this.memory.subarray(0, this.length);
  }

  /** Nobody is to count it any more. */
  release(): void {
    this.room.give(this.holders, this.memory.length);
    this.memory = Buffer.allocUnsafeSlow(0);
    this.length = 0;
  }

  private grow(needed: number): void {
    const size = Math.min(this.most, Math.max(FIRST_BYTES, needed, this.memory.length * 2));
    this.room.take(this.holders, size - this.memory.length);
    const wider = Buffer.allocUnsafeSlow(size);
    this.memory.copy(wider, 0, 0, this.length);
    this.memory = wider;
  }
}

const tooBusy = (): Refusal => new Refusal('tooBusy', MESSAGES.unavailable, { status: 503 });
const tooMuchAtOnce = (): Refusal => new Refusal('tooMany', MESSAGES.tooMany, { status: 429 });
