/** A running simulator with a thin client: what the tests of the channel's behaviour stand on. */
import { startSimulator } from '#simulator/index.ts';
import type { Audit, FaultInput, LogEntry, ScenarioFacts, SimulatorOptions } from '#simulator/index.ts';

export interface GraphqlResult {
  data?: any;
  errors?: { message: string; extensions: { category: string; classification: unknown } }[];
}

const CREDENTIALS = {
  production: ['waybill-demo', 'waybill-demo-secret', 'https://api.wayfair.com/'],
  sandbox: ['waybill-sandbox', 'waybill-sandbox-secret', 'https://sandbox.api.wayfair.com/'],
} as const;

export type Channel = Awaited<ReturnType<typeof startChannel>>;

/** Manual clock at a Wednesday noon and no lag, by default. */
export async function startChannel(options: Partial<SimulatorOptions> = {}) {
  const sim = await startSimulator({
    port: 0,
    sideDoor: true,
    clock: 'manual',
    startAt: new Date('2026-03-04T17:00:00Z'),
    ...options,
    settings: { effectLagMs: 0, ...options.settings },
  });

  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    fetch(path.startsWith('http') ? path : sim.url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  async function side<T = any>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await call(method, `/__sim${path}`, body);
    const json = (await response.json()) as T;
    if (!response.ok) throw new Error(JSON.stringify(json));
    return json;
  }

  async function token(environment: 'production' | 'sandbox' = 'production'): Promise<string> {
    const [client_id, client_secret, audience] = CREDENTIALS[environment];
    const response = await call('POST', '/wayfair/oauth/token', {
      grant_type: 'client_credentials',
      client_id,
      client_secret,
      audience,
    });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  const tokens = { production: await token(), sandbox: await token('sandbox') };
  const authorization = { authorization: `Bearer ${tokens.production}` };

  const post = (path: string, query: string, variables: unknown, bearer: string) =>
    call('POST', path, { query, variables }, { authorization: `Bearer ${bearer}` });

  async function graphql(query: string, variables: unknown = {}): Promise<GraphqlResult> {
    const response = await post('/wayfair/v1/graphql', query, variables, tokens.production);
    return (await response.json()) as GraphqlResult;
  }

  return {
    sim,
    call,
    side,
    token,
    post,
    tokens,
    graphql,
    authorization,
    sandbox: async (query: string, variables: unknown = {}) =>
      (await (await post('/wayfair-sandbox/v1/graphql', query, variables, tokens.sandbox)).json()) as GraphqlResult,
    supplier: async (query: string, variables: unknown = {}) =>
      (await (
        await post('/wayfair/v1/supplier-order-api/graphql', query, variables, tokens.production)
      ).json()) as GraphqlResult,
    catalog: async (query: string, variables: unknown = {}, path = '/wayfair/v1/product-catalog-api/graphql') => {
      const headers = { ...authorization, 'x-selected-supplier-id': '31840' };
      const response = await call('POST', path, { query, variables }, headers);
      return (await response.json()) as GraphqlResult;
    },
    seed: (scenario: string, more = {}) => side<ScenarioFacts>('POST', '/seed', { scenario, ...more }),
    fault: (fault: FaultInput) => side('POST', '/faults', { plan: [fault] }),
    audit: () => side<Audit>('GET', '/audit'),
    log: async () => (await side<{ entries: LogEntry[] }>('GET', '/log')).entries,
    advance: (advanceMs: number) => side('POST', '/clock', { advanceMs }),
    order: (poNumber: string) => side('GET', `/orders/${poNumber}`),
  };
}

/** Accepts an order as it stands at the channel. @returns the error texts */
export async function accept(channel: Channel, poNumber: string): Promise<string[]> {
  const { order } = await channel.order(poNumber);
  const reply = await channel.graphql(ACCEPT, {
    po: poNumber,
    speed: order.shipSpeed,
    lines: order.products
      .filter((product: any) => !product.isCancelled)
      .map((product: any) => ({
        partNumber: product.partNumber,
        quantity: product.quantity,
        unitPrice: product.price,
        estimatedShipDate: '2026-03-06T17:00:00Z',
      })),
  });
  return messagesOf(reply, 'accept');
}

/** @returns the whole reply: labels in `data`, refusals in `errors` */
export function register(channel: Channel, registrationInput: object): Promise<GraphqlResult> {
  return channel.graphql(REGISTER, { input: registrationInput });
}

/** A ship notice that lists packages of one part each. @returns the error texts */
export async function ship(
  channel: Channel,
  poNumber: string,
  packages: { tracking: string; items: { partNumber: string; quantity: number }[] }[],
  more: object = {},
): Promise<string[]> {
  const { order } = await channel.order(poNumber);
  const address = {
    name: 'Edison',
    streetAddress1: '1 Main Street',
    city: 'Edison',
    state: 'NJ',
    postalCode: '08837',
    country: 'US',
  };
  const reply = await channel.graphql(SHIP, {
    notice: {
      poNumber,
      supplierId: Number(order.warehouseId),
      packageCount: packages.length,
      weight: packages.length * 10,
      volume: 4.5,
      carrierCode: 'FDEG',
      shipSpeed: order.shipSpeed,
      trackingNumber: packages[0]?.tracking ?? 'none',
      shipDate: '2026-03-04T16:00:00Z',
      sourceAddress: address,
      destinationAddress: address,
      smallParcelShipments: packages.map(({ tracking, items }) => ({
        package: { code: { type: 'TRACKING_NUMBER', value: tracking }, weight: 10 },
        items,
      })),
      ...more,
    },
  });
  return messagesOf(reply, 'shipment');
}

/** Saves stock. @returns the error texts */
export async function saveStock(channel: Channel, feedKind: string, rows: object[]): Promise<string[]> {
  const reply = await channel.graphql(SAVE, { rows, feedKind });
  return (
    reply.errors?.map((error) => error.message) ??
    reply.data.inventory.save.errors.map((error: { message: string }) => error.message)
  );
}

function messagesOf(reply: GraphqlResult, mutation: string): string[] {
  if (reply.errors !== undefined) return reply.errors.map((error) => error.message);
  return reply.data.purchaseOrders[mutation].errors.map((e: { message: string }) => e.message);
}

const ACCEPT = `mutation ($po: String!, $speed: ShipSpeed!, $lines: [AcceptedLineItemInput!]!) {
  purchaseOrders { accept(poNumber: $po, shipSpeed: $speed, lineItems: $lines) { errors { key message } } }
}`;
const REGISTER = `mutation ($input: RegistrationInput!) {
  purchaseOrders { register(registrationInput: $input) {
    id poNumber pickupDate
    billOfLading { url }
    consolidatedShippingLabel { url }
    customsDocument { required url }
    generatedShippingLabels { poNumber fullPoNumber numberOfLabels carrierCode trackingNumber }
    shippingUnits { groupIdentifier sequenceIdentifier part { supplierPartNumber } }
  } }
}`;
const SHIP = `mutation ($notice: ShipNoticeInput!) {
  purchaseOrders { shipment(notice: $notice) { errors { key message } } }
}`;
const SAVE = `mutation ($rows: [inventoryInput!]!, $feedKind: inventoryFeedKind) {
  inventory { save(inventory: $rows, feedKind: $feedKind) { itemCount errors { key message } } }
}`;
