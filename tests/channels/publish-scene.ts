import { wayfair } from '#connectors/wayfair/index.ts';
import { newId } from '#kit/server/new-id.ts';
import { defineConnector } from '#modules/channels/model/connector.ts';
import {
  ChannelError,
  type ChannelListing,
  type ListingProblem,
  type ListingQuestion,
  type SubmitListings,
  type SubmittedListing,
  type UpdateListings,
} from '#modules/channels/model/port.ts';
import type { FixAnswer, PublishBeside, SavedCell } from '#modules/channels/model/publish/publish-routes.ts';
import type { PublishFlaw } from '#modules/channels/model/publish/judge-answers.ts';
import type { Answer, Client } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';

const question = (id: string, title: string, more: Partial<ListingQuestion> = {}): ListingQuestion => ({
  id,
  title,
  description: null,
  answer: 'text',
  isMultiple: false,
  isPerCarton: false,
  importance: 'required',
  choices: [],
  askedWhen: null,
  children: [],
  ...more,
});

const named = (...titles: readonly string[]): { key: string; title: string }[] =>
  titles.map((title) => ({ key: title, title }));

/** What the class of beds asks. */
export const BED_QUESTIONS: readonly ListingQuestion[] = [
  question('core::productName', 'Product Name'),
  question('core::supplierPartNumber', 'Supplier Part Number'),
  question('core::universalProductCode', 'UPC', { importance: 'optional' }),
  question('price::wholesalePrice', 'Wholesale Price', { answer: 'decimal' }),
  question('shippingAndFulfillment::weight', 'Carton Weight', { answer: 'decimal', isPerCarton: true }),
  question('shippingAndFulfillment::height', 'Carton Height', { answer: 'decimal', isPerCarton: true }),
  question('media::imageValue', 'Image', { isMultiple: true, importance: 'recommended' }),
  question('4170', 'Bed Size', { answer: 'choice', choices: named('Twin', 'Queen', 'Does Not Apply') }),
  question('900', 'Has Drawers', {
    answer: 'choice',
    importance: 'optional',
    choices: named('Yes', 'No'),
    children: [question('901', 'Number of Drawers', { answer: 'integer', askedWhen: ['Yes'] })],
  }),
];

/** A marketplace that does as a test says. */
export const market = {
  questions: BED_QUESTIONS,
  submissions: [] as SubmitListings[],
  updates: [] as UpdateListings[],
  /** What it says of a part when it is asked; live where nothing is said. */
  verdicts: new Map<string, Omit<SubmittedListing, 'channelSku'>>(),
  problems: [] as ListingProblem[],
  /** How it shows in its catalogue what it has. */
  shown: { state: 'live', classId: '12', className: 'Beds' } as Pick<ChannelListing, 'state' | 'classId' | 'className'>,
  /** Nothing is decided as long as it lasts. */
  isBusy: false,
  /** What happens while it is asked what has become of parts. */
  whileAsked: null as (() => Promise<unknown>) | null,
  /** The next submission is taken and its answer lost. */
  losesAnswer: false,
  /** The next submission is not heard at all, and nobody knows. */
  losesQuestion: false,
  reset(): void {
    Object.assign(market, {
      questions: BED_QUESTIONS,
      submissions: [],
      updates: [],
      verdicts: new Map(),
      problems: [],
      shown: { state: 'live', classId: '12', className: 'Beds' },
      isBusy: false,
      whileAsked: null,
      losesAnswer: false,
      losesQuestion: false,
    });
  },
  /** Parts that it has, whatever it thinks of them. */
  taken: (): string[] =>
    market.submissions
      .filter(({ validateOnly }) => !validateOnly)
      .flatMap(({ listings }) => listings.map((one) => one.channelSku)),
};

const verdictOf = (channelSku: string): SubmittedListing => ({
  channelSku,
  ...(market.isBusy
    ? { state: 'processing', flaws: [] }
    : (market.verdicts.get(channelSku) ?? { state: 'live', flaws: [] })),
});

type Wire = ReturnType<typeof wayfair.connect>;

const base = {
  accountFields: wayfair.accountFields,
  origins: wayfair.origins ?? [],
  limits: { requestsPerSecond: 1000, stockBatch: 100 },
  carrierCodes: [],
  open: (...given: Parameters<typeof wayfair.connect>): Wire => wayfair.connect(...given),
};
const orders = {
  testAuth: (wire: Wire) => wire.testAuth(),
  pullOrders: (wire: Wire, cursor: string | null, page: string | null) => wire.pullOrders(cursor, page),
  getOrders: (wire: Wire, numbers: readonly string[]) => wire.getOrders(numbers),
  accept: async () => ({ status: 'done' as const }),
  confirmAccept: async () => ({ status: 'done' as const, result: undefined }),
};

/** The usual shop, whose marketplace takes listings. */
export const publisher = defineConnector({
  ...base,
  code: 'wayfair',
  title: 'Wayfair',
  operations: {
    ...orders,
    listingClasses: async () => [
      { id: '12', title: 'Beds' },
      { id: '628', title: 'Kitchen Sinks' },
    ],
    listingQuestions: async () => [...market.questions],
    async submitListings(_wire, request) {
      if (market.losesQuestion) {
        market.losesQuestion = false;
        throw new ChannelError('unknown', '提交刊登', '渠道未应答');
      }
      market.submissions.push(request);
      if (market.losesAnswer) {
        market.losesAnswer = false;
        throw new ChannelError('unknown', '提交刊登', '渠道未应答');
      }
      const results = request.listings.map(({ channelSku }) => ({ channelSku, isTaken: true, flaws: [] }));
      return { requestId: request.requestId ?? `req-${market.submissions.length}`, results };
    },
    async readSubmission() {
      const listings = market.taken().map(verdictOf);
      await market.whileAsked?.();
      return { listings, unreadable: [] };
    },
    async updateListings(_wire, request) {
      market.updates.push(request);
      return [`upd-${market.updates.length}`];
    },
    async readUpdate() {
      return { state: market.isBusy ? 'processing' : 'finished', problems: market.problems };
    },
    pullListings: async () => ({
      listings: market.taken().map((channelSku) => ({
        channelSku,
        listingIds: [],
        storefront: { locale: 'en-US', country: 'UNITED_STATES', brand: 'WAYFAIR' },
        ...market.shown,
      })),
      unreadable: [],
      next: null,
      total: null,
    }),
    async findListings(_wire, channelSkus) {
      const found = market
        .taken()
        .filter((part) => channelSkus.includes(part))
        .map((channelSku): ChannelListing => ({
          channelSku,
          listingIds: [],
          storefront: { locale: 'en-US', country: 'UNITED_STATES', brand: 'WAYFAIR' },
          state: verdictOf(channelSku).state === 'live' ? 'live' : 'launching',
          classId: '12',
          className: 'Beds',
        }));
      return { listings: found, unreadable: [], next: null, total: null };
    },
  },
});

/** A marketplace to which people take listings themselves. */
export const handy = defineConnector({
  ...base,
  code: 'acme-handy',
  title: 'Acme',
  byHand: { publish: 'manual' },
  backOffice: 'https://seller.acme.example',
  operations: orders,
});

export interface ShownItem {
  id: string;
  skuId: string;
  channelSku: string;
  channelProductId: string | null;
  state: string;
  errorCount: number;
  answers: { questionId: string; value: string; rank: number; parentRank: number; instance: number }[];
  liveAnswers: unknown;
  flaws: PublishFlaw[];
}

export interface ShownTask extends PublishBeside {
  id: string;
  taskNo: string;
  version: number;
  status: string;
  subject: string;
  errorCount: number;
  warningCount: number;
  liveCount: number;
  refusedCount: number;
  isFormChanged: boolean;
  isByHand: boolean;
  outcome: string | null;
  submittedAt: string | null;
  lines: { publishItem: ShownItem[] };
}

const PATH = '/channels/publishTask';

export const readTask = (who: Client, id: string): Promise<ShownTask> =>
  must(who.get<ShownTask>(`${PATH}/queryById`, { id }));

export const itemsIn = ({ lines }: ShownTask): ShownItem[] => lines.publishItem;

/** Values of a question of one SKU. */
export const valueOf = (item: ShownItem | undefined, questionId: string, instance = 1): string | undefined =>
  item?.answers.find((one) => one.questionId === questionId && one.instance === instance)?.value;

export const addTask = (who: Client, accountId: string, skuIds: readonly string[], more: object = {}) =>
  who.post<{ id: string }>(`${PATH}/add`, {
    accountId,
    storefront: 'wayfair_us',
    classId: '12',
    classTitle: 'Beds',
    skuIds,
    ...more,
  });

export const moveTask = (
  who: Client,
  id: string,
  move: string,
  answers: object = {},
): Promise<Answer<{ state: string }>> => who.post(`${PATH}/${id}/${move}`, answers, { 'idempotency-key': newId() });

export const cell = (
  item: ShownItem,
  questionId: string,
  value: string | readonly string[],
  instance = 1,
): SavedCell => ({
  itemId: item.id,
  questionId,
  parentRank: 1,
  instance,
  values: [value].flat(),
});

/** Fills in cells under the version of now. */
export async function fill(
  who: Client,
  id: string,
  cells: readonly SavedCell[],
): Promise<Answer<{ version: number; status: string }>> {
  const { version } = await readTask(who, id);
  return who.put(`${PATH}/${id}/cells`, { version, cells });
}

export const fix = (who: Client, id: string): Promise<Answer<FixAnswer>> =>
  who.post<FixAnswer>(`${PATH}/${id}/fix`, {});

export const refreshed = (who: Client, id: string) =>
  who.post<{ isChanged: boolean; changes: NonNullable<PublishBeside['formChanges']> }>(`${PATH}/${id}/refreshForm`);

/** A draft whose every question is answered without an error. */
export async function readyTask(
  who: Client,
  accountId: string,
  skuIds: readonly string[],
  more: object = {},
): Promise<ShownTask> {
  const { id } = await must(addTask(who, accountId, skuIds, more));
  const task = await readTask(who, id);
  await must(
    fill(
      who,
      id,
      itemsIn(task).flatMap((item) => [cell(item, '4170', 'Queen'), cell(item, 'price::wholesalePrice', '199.99')]),
    ),
  );
  await must(moveTask(who, id, 'validate'));
  return readTask(who, id);
}

let made = 0;

/** A new SKU, with a carton of 20.5 lb and 24 in by default. */
export async function goods(
  admin: Client,
  productId: string,
  { cartons = 1, cost = '20' as string | null, upc = null as string | null } = {},
): Promise<{ skuId: string; skuCode: string }> {
  const skuCode = `PUB-${++made}`;
  const { id: skuId } = await must(
    admin.post<{ id: string }>('/catalog/sku/add', { skuCode, name: `床 ${made}`, productId, ...(upc ? { upc } : {}) }),
  );
  if (cost) await must(admin.post('/catalog/skuCost/add', { skuId, effectiveFrom: '2026-01-01', standardCost: cost }));
  for (let cartonNo = 1; cartonNo <= cartons; cartonNo += 1)
    await must(
      admin.post('/catalog/skuCarton/add', {
        skuId,
        cartonNo,
        label: `箱 ${cartonNo}`,
        lengthMm: 1000,
        widthMm: 500,
        heightMm: 610,
        grossWeightG: 9299,
        unitsPerCarton: 1,
      }),
    );
  return { skuId, skuCode };
}
