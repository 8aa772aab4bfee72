import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '#kit/model/refusal.ts';
import { systemActor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { Later, type Gate } from '#kit/server/deliveries.ts';
import { originsOf } from '#platform/outbound/outbound.ts';
import { takeTurn } from '#kit/server/rate-limit.ts';
import type { ThrottleRate } from '#kit/server/throttle.ts';
import { openAccount, type OpenedAccount } from '#modules/base/server/index.ts';
import { addressesOf, addressFaults } from '../model/account-settings.ts';
import { channelUnknown } from '../model/errors.ts';
import { ChannelError, type Capability, type Connection, type Connector, type Fetch } from '../model/port.ts';
import { closedCapabilities } from './capabilities.ts';
import { discreet } from './discreet.ts';
import type { ChannelServices } from './services.ts';
import { codesBeside } from './shown-stock.ts';
import { URGENCY, type Urgency } from './urgency.ts';

/** A shop with the connector that speaks to it. */
export interface Channel<C extends Connection = Connection> {
  account: OpenedAccount;
  connector: Connector;
  connection: C;
  /**
   * The turn of the next call, taken now. @throws Later when that has to wait: whoever asks goes back
   * to the queue and frees its place.
   */
  nextTurn(): Promise<void>;
  /** What the channel has refused lately: reads that can do without it do. */
  closed: ReadonlySet<Capability>;
}

export interface Connections {
  /** Reads a shop with its credentials. Nothing is called yet. */
  open(tx: Tx, accountId: string, urgency?: Urgency): Promise<Channel>;
  connectorOf(channelCode: string): Connector;
}

/** Our own ceiling was met: nothing was sent, and the channel did not complain. */
export class TurnDenied extends ChannelError {
  constructor(waitMs: number) {
    super('rate', '限速', RATE_MET, waitMs);
    this.name = 'TurnDenied';
  }
}

const RATE_MET = '本店铺的请求已达频率上限';

/**
 * Longest wait for the turn of a call after the first: what has begun to speak ends soon, ahead of
 * what has not begun. Beyond that it goes back to the queue.
 */
const MAX_PACE_MS = 2000;
/** Calls that may follow each other at once before the rate counts. */
const BURST_SECONDS = 4;

/** Calls of one shop share a rate, over all nodes. */
export const rateKeyOf = (accountId: string): string => `channel:${accountId}`;

/** What deliveries wait for that met the rate of a shop. */
export const gateOf = (channel: Pick<Channel, 'account' | 'connector'>): Gate => ({
  key: rateKeyOf(channel.account.id),
  spacingMs: 1000 / channel.connector.limits.requestsPerSecond,
});

/** Opens shops; all calls of one shop share its rate. */
export function createConnections(services: ChannelServices): Connections {
  const connectorOf = (channelCode: string): Connector => {
    const connector = services.connectors.find(({ code }) => code === channelCode);
    if (!connector) throw channelUnknown({ channelCode });
    return connector;
  };
  return {
    connectorOf,
    async open(tx, accountId, urgency = URGENCY.label) {
      const account = await openAccount(tx, accountId);
      const connector = connectorOf(account.channelCode);
      requireAddresses(connector, account, services.grantedOrigins(tx.tenant));
      const paced = pacedFetch(services, tx.tenant, account, connector, urgency);
      const { id, environment, settings } = account;
      // What closes here goes on there until it is taken back, and is asked about until it has ended.
      const warehouseCodes = [...new Set([...account.warehouseCodes, ...(await codesBeside(tx, accountId))])];
      const secrets = secretsOf(connector, account);
      const spoken = { id, environment, settings, secrets, warehouseCodes };
      const connection = discreet(connect(connector, spoken, paced.fetch, services.clock), Object.values(secrets));
      const closed = await closedCapabilities(tx, accountId);
      return { account, connector, connection, nextTurn: paced.nextTurn, closed };
    },
  };
}

/** The secret of a shop under the name that its channel has for it. */
function secretsOf({ accountFields }: Connector, { secret }: OpenedAccount): Record<string, string> {
  const field = accountFields.find((one) => one.secret);
  return field && secret !== null ? { [field.key]: secret } : {};
}

/** Also for shops that were stored before, or whose grant has been taken back since. */
function requireAddresses(connector: Connector, account: OpenedAccount, granted: readonly string[]): void {
  const [fault] = addressFaults(connector, account, granted);
  if (fault) throw new Refusal('channels.settings', fault.message, { status: 422 });
}

/** Settings a connector cannot read are its refusal to work, reported like any other. */
function connect(
  connector: Connector,
  account: Parameters<Connector['connect']>[0],
  fetch: Fetch,
  now: () => Date,
): Connection {
  try {
    return connector.connect(account, fetch, now);
  } catch (error) {
    if (error instanceof ChannelError) throw new Refusal('channels.settings', error.message, { status: 422 });
    throw error;
  }
}

/** The outside for one shop at its pace. */
function pacedFetch(
  services: ChannelServices,
  tenant: number,
  account: OpenedAccount,
  connector: Connector,
  { leaves }: Urgency,
): Pick<Channel, 'nextTurn'> & { fetch: Fetch } {
  const own = originsOf(addressesOf(connector, account.settings));
  const fetch = services.outbound(tenant, [...(connector.origins ?? []), ...own]);
  const rate = rateOf(connector);
  const reserve = Math.ceil((rate.burst - 1) * leaves);
  const take = (wish: Parameters<typeof takeTurn>[3]) =>
    services.db.tx(systemActor(tenant, '系统'), (tx) => takeTurn(tx, rateKeyOf(account.id), rate, wish));
  /** Calls whose turn was taken ahead. */
  let ahead = 0;
  return {
    async nextTurn() {
      if (ahead > 0) return;
      const turn = await take({ reserve });
      if (!turn.isTaken) throw new Later(RATE_MET, turn.waitMs, false, gateOf({ account, connector }));
      ahead += 1;
    },
    async fetch(url, init) {
      if (ahead > 0) ahead -= 1;
      else {
        const turn = await take({ maxWaitMs: MAX_PACE_MS });
        if (!turn.isTaken) throw new TurnDenied(turn.waitMs);
        if (turn.waitMs > 0) await sleep(turn.waitMs);
      }
      return fetch(url, init);
    },
  };
}

const rateOf = ({ limits: { requestsPerSecond: perSecond } }: Connector): ThrottleRate => ({
  perSecond,
  burst: Math.max(1, Math.ceil(perSecond * BURST_SECONDS)),
});
