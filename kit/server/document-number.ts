import { toWireTime } from '#kit/model/time.ts';
import type { Actor } from './actor.ts';
import type { BareDatabase, Numbering } from './tx.ts';

export type { Numbering } from './tx.ts';

const BLOCK = 50;

/**
 * Numbers by the day on which they are taken, in the zone of who takes them.
 * @param db a database of its own (two connections are plenty): numbers are taken while a
 * business transaction holds a connection, and must never wait for one of the same pool
 */
export function createNumbering(db: BareDatabase, clock: () => Date): Numbering {
  const blocks = new Map<string, { next: number; end: number }>();
  const refilling = new Map<string, Promise<void>>();
  const refill = async (actor: Actor, prefix: string, day: string, count: number) => {
    const requested = Math.max(BLOCK, count);
    const row = await db.tx(
      actor,
      (tx) => tx.one<{ next: number }>`
        insert into number_block as b (tenant_id, kind, day, next)
        values (${tx.tenant}, ${prefix}, ${day}::date, ${requested + 1})
        on conflict (tenant_id, kind, day) do update set next = b.next + ${requested}
        returning next`,
    );
    return { next: row.next - requested, end: row.next };
  };
  return {
    async take(actor, prefix, count) {
      const day = toWireTime(clock(), actor.zone).slice(0, 10);
      const stamp = day.slice(2).replaceAll('-', '');
      const key = `${actor.tenant} ${prefix} ${day}`;
      const numbers: string[] = [];
      while (numbers.length < count) {
        const block = blocks.get(key);
        if (!block || block.next >= block.end) {
          // One refill at a time per key: the others wait for it and take from its block.
          const requested = count - numbers.length;
          const current =
            refilling.get(key) ??
            refill(actor, prefix, day, requested)
              .then((fresh) => void blocks.set(key, fresh))
              .finally(() => refilling.delete(key));
          refilling.set(key, current);
          await current;
          continue;
        }
        while (block.next < block.end && numbers.length < count)
          numbers.push(`${prefix}${stamp}${String(block.next++).padStart(5, '0')}`);
      }
      return numbers;
    },
  };
}
