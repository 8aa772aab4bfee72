import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { originsOf } from '#kit/server/outbound.ts';
import { createThrottle, type Throttle } from '#kit/server/throttle.ts';
import { openAccount, type OpenedAccount } from '#modules/base/server/index.ts';
import { channelUnknown } from '../model/errors.ts';
import { ChannelError, type Connection, type Connector, type Fetch } from '../model/port.ts';
import type { ChannelServices } from './services.ts';

/** A shop with the connector that speaks to it. */
export interface Channel {
  account: OpenedAccount;
  connector: Connector;
  connection: Connection;
}

export interface Connections {
  /** Reads a shop with its credentials. Nothing is called yet. */
  open(tx: Tx, accountId: string): Promise<Channel>;
  connectorOf(channelCode: string): Connector;
  /** After a 429: no call of this shop from this process for so long. */
  hush(accountId: string, ms: number): void;
}

/** Longest wait for a turn inside one call; beyond that the work comes back later. */
const MAX_TURN_MS = 20_000;
/** Calls that may follow each other at once before the rate counts. */
const BURST_SECONDS = 4;

/** Opens shops; all calls of one shop share its throttle. */
export function createConnections(services: ChannelServices): Connections {
  const throttle = createThrottle();
  const connectorOf = (channelCode: string): Connector => {
    const connector = services.connectors.find(({ code }) => code === channelCode);
    if (!connector) throw channelUnknown({ channelCode });
    return connector;
  };
  return {
    connectorOf,
    hush: (accountId, ms) => throttle.close(accountId, ms),
    async open(tx, accountId) {
      const account = await openAccount(tx, accountId);
      const connector = connectorOf(account.channelCode);
      const fetch = throttled(services, throttle, account, connector);
      const { id, environment, settings, secrets, warehouseCodes } = account;
      const spoken = { id, environment, settings, secrets, warehouseCodes };
      return { account, connector, connection: connect(connector, spoken, fetch, services.clock) };
    },
  };
}

/** Settings a connector cannot read are its refusal to work, told like any other. */
function connect(
  connector: Connector,
  account: Parameters<Connector['connect']>[0],
  fetch: Fetch,
  now: () => Date,
): Connection {
  try {
    return connector.connect(account, fetch, now);
  } catch (error) {
    if (error instanceof ChannelError)
      throw new Refusal('channels.settings', error.message, { status: 422 });
    throw error;
  }
}

function throttled(
  services: ChannelServices,
  throttle: Throttle,
  account: OpenedAccount,
  connector: Connector,
): Fetch {
  const fetch = services.outbound(originsOf(account.settings));
  const perSecond = connector.limits.requestsPerSecond;
  const rate = { perSecond, burst: Math.max(1, Math.ceil(perSecond * BURST_SECONDS)) };
  return async (url, init) => {
    const wait = await throttle.turn(account.id, rate, MAX_TURN_MS);
    if (wait > 0) throw new ChannelError('rate', '限速', '本店铺的请求已达频率上限', wait);
    return fetch(url, init);
  };
}
