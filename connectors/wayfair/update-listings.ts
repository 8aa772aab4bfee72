import { ChannelError } from '#modules/channels/model/port.ts';
import type { ListingChange, ListingProblem, UpdateListings, UpdateReading } from '#modules/channels/model/port.ts';
import { listOf, objectOf, requiredText, textOf, WireValueError } from '../shared/wire-values.ts';
import { marketContext, updateMutation, updateStatusQuery } from './catalog-queries.ts';
import type { UpdateCall } from './catalog-queries.ts';
import type { WayfairClient } from './client.ts';
import { wordOf } from './graphql-literal.ts';
import { findListings, partsOfPages } from './listings.ts';
import { inChinese } from './refusals.ts';
import { supplierOf } from './supplier.ts';

const UPDATING = '修改在线商品';
const READING = '查询修改结果';
const CHANGES_PER_REQUEST = 30;
/** Elsewhere people change it in Partner Home. */
const COUNTRIES = ['UNITED_STATES', 'UNITED_KINGDOM'];

/** What belongs to the page that several parts share, not to one of them. */
const OF_GROUP = {
  marketingCopy: 'featureDescription::romanceCopy',
  featureBullets: 'featureDescription::genericFeatures',
} as const;
const isOfGroup = (questionId: string): boolean => Object.values(OF_GROUP).some((id) => id === questionId);

/**
 * Changes what is live, by as many calls as there are kinds of change: values can be set again without
 * harm, so media, which can not, come last.
 * @throws ChannelError `validation` for a storefront without this interface, and for what the channel refuses whole
 */
export async function updateListings(client: WayfairClient, request: UpdateListings): Promise<string[]> {
  const supplierId = supplierOf(client, UPDATING);
  throwOutOfBounds(request);
  const { changes, storefront, validateOnly } = request;
  const head = { supplierId, validateOnly };
  const market = { marketContext: marketContext(storefront, UPDATING) };
  const items = changes.flatMap(itemOf);
  const groups = await groupsOf(client, request);
  const media = changes.map(mediaOf).filter((rows) => rows.length > 0);
  const calls: [UpdateCall, object][] = [
    ...batches(items).map((catalogItemsToUpdate): [UpdateCall, object] => [
      'updateMarketSpecificCatalogItems',
      { ...head, ...market, catalogItemsToUpdate },
    ]),
    ...batches(groups).map((catalogItemGroupsToUpdate): [UpdateCall, object] => [
      'updateMarketSpecificCatalogItemGroups',
      { ...head, ...market, catalogItemGroupsToUpdate },
    ]),
    ...whole(media).map((catalogItemsToUpdate): [UpdateCall, object] => [
      'updateCatalogItemsMedia',
      { ...head, catalogItemsToUpdate },
    ]),
  ];
  const ids: string[] = [];
  for (const [call, input] of calls) {
    const id = await send(client, call, input);
    ids.push(call === 'updateMarketSpecificCatalogItemGroups' ? `${OF_PAGES}${id}` : id);
  }
  return ids;
}

/** Marks a request whose problems name pages: what it says is of the parts that share them. */
const OF_PAGES = 'page:';

function throwOutOfBounds({ storefront, changes }: UpdateListings): void {
  const refuse = (message: string): never => {
    throw new ChannelError('validation', UPDATING, message);
  };
  if (!COUNTRIES.includes(storefront.country))
    refuse('渠道只支持修改美国和英国站点的商品，其他站点请到 Partner Home 修改');
  if (changes.length === 0) refuse('没有要修改的商品');
  if (changes.length > CHANGES_PER_REQUEST) refuse(`一次最多修改${CHANGES_PER_REQUEST}个商品`);
  if (changes.some(({ media }) => media.length > CHANGES_PER_REQUEST))
    refuse(`一个商品一次最多修改${CHANGES_PER_REQUEST}个图片`);
  if (new Set(changes.map(({ channelSku }) => channelSku)).size < changes.length) refuse('同一渠道SKU修改了两次');
}

async function send(client: WayfairClient, call: UpdateCall, input: object): Promise<string> {
  const answer = await client.write({
    title: UPDATING,
    host: 'catalog',
    document: updateMutation(call, input),
    variables: {},
    path: ['updateCatalogEntitiesMutations', call],
  });
  if ('refused' in answer) throw new ChannelError('validation', UPDATING, answer.refused);
  const requestId = textOf(objectOf(answer.value)['requestId']);
  if (requestId === null) throw new ChannelError('unknown', UPDATING, '渠道应答缺少修改编号');
  return requestId;
}

/** The title and the answers that are of the part itself. */
function itemOf({ channelSku, classId, title, answers }: ListingChange): object[] {
  const updates = answers
    .filter(({ questionId }) => !isOfGroup(questionId))
    .map(({ questionId, values }) => ({ attributeId: questionId, value: values }));
  if (title === null && updates.length === 0) return [];
  return [
    {
      supplierPartNumber: channelSku,
      ...(title === null ? {} : { itemName: title }),
      ...(updates.length === 0
        ? {}
        : { attributes: { taxonomyCategoryId: classId, updates, ignoreWarnings: true, enableAutofill: false } }),
    },
  ];
}

const mediaOf = ({ channelSku, media }: ListingChange): object[] =>
  media.map(({ url, action, isLead }) => ({
    supplierPartNumber: channelSku,
    mediaType: wordOf('IMAGE'),
    mediaUrl: url,
    action: wordOf(action === 'upload' ? 'UPLOAD' : 'DELETE'),
    leadImageOverride: isLead,
  }));

/** Texts of the page, under each listing that the part has in this storefront. */
async function groupsOf(client: WayfairClient, { changes, storefront }: UpdateListings): Promise<object[]> {
  const textOfChange = ({ answers }: ListingChange, id: string): readonly string[] | undefined =>
    answers.find(({ questionId }) => questionId === id)?.values;
  const worded = changes.filter(({ answers }) => answers.some(({ questionId }) => isOfGroup(questionId)));
  if (worded.length === 0) return [];
  const { listings } = await findListings(
    client,
    worded.map(({ channelSku }) => channelSku),
  );
  const groups = new Map<string, { text: string; channelSku: string; update: object }>();
  for (const change of worded) {
    const own = listings.filter(
      ({ channelSku, storefront: at }) =>
        channelSku === change.channelSku && at.country === storefront.country && at.brand === storefront.brand,
    );
    const ids = own.flatMap(({ listingIds }) => listingIds);
    if (ids.length === 0)
      throw new ChannelError('validation', UPDATING, `${change.channelSku} 在该站点没有页面，不能修改文案和卖点`);
    const copy = textOfChange(change, OF_GROUP.marketingCopy);
    const bullets = textOfChange(change, OF_GROUP.featureBullets);
    const update = {
      ...(copy === undefined ? {} : { marketingCopy: copy.join('\n') }),
      ...(bullets === undefined ? {} : { featureBullets: bullets }),
    };
    const text = JSON.stringify(update);
    for (const itemGroupId of ids) {
      const other = groups.get(itemGroupId);
      if (other && other.text !== text)
        throw new ChannelError(
          'validation',
          UPDATING,
          `${other.channelSku} 和 ${change.channelSku} 在同一页面，文案和卖点须一致`,
        );
      groups.set(itemGroupId, { text, channelSku: change.channelSku, update: { itemGroupId, ...update } });
    }
  }
  return [...groups.values()].map(({ update }) => update);
}

function batches<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / CHANGES_PER_REQUEST);
  return Array.from({ length: count }, (_, i) => rows.slice(i * CHANGES_PER_REQUEST, (i + 1) * CHANGES_PER_REQUEST));
}

/** The files of one part go together: a part that is being changed is blocked for the next call. */
function whole(parts: readonly object[][]): object[][] {
  const calls: object[][] = [];
  for (const rows of parts) {
    const last = calls.at(-1);
    if (last && last.length + rows.length <= CHANGES_PER_REQUEST) last.push(...rows);
    else calls.push([...rows]);
  }
  return calls;
}

const STATES: Readonly<Record<string, UpdateReading['state']>> = {
  IN_PROGRESS: 'processing',
  COMPLETED: 'finished',
  BLOCKED: 'blocked',
};

/**
 * What became of one of the calls; null when the channel knows nothing of it. A problem of a page is
 * one of each part that shares it.
 */
export async function readUpdate(client: WayfairClient, requestId: string): Promise<UpdateReading | null> {
  if (!requestId.startsWith(OF_PAGES)) return readRequest(client, requestId);
  const reading = await readRequest(client, requestId.slice(OF_PAGES.length));
  const pages = (reading?.problems ?? []).flatMap(({ channelSku }) => channelSku ?? []);
  if (reading === null || pages.length === 0) return reading;
  const parts = await partsOfPages(client, pages);
  const problems = reading.problems.flatMap((problem): ListingProblem[] => {
    const own = problem.channelSku === null ? [] : (parts.get(problem.channelSku) ?? []);
    // A page of nobody's is a problem of the whole request.
    return own.length === 0
      ? [{ ...problem, channelSku: null }]
      : own.map((channelSku) => ({ ...problem, channelSku }));
  });
  return { ...reading, problems };
}

async function readRequest(client: WayfairClient, requestId: string): Promise<UpdateReading | null> {
  supplierOf(client, READING);
  const { value } = await client.read({
    title: READING,
    host: 'catalog',
    document: updateStatusQuery(requestId),
    variables: {},
    path: ['statusOfUpdateRequest'],
  });
  if (value === null) return null;
  const answer = objectOf(value);
  try {
    const status = requiredText(answer['status'], 'status');
    const problems = listOf(answer['problems'], 'problems').filter((row) => row != null);
    // A word nobody knows yet is not the end of it.
    return { state: STATES[status] ?? 'processing', problems: problems.map(readProblem) };
  } catch (error) {
    if (!(error instanceof WireValueError)) throw error;
    throw new ChannelError('unreadable', READING, `渠道应答无法识别：${error.message}`);
  }
}

/** What a change calls otherwise than the questions do. */
const QUESTIONS_OF: Readonly<Record<string, string>> = {
  itemName: 'core::productName',
  mediaUrl: 'media::imageValue',
  ...OF_GROUP,
};

function readProblem(row: unknown): ListingProblem {
  const wire = objectOf(row);
  const words = [textOf(wire['detail']) ?? textOf(wire['title']) ?? textOf(row) ?? '渠道未说明原因'];
  const value = textOf(wire['inputValue']);
  const property = textOf(wire['catalogEntityProperty']);
  if (value !== null && !words[0]?.includes(value)) words.push(`（${value.slice(0, 60)}）`);
  return {
    channelSku: textOf(wire['catalogEntityIdentifier']),
    questionId: property === null ? null : (QUESTIONS_OF[property] ?? property),
    code: textOf(wire['code']),
    message: inChinese(words.join('')),
  };
}
