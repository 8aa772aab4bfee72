import type { Tx } from '#kit/server/database.ts';

/** What happens at a shop's channel once only: of an order over its split family, of a shipment. */
export interface ChannelEffect {
  accountId: string;
  effect: 'accept' | 'register' | 'notice';
  /** Number of the order at the channel, or id of the shipment. */
  key: string;
}

/** Takes the keys of effects in the transaction that asks for them. @returns how many were free */
export const claimEffects = (tx: Tx, effects: readonly ChannelEffect[]): Promise<number> =>
  tx.run`
    insert into channel_effect (tenant_id, account_id, effect, key, at)
    select ${tx.tenant}, e.account_id, e.effect, e.key, ${tx.now}
    from unnest(${effects.map(({ accountId }) => accountId)}::uuid[],
      ${effects.map(({ effect }) => effect)}::text[], ${effects.map(({ key }) => key)}::text[])
      as e (account_id, effect, key)
    on conflict (tenant_id, account_id, effect, key) do nothing`;

/** The effect did not happen and will not by itself: somebody may ask for it again. */
export async function releaseEffect(tx: Tx, { accountId, effect, key }: ChannelEffect): Promise<void> {
  await tx.run`
    delete from channel_effect where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid
      and effect = ${effect} and key = ${key}`;
}
