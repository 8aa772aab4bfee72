import { Refusal } from '#kit/model/refusal.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { MOST_CARDS, arrangementRoute, storeArrangementRoute } from '../model/home.ts';

const CARD = /^[\w.]{1,64}$/;

/** How a person has put the cards of their home: everybody reads and writes their own alone. */
export const arrangementRoutes: Route[] = [
  implement(arrangementRoute, (call) =>
    call.tx(async (tx) => {
      const [own] = await tx.rows<{ cards: string[] }>`
        select cards from home_arrangement
        where tenant_id = ${tx.tenant} and user_id = ${tx.actor.userId}::uuid`;
      return { cards: own?.cards ?? [] };
    }),
  ),
  implement(storeArrangementRoute, (call) =>
    call.tx(async (tx) => {
      const cards = readCards(call.body.cards);
      await tx.run`
        insert into home_arrangement (tenant_id, user_id, cards, update_time)
        values (${tx.tenant}, ${tx.actor.userId}::uuid, ${cards}::text[], ${tx.now})
        on conflict (tenant_id, user_id) do update
          set cards = excluded.cards, update_time = excluded.update_time`;
      return { cards };
    }),
  ),
];

/** @throws Refusal 422 for what names no cards */
function readCards(given: unknown): string[] {
  const isFit =
    Array.isArray(given) &&
    given.length <= MOST_CARDS &&
    given.every((card) => typeof card === 'string' && CARD.test(card));
  if (!isFit) throw new Refusal('badArrangement', '卡片顺序无法识别，请刷新后再试', { status: 422 });
  return [...new Set(given as string[])];
}
