/** Changing what is live: titles and attributes, media, groups; each call is answered by a request to ask for. */
import { randomUUID } from 'node:crypto';
import { PARENT_SUPPLIER } from '../../catalogue.ts';
import { badRequest, demandScope } from '../context.ts';
import { MAX_IMAGES } from './common-questions.ts';
import { itemsOf, itemsOfPart } from './items.ts';
import { problemOf } from './judge.ts';
import { flatten } from './question.ts';
import { classNamed, questionsOf } from './questions.ts';
import type { WireContext } from '../context.ts';
import type { ItemChange, Market, Problem, UpdateRequest } from './state.ts';

const MAX_ITEMS = 30;
const COUNTRIES = ['UNITED_STATES', 'UNITED_KINGDOM'];
const MAX_TITLE = 200;

interface Head {
  supplierId: string;
  validateOnly?: boolean | null;
}

interface ItemUpdate {
  supplierPartNumber: string;
  itemName?: string | null;
  attributes?: {
    taxonomyCategoryId: string;
    updates: { attributeId: string; value: string[] }[];
    ignoreWarnings?: boolean | null;
    enableAutofill?: boolean | null;
  } | null;
}

interface MediaUpdate {
  supplierPartNumber: string;
  mediaType: 'IMAGE' | 'VIDEO' | 'DOCUMENT';
  mediaUrl?: string | null;
  action: 'UPLOAD' | 'DELETE';
  assetId?: string | null;
  leadImageOverride?: boolean | null;
}

interface GroupUpdate {
  itemGroupId: string;
  itemGroupName?: string | null;
  marketingCopy?: string | null;
  featureBullets?: string[] | null;
}

type Judged = { change: ItemChange } | { problem: Problem };

export function updateItems(
  { input }: { input: Head & { marketContext: Market; catalogItemsToUpdate: ItemUpdate[] } },
  context: WireContext,
) {
  demandCountry(input.marketContext, context);
  return take(input, input.catalogItemsToUpdate, context, (item) => {
    const { supplierPartNumber: part, itemName, attributes } = item;
    const problems: Problem[] = [];
    const note = (code: string, detail: string, property: string | null = null, value: string | null = null) =>
      problems.push(problemAt(part, code, detail, property, value));
    if (itemsOfPart(context, part, input.marketContext).every(({ status }) => status === 'LAUNCHING'))
      note('ITEM_NOT_FOUND', `${part} is not in the catalog of this market`);
    else {
      if (itemName != null && (itemName.trim() === '' || itemName.length > MAX_TITLE))
        note('INVALID_NAME', `The name must have 1 to ${MAX_TITLE} characters`, 'itemName', itemName);
      if (attributes != null) noteAttributes(attributes, context, note);
    }
    const values = (attributes?.updates ?? []).map(({ attributeId, value }) => [attributeId, value] as const);
    const change: ItemChange = {
      partNumber: part,
      groupId: null,
      market: input.marketContext,
      ...(itemName == null ? {} : { itemName }),
      attributes: Object.fromEntries(values),
    };
    return problems.length === 0 ? [{ change }] : problems.map((problem) => ({ problem }));
  });
}

export function updateMedia(
  { input }: { input: Head & { catalogItemsToUpdate: MediaUpdate[] } },
  context: WireContext,
) {
  demandScope(context, 'READ_CATALOG_MEDIA');
  const uploads = new Map<string, number>();
  return take(input, input.catalogItemsToUpdate, context, (item) => {
    const { supplierPartNumber: part, mediaUrl, action, assetId } = item;
    const refuse = (code: string, detail: string): Judged[] => [
      { problem: problemAt(part, code, detail, 'mediaUrl', mediaUrl ?? null) },
    ];
    if (itemsOfPart(context, part, null).every(({ status }) => status === 'LAUNCHING'))
      return refuse('ITEM_NOT_FOUND', `${part} is not in the catalog`);
    if (action === 'DELETE' && mediaUrl == null && assetId == null)
      return refuse('MEDIA_NOT_NAMED', 'What is deleted must be named by its URL or its asset');
    if (action === 'DELETE')
      return [{ change: { partNumber: part, groupId: null, market: null, removed: [mediaUrl ?? assetId ?? ''] } }];
    const count = (uploads.get(part) ?? 0) + 1;
    uploads.set(part, count);
    if (mediaUrl == null || !/^https?:\/\/\S+$/.test(mediaUrl))
      return refuse('INVALID_URL', 'Media must be the URL of a file');
    if (count > MAX_IMAGES) return refuse('TOO_MANY_MEDIA', `At most ${MAX_IMAGES} files of an item at a time`);
    if (mediaUrl.includes('broken')) return refuse('MEDIA_NOT_RETRIEVED', 'The file could not be retrieved');
    const added = [{ mediaUrl, isLead: item.leadImageOverride === true }];
    return [{ change: { partNumber: part, groupId: null, market: null, added } }];
  });
}

export function updateGroups(
  { input }: { input: Head & { marketContext: Market; catalogItemGroupsToUpdate: GroupUpdate[] } },
  context: WireContext,
) {
  demandCountry(input.marketContext, context);
  return take(input, input.catalogItemGroupsToUpdate, context, (group) => {
    const { itemGroupId: groupId, marketingCopy, featureBullets } = group;
    const isKnown = itemsOf(context.state.listings, context.environment, context.now).some(({ listingIds }) =>
      listingIds.includes(groupId),
    );
    if (!isKnown) return [{ problem: problemAt(groupId, 'GROUP_NOT_FOUND', `Group ${groupId} could not be found`) }];
    if ((featureBullets?.length ?? 0) > 8) {
      const detail = 'At most 8 feature bullets';
      return [{ problem: problemAt(groupId, 'TOO_MANY_FEATURES', detail, 'featureBullets') }];
    }
    const attributes = {
      ...(marketingCopy == null ? {} : { marketingCopy: [marketingCopy] }),
      ...(featureBullets == null ? {} : { featureBullets }),
    };
    return [{ change: { partNumber: null, groupId, market: input.marketContext, attributes } }];
  });
}

/** What became of a request; null for one nobody made. */
export function statusOfUpdate({ input }: { input: { requestId: string } }, context: WireContext) {
  const found = context.state.listings.updates.find(({ requestId }) => requestId === input.requestId);
  if (found === undefined) return null;
  const isDone = found.doneAt <= context.now;
  return {
    requestId: found.requestId,
    validationOnly: found.validationOnly,
    status: !isDone ? 'IN_PROGRESS' : found.isBlocked ? 'BLOCKED' : 'COMPLETED',
    problems: isDone ? found.problems : [],
    successfulUpdates: isDone && !found.isBlocked ? found.changes.length : 0,
  };
}

/** The requests that were carried out by now, in their order. */
export const doneChanges = (updates: readonly UpdateRequest[], now: number): ItemChange[] =>
  updates
    .filter(({ doneAt, isBlocked, validationOnly }) => doneAt <= now && !isBlocked && !validationOnly)
    .flatMap(({ changes }) => changes);

/** A good item is changed whatever is wrong with another; one that is still being changed blocks the call. */
function take<Row>(input: Head, rows: readonly Row[], context: WireContext, judge: (row: Row) => Judged[]) {
  if (input.supplierId !== PARENT_SUPPLIER.id) throw badRequest(context, 'Invalid supplier id');
  if (rows.length < 1 || rows.length > MAX_ITEMS) throw badRequest(context, `A request takes 1 to ${MAX_ITEMS} items`);
  if (context.transactionError !== null) throw badRequest(context, context.transactionError);
  const judged = rows.flatMap(judge);
  const problems = judged.flatMap((one) => ('problem' in one ? [one.problem] : []));
  const changes = judged.flatMap((one) => ('change' in one ? [one.change] : []));
  const { updates } = context.state.listings;
  const blocking = updates.filter(({ doneAt, validationOnly }) => doneAt > context.now && !validationOnly);
  const isBlocked = changes.some((change) =>
    blocking.some((other) => other.changes.some((one) => isSame(one, change))),
  );
  const requestId = randomUUID();
  updates.push({
    requestId,
    validationOnly: input.validateOnly === true,
    submittedAt: context.now,
    doneAt: context.dropEffect
      ? Number.MAX_SAFE_INTEGER
      : context.now + context.world.settings.listingUpdateMs + context.extraLagMs,
    isBlocked,
    problems: isBlocked ? [problemAt(null, 'IN_PROGRESS', 'Another update of an item is in progress')] : problems,
    changes,
  });
  for (const { detail } of problems) context.refusals.push(detail);
  return { requestId };
}

/** Texts and media of one item are changed by different calls, which do not get into each other's way. */
const isSame = (one: ItemChange, other: ItemChange): boolean =>
  one.partNumber === other.partNumber &&
  one.groupId === other.groupId &&
  (one.attributes === undefined) === (other.attributes === undefined);

function noteAttributes(
  { taxonomyCategoryId, updates }: NonNullable<ItemUpdate['attributes']>,
  context: WireContext,
  note: (code: string, detail: string, property: string, value?: string | null) => void,
): void {
  const questions = flatten(questionsOf(context.state.listings, classNamed(context, taxonomyCategoryId)));
  for (const { attributeId, value } of updates) {
    const asked = questions.find(({ id }) => id === attributeId);
    if (asked?.answerType == null)
      note('UNKNOWN_ATTRIBUTE', `Attribute ${attributeId} is not of the class`, attributeId);
    else if (/^(price|core)::/.test(attributeId))
      note('NOT_UPDATABLE', `${asked.displayName} cannot be changed by this call`, attributeId);
    else if (value.length > Math.max(1, asked.maxValues))
      note('TOO_MANY_VALUES', `${asked.displayName} takes at most ${asked.maxValues} values`, attributeId);
    else
      for (const one of value) {
        const problem = problemOf(asked, one);
        if (problem !== null) note('INVALID_VALUE', `${asked.displayName} ${problem}`, attributeId, one);
      }
  }
}

function demandCountry({ country }: Market, context: WireContext): void {
  if (!COUNTRIES.includes(country)) throw badRequest(context, `Updates are not supported in ${country}`);
}

const problemAt = (
  catalogEntityIdentifier: string | null,
  code: string,
  detail: string,
  catalogEntityProperty: string | null = null,
  inputValue: string | null = null,
): Problem => ({
  code,
  title: code.replaceAll('_', ' ').toLowerCase(),
  detail,
  catalogEntityIdentifier,
  catalogEntityProperty,
  inputValue,
});
