import { expect } from 'vitest';
import { lifecycles } from '#app/declarations.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { look } from '#tests/channels/shop.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';

const pathOf = (key: string): string => `/${key.replace(':', '/')}`;

/** Makes moves as people do, over HTTP, and remembers which were made and how often. */
export class MadeMoves {
  /** Moves made, by `module:resource:move`. */
  readonly counts = new Map<string, number>();
  readonly #scene: TestApp;
  #keys = 0;

  constructor(scene: TestApp) {
    this.#scene = scene;
  }

  /** Makes one move that must succeed, and waits for whatever goes out after it. */
  async make(
    who: Client,
    resource: string,
    id: string,
    move: string,
    answers: Record<string, unknown> = {},
  ): Promise<void> {
    const key = `${resource}:${move}`;
    const answer = await who.post<{ state: string }>(`${pathOf(resource)}/${id}/${move}`, answers, {
      'idempotency-key': `${key} ${this.#keys++}`,
    });
    expect(answer.success, `${key}: ${answer.message}`).toBe(true);
    const declared = lifecycles.find(({ of }) => resourceKey(of) === resource);
    expect(Object.keys(declared?.states ?? {}), key).toContain(answer.result.state);
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    await this.#scene.settled();
  }

  /** Rows of the history by move: all of them, and those with a person's name. */
  async history(): Promise<Map<string, { n: number; people: number }>> {
    const rows = await look(
      this.#scene,
      (tx) => tx.rows<{ move: string; n: number; people: number }>`
        select resource || ':' || move as move, count(*)::integer as n,
          count(*) filter (where actor_id is not null)::integer as people
        from state_log where tenant_id = ${tx.tenant} group by 1`,
    );
    return new Map(rows.map(({ move, ...counts }) => [move, counts]));
  }

  async stateOf(who: Client, resource: string, id: string): Promise<string> {
    const row = await who.get<{ status: string }>(`${pathOf(resource)}/queryById`, { id });
    return row.result.status;
  }
}
