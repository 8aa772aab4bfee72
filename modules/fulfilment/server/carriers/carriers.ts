import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal, type FieldError } from '#kit/model/refusal.ts';
import { systemActor } from '#kit/server/actor.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { takeTurn } from '#kit/server/rate-limit.ts';
import { originsOf } from '#platform/outbound/outbound.ts';
import { openCarrierAccount, type CarrierCheck, type OpenedCarrierAccount } from '#modules/base/server/index.ts';
import { buyerWords } from '#modules/orders/server/index.ts';
import { carrierUnknown } from '../../model/carrier-errors.ts';
import {
  CarrierError,
  type Carrier,
  type CarrierConnection,
  type CarrierFetch,
  type CarrierLogin,
} from '../../model/carrier-port.ts';
import { discreetCarrier } from './discreet-carrier.ts';

/** What the wiring gives to this module. */
export interface CarrierServices {
  db: Database;
  carriers: readonly Carrier[];
  /** The platform's own accounts by the code of the carrier: no tenant ever reads their keys. */
  platformCarriers: ReadonlyMap<string, CarrierLogin>;
  /** Accounts at carriers that are simulated beside this install. */
  practiceCarriers: ReadonlyMap<string, CarrierLogin>;
  outbound: (tenant: number, origins: readonly string[]) => CarrierFetch;
  grantedOrigins: (tenant: number) => readonly string[];
  clock: () => Date;
  /** Work was stored: look at the queue now. */
  wake: () => void;
}

/** An account with the connector that speaks to it. */
export interface OpenCarrier {
  account: OpenedCarrierAccount;
  carrier: Carrier;
  connection: CarrierConnection;
}

export interface Carriers {
  /**
   * Reads an account with its key. Nothing is called yet.
   * @param about the order whose buyer its refusals must not name; of a label also whose contract it is on and of
   * which carrier: that is what it was when it was bought, whatever the account says since
   * @throws Refusal where it cannot be spoken to
   */
  open(
    tx: Tx,
    accountId: string,
    about?: { orderId: string } & Partial<Pick<OpenedCarrierAccount, 'owner' | 'carrier'>>,
  ): Promise<OpenCarrier>;
}

/** Calls of one account share a rate, over all nodes; longest wait for the turn of one. */
const MAX_PACE_MS = 5000;

/** Opens carrier accounts. */
export function createCarriers(services: CarrierServices): Carriers {
  return {
    async open(tx, accountId, about) {
      const stored = await openCarrierAccount(tx, accountId);
      const { owner = stored.owner, carrier: code = stored.carrier } = about ?? {};
      const account = { ...stored, owner, carrier: code };
      const carrier = services.carriers.find((one) => one.code === code);
      if (!carrier) throw carrierUnknown({ carrier: code });
      const login = loginOf(services, carrier, account);
      const [fault] = judgeAddress(services, tx.tenant, carrier, account, login.apiUrl);
      if (fault) throw new Refusal('fulfilment.carrier', fault.message, { status: 422 });
      const fetch = pacedFetch(services, tx.tenant, account, carrier, login);
      const buyer = about ? await buyerWords(tx, about.orderId) : [];
      const connection = carrier.connect(login, fetch, services.clock);
      return {
        account,
        carrier,
        connection: discreetCarrier(connection, [...buyer, login.apiKey]),
      };
    },
  };
}

function loginOf(
  { platformCarriers }: CarrierServices,
  carrier: Carrier,
  { owner, apiUrl, accountNumber, apiKey }: OpenedCarrierAccount,
): CarrierLogin {
  if (owner === 'platform') {
    const login = platformCarriers.get(carrier.code);
    if (!login)
      throw new Refusal('fulfilment.noPlatformCarrier', `平台没有开通 ${carrier.title} 的系统账号`, {
        status: 422,
      });
    return login;
  }
  return {
    apiUrl: apiUrl?.trim() || carrier.apiUrl || '',
    accountNumber: accountNumber ?? '',
    apiKey: apiKey ?? '',
  };
}

/** What a carrier asks of an account's settings; `base` judges with it. */
export const carrierCheck =
  (services: Pick<CarrierServices, 'carriers' | 'platformCarriers' | 'grantedOrigins'>): CarrierCheck =>
  (tenant, account) => {
    const carrier = services.carriers.find(({ code }) => code === account.carrier);
    const answers = (field: string, message: string): FieldError => ({
      field,
      message,
      code: 'invalid',
    });
    if (!carrier)
      return [answers('carrier', `不支持的承运商，可选：${services.carriers.map(({ code }) => code).join('、')}`)];
    if (account.owner === 'platform')
      return services.platformCarriers.has(carrier.code)
        ? []
        : [answers('owner', `平台没有开通 ${carrier.title} 的系统账号，请选自有账号`)];
    const errors: FieldError[] = [];
    if (carrier.needsAccountNumber && account.accountNumber === '')
      errors.push(answers('accountNumber', '请输入承运商客户号'));
    if (!account.hasKey) errors.push(answers('apiKey', '请输入接口密钥'));
    const url = account.apiUrl || (carrier.apiUrl ?? '');
    return [...errors, ...judgeAddress(services, tenant, carrier, account, url)];
  };

/** A live key goes over https to its carrier, or to an origin that an operator allowed for the tenant. */
function judgeAddress(
  { grantedOrigins }: Pick<CarrierServices, 'grantedOrigins'>,
  tenant: number,
  { title, apiUrl, origins = [] }: Carrier,
  { owner, environment }: { owner: string; environment: string },
  url: string,
): FieldError[] {
  const answers = (message: string): FieldError[] => [{ field: 'apiUrl', code: 'invalid', message }];
  if (url === '') return answers('请输入接口地址');
  if (!/^https?:\/\/[^\s]+$/i.test(url) || !URL.canParse(url)) return answers('接口地址不是有效的网址');
  const { origin, protocol } = new URL(url);
  if (owner === 'platform' || environment !== 'live' || grantedOrigins(tenant).includes(origin)) return [];
  if (protocol !== 'https:') return answers('接口地址须以 https:// 开头');
  const own = [...origins, ...(apiUrl ? [new URL(apiUrl).origin] : [])];
  return own.includes(origin) ? [] : answers(`接口地址不是 ${title} 的地址；使用其他地址须先由平台运营为本租户开通`);
}

function pacedFetch(
  services: CarrierServices,
  tenant: number,
  { id }: OpenedCarrierAccount,
  { limits: { requestsPerSecond: perSecond } }: Carrier,
  { apiUrl }: CarrierLogin,
): CarrierFetch {
  const fetch = services.outbound(tenant, originsOf([apiUrl]));
  const rate = { perSecond, burst: Math.max(1, Math.ceil(perSecond * 4)) };
  return async (url, init) => {
    const turn = await services.db.tx(systemActor(tenant, '系统'), (tx) =>
      takeTurn(tx, `carrier:${id}`, rate, { maxWaitMs: MAX_PACE_MS }),
    );
    if (!turn.isTaken) throw new CarrierError('rate', '本账号的请求已达频率上限', turn.waitMs);
    if (turn.waitMs > 0) await sleep(turn.waitMs);
    return fetch(url, init);
  };
}
