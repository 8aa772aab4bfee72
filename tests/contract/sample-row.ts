import { expect } from 'vitest';
import type { Field, Kind } from '#kit/model/field.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { Client } from '#tests/harness/app.ts';
import { fieldsOf, pathOf, registers } from './resources.ts';

type Body = Record<string, unknown>;

/** Currencies that no seller of the tests deals in. */
const OTHERS = (
  'AED AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CDF COP CRC CUP CVE CZK DOP DZD ' +
  'EGP ERN ETB FJD FKP GEL GHS GIP GMD GTQ GYD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK ' +
  'MNT MOP MRU MUR MVR MWK MZN NAD NGN NIO NPR OMR PAB PEN PGK PKR PYG QAR RSD RWF SBD SCR'
).split(' ');

/** Counted by themselves: rows of other registers use up no currency. */
let currencies = 0;

/** What a rule of one register asks beyond its fields. */
const PARTICULAR: Record<string, (n: number) => Body> = {
  'aftersales:claimTerm': () => ({ party: 'carrier' }),
  'automation:rule': (n) => ({
    trigger: ['orderPulled', 'orderMapped'][n % 2],
    conditions: JSON.stringify({
      join: 'and',
      of: [{ fact: 'unitCount', op: 'gt', value: String(n) }],
    }),
    actions: JSON.stringify([{ kind: 'addHold', reason: `原因 ${n}` }]),
  }),
  'base:carrierAccount': (n) => ({
    carrier: 'swift',
    owner: 'own',
    environment: 'sandbox',
    apiUrl: `http://127.0.0.1:${4000 + n}/carrier/v1`,
    apiKey: `key ${n}`,
  }),
  'purchasing:supplyFeed': (n) => ({
    connector: 'giga',
    environment: 'sandbox',
    apiUrl: `http://127.0.0.1:${4000 + n}/giga`,
    clientSecret: `secret ${n}`,
  }),
  'operations:dataSource': (n) => ({
    type: ['6', '4'][n % 2],
    driver: ['org.postgresql.Driver', 'com.mysql.cj.jdbc.Driver'][n % 2],
    url: [`jdbc:postgresql://db${n}.example.com/erp`, `jdbc:mysql://db${n}.example.com/erp`][n % 2],
    password: `password ${n}`,
  }),
  'finance:reportFormat': (n) => ({ numberColumn: `No ${n}`, amountColumn: `Amount ${n}` }),
  'operations:report': (n) => ({
    kind: 'rows',
    source: 'orders:salesLine',
    items: JSON.stringify([{ fieldName: n % 2 ? 'skuId' : 'accountId' }]),
    ...Object.fromEntries(['sql', 'params', 'layout', 'roles', 'menuParent'].map((key) => [key, undefined])),
  }),
  'operations:gatewayRoute': (n) => ({
    uri: 'https://erp.example.com',
    predicates: JSON.stringify([{ name: 'Path', args: [`/sample${n}/**`] }]),
    filters: JSON.stringify([{ name: 'StripPrefix', args: [{ key: 'parts', value: '1' }] }]),
    timeoutSeconds: 1 + (n % 300),
  }),
  // As the account that it names: who pays is the same.
  'base:shipMethod': () => ({ accountOwner: 'own' }),
  'base:channelAccount': (n) => ({
    channelCode: 'wayfair',
    settings: { clientId: `client ${n}` },
    allowanceRate: `0.${String((n % 99) + 1).padStart(2, '0')}0000`,
    partFillMin: `0.${String((n % 99) + 1).padStart(2, '0')}0000`,
  }),
  'base:dynamicForm': (n) => ({
    entityType: 'custom',
    fields: [{ key: 'text', label: `字段 ${n}`, type: 'input' }],
  }),
  'base:formRecord': (n) => ({ values: { text: `内容 ${n}` } }),
  'base:currency': () => ({ code: OTHERS[currencies++ % OTHERS.length] }),
  'base:exchangeRate': (n) => ({
    ...(n % 2 === 0 ? { fromCode: 'USD', toCode: 'CNY' } : { fromCode: 'EUR', toCode: 'CAD' }),
    rate: `${n}.50000000`,
    effectiveDate: new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10),
  }),
  'base:paymentTerm': (n) => ({
    status: 'enabled',
    netDays: 31 + (n % 300),
    cutoffDay: 1 + (n % 31),
    discountDays: n % 30,
    discountRate: '0.02000000',
  }),
  'catalog:pictureRule': () => ({ leastRatio: '0.5000', mostRatio: '2.0000' }),
  'base:freightVersion': (n) => ({
    rates: `重量\tA\n1\t${n}.5\n续重\t1`,
    zones: `US\t${n % 10}\t\tA\t${n % 100}`,
    surcharges: `超长\t48\t\t\t${n}`,
    fuelRate: `0.${String((n % 99) + 1).padStart(2, '0')}000000`,
    // A day each: no two versions of a table hold on one.
    ...Object.fromEntries(['effectiveFrom', 'effectiveTo'].map((key) => [key, dayOf(n)])),
  }),
  // One of the bins of a SKU in a warehouse is the primary: none of these.
  'inventory:skuBin': () => ({ isPrimary: false }),
  'catalog:sku': () => ({ type: 'simple' }),
  'catalog:skuCarton': (n) => ({ cartonNo: (n % 47) + 1, unitsPerCarton: 1 }),
  // By steps, which are added to it: until then it may not be enabled.
  'channels:channelFee': (n) => ({
    channelCode: 'wayfair',
    currency: 'USD',
    basis: 'weightKg',
    method: 'tier',
    rate: undefined,
    unitAmount: undefined,
    least: '1.00',
    most: `${900 + n}.00`,
    status: 'disabled',
  }),
  // Above whatever the samples cost.
  'channels:channelProduct': (n) => ({ basePrice: `${900_000 + n}.0000` }),
  // The policy of a shop stands in its own row: these are of listings.
  'channels:priceSetting': (n) => ({
    targetMargin: `0.0${String((n % 99) + 1).padStart(2, '0')}00000`,
    reviewPct: undefined,
    delayPct: undefined,
    delayDays: undefined,
  }),
  'channels:promotion': () => ({ startAt: '2026-12-01 00:00:00', endAt: '2026-12-02 00:00:00' }),
  'channels:channelFeeTier': (n) => ({ rate: `0.${String((n % 99) + 1).padStart(2, '0')}000000` }),
  'channels:inventorySyncRule': () => ({ status: 'enabled' }),
  // A day each: a shop has one target and one published value of a metric and day.
  'channels:performanceTarget': (n) => ({
    target: `0.${String((n % 99) + 1).padStart(2, '0')}000000`,
    effectiveFrom: dayOf(n),
  }),
  'channels:publishedMetric': (n) => ({
    value: `0.${String((n % 99) + 1).padStart(2, '0')}000000`,
    publishedOn: dayOf(n),
  }),
  'market:seller': (n) => ({ marketplace: 'wayfair_us', rating: `${n % 5}.50000000` }),
  'market:marketListing': () => ({ marketplace: 'wayfair_us', currency: 'USD' }),
  'system:checkRule': (n) => ({
    parts: JSON.stringify([{ digits: '*', pattern: `[a-z*,]{1,${1 + (n % 99)}}`, message: `小写 ${n}` }]),
  }),
  'system:fillRule': (n) => ({
    kind: 'serial',
    params: JSON.stringify({ prefix: `S${n}-`, date: 'yyyy' }),
  }),
};

/** A day of its own for each number. */
const dayOf = (n: number): string => new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10);

const RULED: Partial<Record<NonNullable<Field['rule']>, (n: number) => string>> = {
  code: (n) => `S-${n}`,
  email: (n) => `someone.${n}@example.com`,
  upc: (n) => upc(n),
  currencyCode: () => 'USD',
  timeZone: (n) => ['America/New_York', 'Asia/Shanghai'][n % 2] as string,
  // So many that no sample falls into a month that another has locked.
  month: (n) => `${1900 + (Math.floor(n / 12) % 120)}-${String((n % 12) + 1).padStart(2, '0')}`,
  tagName: (n) => `标签 ${n}`,
  url: (n) => `https://example.com/${n}`,
  timeOfDay: (n) => `${String(n % 24).padStart(2, '0')}:30`,
};

/** A UPC-A with its check digit. */
function upc(n: number): string {
  const digits = [...String(70_000_000_000 + n)].map(Number);
  const sum = digits.reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1), 0);
  return `${digits.join('')}${(10 - (sum % 10)) % 10}`;
}

function sampleText(field: Field, n: number): string {
  if (field.rule) {
    const made = RULED[field.rule];
    if (!made) throw new Error(`no sample of a text under the rule ${field.rule}`);
    return made(n);
  }
  return field.max !== undefined && field.max < 8 ? ['US', 'CA'][n % 2]!.slice(0, field.max) : `${field.title} ${n}`;
}

const whole = (field: Field, n: number, least: number): number =>
  Math.min((field.min ?? least) + n, field.max ?? Number.MAX_SAFE_INTEGER);

const codes = (field: Field): string[] => Object.keys(field.dict?.items ?? {});

/** A valid wire value of each kind; undefined where only a rule of the register can say one. */
const SAMPLES: Record<Kind, (field: Field, n: number) => unknown> = {
  text: sampleText,
  textarea: (field, n) => `${field.title}\n${n}`,
  integer: (field, n) => whole(field, n, 0),
  quantity: (field, n) => whole(field, n, 0),
  length: (field, n) => whole(field, n, 100),
  weight: (field, n) => whole(field, n, 100),
  money: (_field, n) => `${n}.25`,
  price: (_field, n) => `${n}.2500`,
  rate: (_field, n) => `0.${n}`,
  flag: (_field, n) => n % 2 === 0,
  choice: (field, n) => codes(field)[n % codes(field).length],
  choices: (field) => codes(field).slice(0, 2),
  date: (_field, n) => `2026-03-${String((n % 28) + 1).padStart(2, '0')}`,
  datetime: (_field, n) => `2026-03-${String((n % 28) + 1).padStart(2, '0')} 10:20:30`,
  secret: (_field, n) => `secret ${n}`,
  sealed: (field, n) => `${field.title} ${n}`,
  link: () => undefined,
  tags: () => undefined,
  json: () => undefined,
  files: () => undefined,
  pictures: () => undefined,
};

/** Valid values of every field a form may fill in, links left out. Another `n`, another row. */
export function sampleValues(resource: AnyResource, n: number): Body {
  const body: Body = {};
  for (const [key, field] of fieldsOf(resource)) {
    // A structure is written by an input of its own; what it must say, its register knows.
    const value = field.derived || field.structured ? undefined : SAMPLES[field.kind](field, n);
    if (value !== undefined) body[key] = value;
  }
  const values = { ...body, ...PARTICULAR[resourceKey(resource)]?.(n) };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** What samples have used up and what they link to, for those who go on in a copy of their world. */
export interface KnownSamples {
  n: number;
  made: number;
  currencies: number;
  parents: [key: string, id: string][];
}

/** Which kind of form the rows of a register lead to. */
const FORM_KINDS: Readonly<Record<string, string>> = {
  'base:formRecord': 'custom',
  'aftersales:inspectionForm': 'returnQuestion',
  'catalog:productCategory': 'productCategory',
};

/** Adds rows by the registers' own routes, and what they link to before them. */
export class Samples {
  readonly #who: Client;
  #parents = new Map<string, string>();
  #n: number;
  #made = 0;

  /** @param from numbers of the rows; samples of two people must not share any */
  constructor(who: Client, from = 1) {
    this.#who = who;
    this.#n = from;
  }

  static goingOn(who: Client, { n, made, parents, ...known }: KnownSamples): Samples {
    const samples = new Samples(who, n);
    currencies = Math.max(currencies, known.currencies);
    samples.#made = made;
    samples.#parents = new Map(parents);
    return samples;
  }

  known(): KnownSamples {
    return { n: this.#n, made: this.#made, currencies, parents: [...this.#parents] };
  }

  /**
   * A body that the register takes. Rows of one register share what they link to; a tree has
   * roots only.
   */
  async body(resource: AnyResource, n: number = this.#n++): Promise<Body> {
    const body = sampleValues(resource, n);
    for (const [key, field] of fieldsOf(resource))
      if (field.kind === 'tags' && !field.derived) body[key] = [await this.#tagOf(field)];
      else if (
        field.to &&
        !field.derived &&
        field.to !== resourceKey(resource) &&
        (field.required || isAdded(field.to))
      )
        body[key] = await this.parent(field.to);
    const key = resourceKey(resource);
    if (key === 'catalog:bundleItem') body['bundleSkuId'] = await this.#skuOf('bundle', n);
    if (key === 'catalog:skuPart') body['partSkuId'] = await this.#skuOf('part', n);
    if (key === 'purchasing:supplyFeed') body['supplierId'] = (await this.add(registerOf('base:supplier'))).id;
    if (key === 'aftersales:returnLabelRule') body['warehouseId'] = (await this.add(registerOf('base:warehouse'))).id;
    if (key === 'channels:priceSetting')
      body['channelProductId'] = (await this.add(registerOf('channels:channelProduct'))).id;
    // One set of days for a party: samples share their supplier, but each has a carrier of its own.
    if (key === 'aftersales:claimTerm') {
      body['party'] = 'carrier';
      delete body['supplierId'];
    }
    // Somebody else's, who competes with a SKU of ours.
    if (key === 'market:marketListing') delete body['channelProductId'];
    if (key === 'market:marketReport') body['sellerId'] = await this.#ownSeller();
    if (FORM_KINDS[key]) body['formId'] = await this.#form(FORM_KINDS[key]);
    if (key === 'inventory:skuBin') body['binId'] = await this.#bin(n);
    return body;
  }

  /** A form of a kind that is published; one for all rows that need one. */
  async #form(entityType: string): Promise<string> {
    const known = this.#parents.get(`form ${entityType}`);
    if (known) return known;
    const { id } = await this.add(registerOf('base:dynamicForm'), { entityType });
    const answer = await this.#who.post(`/base/dynamicForm/${id}/publish`, {});
    expect(answer.success, answer.message).toBe(true);
    this.#parents.set(`form ${entityType}`, id);
    return id;
  }

  /** A bin of its own for each row, in the warehouse that they share. */
  async #bin(n: number): Promise<string> {
    const warehouseId = await this.parent('base:warehouse');
    const zoneId = await this.parent('base:warehouseZone');
    const bin = { warehouseId, zoneId, code: `BIN-${n}-${(this.#made += 1)}` };
    const answer = await this.#who.post<{ id: string }>('/base/warehouseBin/add', bin);
    expect(answer.success, answer.message).toBe(true);
    return answer.result.id;
  }

  /** A SKU of its own for each row: none of them is part of another yet. */
  async #skuOf(type: 'bundle' | 'part', n: number): Promise<string> {
    const productId = await this.parent('catalog:product');
    const sku = { productId, skuCode: `S-${type}-${n}-${(this.#made += 1)}`, name: '样本', type };
    const answer = await this.#who.post<{ id: string }>('/catalog/sku/add', sku);
    expect(answer.success, answer.message).toBe(true);
    return answer.result.id;
  }

  /** Reports are of shops of ours, whose sellers nobody adds. */
  async #ownSeller(): Promise<string> {
    const { result } = await this.#who.get<{ records: { id: string }[] }>('/market/seller/list', { kind: 'own' });
    return result.records[0]?.id ?? '';
  }

  /** A tag that may be given here, added once. */
  async #tagOf({ to = '', within }: Field): Promise<string> {
    const key = `${to} ${JSON.stringify(within)}`;
    const known = this.#parents.get(key);
    if (known) return known;
    const tag = { ...within, name: `样本 ${(this.#made += 1)}-${this.#n}` };
    const answer = await this.#who.post<{ id: string }>('/base/tag/add', tag);
    expect(answer.success, answer.message).toBe(true);
    this.#parents.set(key, answer.result.id);
    return answer.result.id;
  }

  async add(resource: AnyResource, over: Body = {}): Promise<{ id: string; body: Body }> {
    const body = { ...(await this.body(resource)), ...over };
    const answer = await this.#who.post<{ id: string }>(`${pathOf(resource)}/add`, body);
    expect(answer.success, `${pathOf(resource)}: ${answer.message}`).toBe(true);
    return { id: answer.result.id, body };
  }

  /** The row that samples link to: one of their own, added once. */
  async parent(key: string): Promise<string> {
    const known = this.#parents.get(key);
    if (known) return known;
    const { id } = await this.add(registerOf(key));
    this.#parents.set(key, id);
    return id;
  }
}

/** What is administered by paths of the base is laid out by itself (lay-out-prey.ts), not linked to here. */
const isAdded = (key: string): boolean => registers.some((one) => resourceKey(one) === key);

function registerOf(key: string): AnyResource {
  const found = registers.find((one) => resourceKey(one) === key);
  if (!found) throw new Error(`a register links to ${key}, which no form can add`);
  return found;
}
