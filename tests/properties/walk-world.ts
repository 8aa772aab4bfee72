import { expect } from 'vitest';
import { lifecycles } from '#app/declarations.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { systemActor } from '#kit/server/actor.ts';
import { runCommand, type Command } from '#kit/server/command.ts';
import { newId } from '#kit/server/database.ts';
import { tableOf } from '#kit/server/registry.ts';
import { column, sql } from '#kit/server/sql.ts';
import { look } from '#tests/channels/shop.ts';
import { StockDocuments } from './walk-effects.ts';
import { askable, Followed, isKeyed, type Doc } from './walk-law.ts';
import { heldOf, PlainOrders } from './plain-orders.ts';
import { PlainParts, type Piece } from './plain-parts.ts';
import { PlainReturns } from './plain-returns.ts';
import type { PlainClaim } from './plain-claims.ts';
import type { Asked, Seen } from './walk-orders.ts';
import { Observer } from './walk-seen.ts';
import type { Walk } from './walk-scene.ts';

/** What was there before the walk began. */
export interface WorldFacts {
  supplierId: string;
  methods: readonly string[];
  pieces: readonly Piece[];
  reasonId: string;
  /** What one person may give up alone, minor units. */
  disposalLimit: bigint;
}

/** Holds the model of some documents against what a step did to them. */
export type Follow = (world: World, seen: Seen) => void | Promise<void>;

/** Documents of all lifecycles beside the plain model, and the one that moves both. */
export class World {
  readonly walk: Walk;
  readonly followed = new Followed();
  readonly orders = new PlainOrders();
  readonly documents = new StockDocuments();
  readonly returns: PlainReturns;
  readonly parts = new PlainParts();
  readonly claims = new Map<string, PlainClaim>();
  /** Counted at the receiving desk and not taken in, by return and line. */
  readonly desk = new Map<string, ReadonlyMap<string, number>>();
  readonly supplierId: string;
  readonly methods: readonly string[];
  readonly pieces: readonly Piece[];
  readonly reasonId: string;
  readonly disposalLimit: bigint;
  readonly #commands: ReadonlyMap<string, Command>;
  readonly #observer: Observer;
  readonly #skus: readonly string[];
  asked: Asked | null = null;
  /** Came into the wallet so far, minor units. */
  credited = 0n;
  refused = 0;
  /** Steps that stock-walk models by itself leave documents that nobody else moves. */
  isForeign = false;

  readonly #follow: readonly Follow[];

  constructor(walk: Walk, facts: WorldFacts, follow: readonly Follow[]) {
    this.#follow = follow;
    this.walk = walk;
    this.supplierId = facts.supplierId;
    this.methods = facts.methods;
    this.pieces = facts.pieces;
    this.reasonId = facts.reasonId;
    this.disposalLimit = facts.disposalLimit;
    this.returns = new PlainReturns(walk.stock, this.orders);
    this.#observer = new Observer(walk, newId());
    this.#skus = [...new Set(walk.places.map(({ skuId }) => skuId))];
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
    this.asked = { ...doc, move, answers, isPerson: false };
    const isDone = await this.#run(one, doc, move, answers);
    if (isDone) expect(isLegal, `${this.walk.at}: ${doc.key} ${doc.state} took ${move}`).toBe(true);
    else this.asked = null;
    return isDone;
  }

  /** As `make`, asked for by a person over HTTP. */
  async asks(doc: Doc, move: string, answers: Record<string, unknown>): Promise<boolean> {
    const [module, name] = doc.key.split(':');
    this.asked = { ...doc, move, answers, isPerson: true };
    const isDone = await this.call(`/${module}/${name}/${doc.id}/${move}`, answers);
    if (!isDone) this.asked = null;
    return isDone;
  }

  async #run(one: Command, { key, id }: Doc, move: string, answers: Record<string, unknown>): Promise<boolean> {
    const { app } = this.walk.scene;
    const once = isKeyed(key, move) ? { key: newId() } : {};
    const options = { ids: [id], answers, registry: app.registry, ...once };
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
      expect([403, 404, 409, 422], `${this.walk.at}: ${path}: ${answer.message}`).toContain(answer.status);
    }
    return answer.success;
  }

  /** Follows what happened in a step, and holds the model against it. */
  async compare(): Promise<void> {
    const { walk, isForeign } = this;
    const seen = await this.#observer.seen(this.#skus);
    for (const row of seen.rows) this.followed.follow(row, walk.at, !isForeign);
    const own = isForeign ? [] : seen.rows.filter(({ rowId }) => this.followed.docs.get(rowId)?.isOwn === true);
    if (this.documents.areNew(own)) await look(walk.scene, (tx) => this.documents.read(tx, own));
    for (const row of own) this.documents.moved(walk, row);
    for (const one of this.#follow) await one(this, seen);
    this.asked = null;
    await walk.compareTouched();
  }

  heldBeside(): { lineId: string; qty: number }[] {
    return [
      ...[...this.orders.lines.values()].map((line) => ({ lineId: line.id, qty: heldOf(line) })),
      ...[...this.documents.promised].map(([lineId, qty]) => ({ lineId, qty })),
      ...[...this.parts.docs.values()].flatMap(({ lines }) =>
        lines.flatMap(({ id, held }) => (held ? [{ lineId: id, qty: held.qty }] : [])),
      ),
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
      for (const { id, state } of docs) expect(states.get(id), `${this.walk.at}: ${key} ${id}`).toBe(state);
    }
  }
}
