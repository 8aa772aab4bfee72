import { expect } from 'vitest';
import { lifecycles } from '#app/declarations.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { systemActor } from '#kit/server/actor.ts';
import { runCommand, type Command } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { tableOf } from '#kit/server/registry.ts';
import { column, sql } from '#kit/server/sql.ts';
import { look } from '#tests/channels/shop.ts';
import { StockDocuments } from './walk-effects.ts';
import { askable, Followed, type Doc, type Happened } from './walk-law.ts';
import { heldOf, PlainOrders, type Carried, type StoredLine } from './plain-orders.ts';
import { ordersMoved, type Asked, type Held, type Seen } from './walk-orders.ts';
import type { Walk } from './walk-scene.ts';

/** Documents of all lifecycles beside the plain model, and the one that moves both. */
export class World {
  readonly walk: Walk;
  readonly followed = new Followed();
  readonly orders = new PlainOrders();
  readonly documents = new StockDocuments();
  readonly supplierId: string;
  readonly methods: readonly string[];
  readonly #commands: ReadonlyMap<string, Command>;
  /** The last row of the history that was followed. */
  #last = newId();
  asked: Asked | null = null;
  /** Came into the wallet so far, minor units. */
  credited = 0n;
  refused = 0;
  /** Steps that stock-walk models by itself leave documents that nobody else moves. */
  isForeign = false;

  constructor(walk: Walk, supplierId: string, methods: readonly string[]) {
    this.walk = walk;
    this.supplierId = supplierId;
    this.methods = methods;
    this.#commands = new Map(
      walk.scene.app.assembled.serves.flatMap(({ commands = [] }) =>
        commands.map((one) => [`${resourceKey(one.lifecycle.of)}:${one.move}`, one] as const),
      ),
    );
  }

  /** Asks for a move, legal or not. What the law does not allow must be refused. */
  async make(doc: Doc, move: string, answers: Record<string, unknown>): Promise<boolean> {
    const one = this.#commands.get(`${doc.key}:${move}`);
    if (!one) throw new Error(`${doc.key} has no command for ${move}`);
    const isLegal = askable(doc).includes(move);
    this.asked = { ...doc, move, answers };
    const isDone = await this.#run(one, doc.id, answers);
    if (isDone) expect(isLegal, `${this.walk.at}: ${doc.key} ${doc.state} took ${move}`).toBe(true);
    else this.asked = null;
    return isDone;
  }

  async #run(one: Command, id: string, answers: Record<string, unknown>): Promise<boolean> {
    const { app } = this.walk.scene;
    const options = { ids: [id], answers, key: newId(), registry: app.registry };
    try {
      const [result] = await runCommand(app.db, systemActor(1, 'walk'), one, options);
      if (!result?.ok) this.refused += 1;
      return result?.ok === true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refused += 1;
      return false;
    }
  }

  /** Calls a path; whatever is refused is refused in words of ours. */
  async call(path: string, body: unknown): Promise<boolean> {
    const answer = await this.walk.admin.post(path, body, { 'idempotency-key': newId() });
    if (!answer.success) {
      this.refused += 1;
      expect([403, 404, 409, 422], `${this.walk.at}: ${path}: ${answer.message}`).toContain(
        answer.status,
      );
    }
    return answer.success;
  }

  /** Waits for what goes out after a step, follows the history, and holds the model against it. */
  async compare(): Promise<void> {
    let seen = await this.#look();
    for (let round = 0; seen.isBusy && round < 50; round++) {
      await this.walk.scene.app.worker.settled();
      seen = await this.#look();
    }
    const { walk, isForeign } = this;
    for (const row of seen.rows) this.followed.follow(row, walk.at, !isForeign);
    const own = isForeign
      ? []
      : seen.rows.filter(({ rowId }) => this.followed.docs.get(rowId)?.isOwn === true);
    for (const row of own) this.documents.moved(walk, row);
    ordersMoved(this, seen);
    this.#last = seen.rows.at(-1)?.id ?? this.#last;
    this.asked = null;
    await walk.compareTouched();
  }

  #look(): Promise<Seen> {
    return look(this.walk.scene, async (tx) => {
      const rows = await tx.rows<Happened>`
        select id, resource as key, row_id, from_state as "from", to_state as "to", move from state_log
        where tenant_id = ${tx.tenant} and id > ${this.#last}::uuid order by id`;
      const { isBusy } = await tx.one<{ isBusy: boolean }>`
        select exists (select 1 from delivery where tenant_id = ${tx.tenant}
          and (status = 'running' or (status = 'pending' and next_at <= ${tx.now}))) as is_busy`;
      if (isBusy) return { rows: [], isBusy, held: [], lines: [], carried: [] };
      if (!this.isForeign) await this.documents.read(tx, rows);
      const held = await tx.rows<Held>`
        select order_id, order_line_id, warehouse_id, sum(qty)::integer as qty from reservation
        where tenant_id = ${tx.tenant} and status = 'open' and kind = 'order'
          and sku_id = any(${this.#skus}::uuid[]) group by 1, 2, 3`;
      const carried = await this.#carried(tx, rows);
      return { rows, isBusy, held, carried, lines: await this.#lines(tx, rows, carried) };
    });
  }

  heldBeside(): { lineId: string; qty: number }[] {
    return [
      ...[...this.orders.lines.values()].map((line) => ({ lineId: line.id, qty: heldOf(line) })),
      ...[...this.documents.promised].map(([lineId, qty]) => ({ lineId, qty })),
    ];
  }

  /** No state was changed that the history does not know of. */
  async compareStates(): Promise<void> {
    for (const [key, docs] of this.followed.byKey) {
      const resource = lifecycles.find(({ of }) => resourceKey(of) === key)?.of;
      if (!resource) continue;
      const stored = await look(this.walk.scene, (tx) =>
        tx.query<{ id: string; status: string }>(sql`
          select id, status from ${column(tableOf(resource))} where tenant_id = ${tx.tenant}`),
      );
      const states = new Map(stored.map(({ id, status }) => [id, status]));
      for (const { id, state } of docs)
        expect(states.get(id), `${this.walk.at}: ${key} ${id}`).toBe(state);
    }
  }

  get #skus(): string[] {
    return [...new Set(this.walk.places.map(({ skuId }) => skuId))];
  }

  async #carried(tx: Tx, rows: readonly Happened[]): Promise<Carried[]> {
    const ids = rows.filter(({ key }) => key === 'fulfilment:shipment').map(({ rowId }) => rowId);
    if (ids.length === 0) return [];
    return tx.rows<Carried>`
      select l.id, l.shipment_id, s.warehouse_id, l.order_line_id, l.sku_id, l.qty
      from shipment s join shipment_line l on l.tenant_id = s.tenant_id and l.shipment_id = s.id
      where s.tenant_id = ${tx.tenant} and s.id = any(${ids}::uuid[]) order by l.id`;
  }

  async #lines(
    tx: Tx,
    rows: readonly Happened[],
    carried: readonly Carried[],
  ): Promise<StoredLine[]> {
    const ids = rows.filter(({ key }) => key === 'orders:salesOrder').map(({ rowId }) => rowId);
    if (ids.length === 0 && carried.length === 0) return [];
    return tx.rows<StoredLine>`
      select l.id, l.order_id, l.sku_id, l.qty, l.qty_cancelled as cancelled, l.qty_shipped as shipped,
        coalesce(l.cogs, 0)::bigint as cost, l.line_net as net, o.channel_order_no
      from order_line l join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
      where l.tenant_id = ${tx.tenant} and o.order_type = 'manual' and l.order_id in (
        select unnest(${ids}::uuid[]) union
        select order_id from order_line where tenant_id = ${tx.tenant}
          and id = any(${carried.map((one) => one.orderLineId)}::uuid[]))
      order by l.id`;
  }
}
