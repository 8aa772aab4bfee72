import type { Actor } from '#kit/server/actor.ts';
import type { Attempt } from '#kit/server/deliveries.ts';
import type { AccountPolicy } from '#modules/base/server/index.ts';
import type { Offering } from '../model/offering.ts';
import type { Channel } from './connections.ts';
import type { ChannelServices } from './services.ts';

/** Everything one pull needs at hand. */
export interface PullScene {
  services: ChannelServices;
  attempt: Attempt;
  channel: Channel<Offering<'pullOrders'>>;
  actor: Actor;
  policy: AccountPolicy;
  runId: string;
  /** Local warehouse behind each code of the channel. */
  warehouses: ReadonlyMap<string, string>;
}
