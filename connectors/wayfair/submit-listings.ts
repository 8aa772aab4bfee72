import { ChannelError } from '#modules/channels/model/port.ts';
import type {
  ListingAnswer,
  ListingFlaw,
  SubmissionReading,
  SubmitListings,
  SubmitOutcome,
  SubmittedListing,
} from '#modules/channels/model/port.ts';
import { readRow, rowsOf } from '../shared/rows.ts';
import { listOf, objectOf, requiredText, textOf } from '../shared/wire-values.ts';
import type { WireObject } from '../shared/wire-values.ts';
import { marketContext, submissionsQuery, submitMutation } from './catalog-queries.ts';
import type { SubmissionKey } from './catalog-queries.ts';
import type { WayfairClient } from './client.ts';
import { CARTON_ATTRIBUTES } from './map-question.ts';
import { inChinese } from './refusals.ts';
import { supplierOf } from './supplier.ts';

const SUBMITTING = '提交刊登';
const READING = '查询刊登结果';
export const LISTINGS_PER_REQUEST = 30;
const ROWS_PER_PAGE = 50;
const MAX_PAGES = 100;

/**
 * Proposes new parts, one class a call. What the channel does not find wrong it takes, and judges later;
 * a part that it names with no word of its own was taken with the request.
 * @throws ChannelError `unknown` where it may have heard of them: only what stands there can tell
 */
export async function submitListings(client: WayfairClient, request: SubmitListings): Promise<SubmitOutcome> {
  supplierOf(client, SUBMITTING);
  throwOutOfBounds(request);
  const { listings, validateOnly } = request;
  const answer = await client
    .write({
      title: SUBMITTING,
      host: 'catalog',
      document: submitMutation({
        marketContext: marketContext(request.storefront, SUBMITTING),
        jobContext: { productAdditionRequestId: request.requestId, hasMoreProducts: request.hasMore },
        // Warnings are shown and stop nothing: whoever submits has seen them.
        options: { validateOnly, ignoreWarnings: true, rejectAllOnErrors: false },
        proposedProductAdditions: listings.map(({ channelSku, classId, answers }) => ({
          productId: channelSku,
          classId,
          attributes: answers.map(answerToWire),
        })),
      }),
      variables: {},
      path: ['productAddition', 'submitV2'],
    })
    .catch((error: unknown) => {
      throw validateOnly ? harmless(error) : error;
    });
  if ('refused' in answer) {
    const flaws = [wholeFlaw(answer.refused)];
    return { requestId: null, results: listings.map(({ channelSku }) => ({ channelSku, isTaken: false, flaws })) };
  }
  return readOutcome(objectOf(answer.value), request);
}

/** What was only to be judged has no effect that could be unknown. */
const harmless = (error: unknown): unknown =>
  error instanceof ChannelError && error.kind === 'unknown'
    ? new ChannelError('transient', error.operation, error.message)
    : error;

function throwOutOfBounds({ listings }: SubmitListings): void {
  const refuse = (message: string): never => {
    throw new ChannelError('validation', SUBMITTING, message);
  };
  if (listings.length === 0) refuse('没有要提交的商品');
  if (listings.length > LISTINGS_PER_REQUEST) refuse(`一次最多提交${LISTINGS_PER_REQUEST}个商品`);
  if (new Set(listings.map(({ classId }) => classId)).size > 1) refuse('一次只能提交同一类目的商品');
  if (new Set(listings.map(({ channelSku }) => channelSku)).size < listings.length) refuse('同一渠道SKU提交了两次');
}

/** Documents are counted by their instance, their kind and region with them. */
const DOCUMENTS: ReadonlySet<string> = new Set(['media::documentValue', 'media::documentType', 'media::regionType']);

function answerToWire({ questionId, value, rank, parentRank, instance }: ListingAnswer): object {
  if (DOCUMENTS.has(questionId)) {
    const nth = Math.max(rank, parentRank);
    return { attributeId: questionId, value, rank: nth, parentRank: 1, attributeInstance: nth };
  }
  return { attributeId: questionId, value, rank, parentRank, attributeInstance: instance };
}

const REJECTED = /REJECT|FAIL|ERROR|INVALID/i;
const TAKEN = /ACCEPT|SUCCE|VALIDATED|PROCESS/i;

function readOutcome(answer: WireObject, { listings, validateOnly }: SubmitListings): SubmitOutcome {
  const requestId = validateOnly ? null : textOf(answer['productAdditionRequestId']);
  const rows = Array.isArray(answer['productResults']) ? answer['productResults'].map(objectOf) : [];
  const named = new Map(rows.map((row) => [textOf(row['productId']), row]));
  const isAnyNamed = listings.some(({ channelSku }) => named.has(channelSku));
  if (!validateOnly && requestId === null && !isAnyNamed)
    throw new ChannelError('unknown', SUBMITTING, '渠道应答无法识别：没有提交编号和逐个结果');
  const results = listings.map(({ channelSku }) => {
    const row = named.get(channelSku);
    if (row === undefined) {
      const isTaken = requestId !== null && !REJECTED.test(textOf(answer['status']) ?? '');
      return { channelSku, isTaken, flaws: isTaken ? [] : [wholeFlaw('渠道未给出该商品的结果')] };
    }
    const flaws = flawsOf(row['validationFlaws']);
    const status = textOf(row['status']) ?? '';
    // The flaws decide where the status says neither: a part that was taken must not be proposed again.
    const isFlawed = !TAKEN.test(status) && flaws.some(({ severity }) => severity === 'error');
    const isRejected = REJECTED.test(status) || isFlawed;
    // Rejected without a word: beside others that are wrong, or for what the channel keeps to itself.
    const isMute = isRejected && !flaws.some(({ severity }) => severity === 'error');
    return {
      channelSku,
      isTaken: !isRejected,
      flaws: isMute ? [...flaws, wholeFlaw('渠道未接受该商品，未说明原因')] : flaws,
    };
  });
  return { requestId, results };
}

/**
 * How far the parts of a request are.
 * @returns null when the channel names none of them
 */
export async function readSubmission(client: WayfairClient, requestId: string): Promise<SubmissionReading | null> {
  supplierOf(client, READING);
  const reading: SubmissionReading = { listings: [], unreadable: [] };
  const listings: SubmittedListing[] = [];
  let key: SubmissionKey = 'productAdditionRequestId';
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { answer, knownBy } = await submissionPage(client, key, requestId, page);
    key = knownBy;
    const { totalPages, totalRecords } = objectOf(answer['pagination']);
    const list = answer['productAdditionStatus'] ?? null;
    // Rows that only went missing do not make the request unknown there.
    if (list === null && textOf(totalRecords) !== '0')
      throw new ChannelError('unreadable', READING, '渠道应答缺少 productAdditionStatus');
    const rows = rowsOf(list, READING);
    for (const raw of rows) {
      const read = readRow('submission', raw, readSubmitted, (wire) => wire['supplierPartNumber']);
      if ('unreadable' in read) reading.unreadable.push(read.unreadable);
      else if (read.row.requestId === null || read.row.requestId === requestId) listings.push(read.row.listing);
    }
    if (rows.length === 0 || !(page < Number(textOf(totalPages) ?? 1))) break;
  }
  if (listings.length === 0 && reading.unreadable.length === 0) return null;
  return { ...reading, listings };
}

/** The wire knows one of two names, and refuses the other as it refuses any unknown field. */
async function submissionPage(
  client: WayfairClient,
  key: SubmissionKey,
  requestId: string,
  page: number,
): Promise<{ answer: WireObject; knownBy: SubmissionKey }> {
  const ask = async (name: SubmissionKey): Promise<WireObject> => {
    const { value } = await client.read({
      title: READING,
      host: 'catalog',
      document: submissionsQuery(name, requestId, page, ROWS_PER_PAGE),
      variables: {},
      path: ['productAddition', 'submissionsV2'],
    });
    return objectOf(value);
  };
  if (page > 1 || key === 'jobId') return { answer: await ask(key), knownBy: key };
  try {
    return { answer: await ask(key), knownBy: key };
  } catch (error) {
    if (!(error instanceof ChannelError) || error.kind !== 'validation') throw error;
    // Refused by both names it is the request itself that is wrong: the first refusal says how.
    const answer = await ask('jobId').catch((again: unknown) => {
      throw again instanceof ChannelError && again.kind === 'validation' ? error : again;
    });
    return { answer, knownBy: 'jobId' };
  }
}

function readSubmitted(wire: WireObject): { requestId: string | null; listing: SubmittedListing } {
  const validation = textOf(wire['validationStatus']) ?? '';
  const submission = textOf(wire['submissionStatus']) ?? '';
  const flaws = flawsOf(listOf(wire['validationFlaws'], 'validationFlaws'));
  return {
    requestId: textOf(wire['requestId']),
    listing: {
      channelSku: requiredText(wire['supplierPartNumber'], 'supplierPartNumber'),
      state: stateOf(validation, submission),
      flaws,
    },
  };
}

/** A word nobody knows yet is neither the end of it. */
function stateOf(validation: string, submission: string): SubmittedListing['state'] {
  if (REJECTED.test(validation) || REJECTED.test(submission)) return 'refused';
  return submission === 'LIVE' ? 'live' : 'processing';
}

/** A flaw that cannot be read is one all the same: it stands at the listing as a whole. */
function flawsOf(value: unknown): ListingFlaw[] {
  return (Array.isArray(value) ? value : [])
    .filter((row) => row != null)
    .map((row): ListingFlaw => {
      const { attributeId, rank, parentRank, flawType, flaw } = objectOf(row);
      const questionId = textOf(attributeId);
      const isOfCarton = questionId !== null && CARTON_ATTRIBUTES.has(questionId);
      return {
        questionId,
        rank: placeOf(rank),
        // The wire names no carton; of a question for each carton, the repetition is the carton [guess].
        instance: isOfCarton ? placeOf(parentRank) : 1,
        severity: flawType === 'WARNING' ? 'warning' : 'error',
        code: null,
        message: inChinese(textOf(flaw) ?? textOf(row) ?? '渠道未说明原因'),
      };
    });
}

/** From 1; what is absent or odd is the first. */
function placeOf(value: unknown): number {
  const place = Number(textOf(value) ?? 1);
  return Number.isInteger(place) && place >= 1 ? place : 1;
}

const wholeFlaw = (message: string): ListingFlaw => ({
  questionId: null,
  rank: 1,
  instance: 1,
  severity: 'error',
  code: null,
  message: inChinese(message),
});
