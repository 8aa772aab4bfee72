/** Adding new parts: what is wrong at once is said at once, the rest only after a while. */
import { randomUUID } from 'node:crypto';
import { addViolation, addWarning } from '../../world.ts';
import { badRequest, demandScope } from '../context.ts';
import { itemsOfPart } from './items.ts';
import { flawsOf, valueOf } from './judge.ts';
import { onPage } from './pages.ts';
import { classNamed, questionsOf } from './questions.ts';
import { isRefused, standingOf } from './state.ts';
import type { WireContext } from '../context.ts';
import type { PageArguments } from './pages.ts';
import type { Answer, Flaw, Market, Submission } from './state.ts';

const MAX_PRODUCTS = 30;
const MAX_STATUS_PAGE = 50;

interface SubmitRequest {
  marketContext: Market;
  jobContext?: { productAdditionRequestId?: string | null; hasMoreProducts?: boolean | null } | null;
  options?: {
    validateOnly?: boolean | null;
    ignoreWarnings?: boolean | null;
    rejectAllOnErrors?: boolean | null;
  } | null;
  proposedProductAdditions: {
    productId: string;
    classId: string;
    attributes: (Omit<Answer, 'rank' | 'parentRank' | 'attributeInstance'> & {
      rank?: number | null;
      parentRank?: number | null;
      attributeInstance?: number | null;
    })[];
  }[];
}

interface Verdict {
  productId: string;
  answers: Answer[];
  flaws: Flaw[];
  isTaken: boolean;
}

export function submitProducts({ request }: { request: SubmitRequest }, context: WireContext) {
  demandScope(context, 'read:product_addition_questions');
  const { classId, proposed } = checkedBatch(request, context);
  const options = request.options ?? {};
  const questions = questionsOf(context.state.listings, classNamed(context, classId));
  const verdicts = proposed.map(({ productId, attributes }): Verdict => {
    const answers = attributes.map(fullAnswer);
    const flaws = [
      ...flawsOf(questions, { productId, answers }),
      ...standingFlaws(productId, request.marketContext, context),
    ];
    const isBlocked = (flaw: Flaw): boolean => flaw.flawType === 'ERROR' || options.ignoreWarnings !== true;
    return { productId, answers, flaws, isTaken: !flaws.some(isBlocked) };
  });
  if (options.rejectAllOnErrors === true && verdicts.some(({ isTaken }) => !isTaken))
    for (const verdict of verdicts) verdict.isTaken = false;
  noteRefusals(verdicts, context);
  const isKept = options.validateOnly !== true;
  const taken = verdicts.filter(({ isTaken }) => isTaken);
  const requestId = isKept && taken.length > 0 ? keep(request, classId, taken, context) : null;
  return {
    productAdditionRequestId: requestId ?? request.jobContext?.productAdditionRequestId ?? null,
    batchId: randomUUID(),
    status: taken.length === 0 ? 'FAILED' : isKept ? 'PROCESSING' : 'VALIDATED',
    processedProducts: proposed.length,
    productResults: verdicts.map(({ productId, flaws, isTaken }) => ({
      productId,
      status: isTaken ? 'ACCEPTED' : 'REJECTED',
      validationFlaws: flaws,
    })),
  };
}

/** @throws GraphQLError BAD_REQUEST when the batch as a whole is out of bounds */
function checkedBatch(request: SubmitRequest, context: WireContext) {
  const { proposedProductAdditions: proposed } = request;
  if (proposed.length < 1 || proposed.length > MAX_PRODUCTS) {
    throw badRequest(context, `A request takes 1 to ${MAX_PRODUCTS} products`);
  }
  const [classId, ...others] = new Set(proposed.map((one) => one.classId));
  if (classId === undefined || others.length > 0) throw badRequest(context, 'All products must be of one class');
  if (new Set(proposed.map(({ productId }) => productId)).size < proposed.length) {
    throw badRequest(context, 'A product is listed twice');
  }
  const id = request.jobContext?.productAdditionRequestId ?? null;
  const known = context.state.listings.requests.find((one) => one.id === id);
  if (id !== null && known === undefined) throw badRequest(context, 'Product addition request could not be found');
  if (known?.isOpen === false) throw badRequest(context, 'Product addition request is closed');
  if (context.transactionError !== null) throw badRequest(context, context.transactionError);
  return { classId, proposed };
}

/** A part that stands there, or is on its way, is not new. */
function standingFlaws(productId: string, market: Market, context: WireContext): Flaw[] {
  const flaw = (text: string, attributeId: string | null = 'core::supplierPartNumber'): Flaw => ({
    attributeId,
    rank: 1,
    parentRank: 1,
    flawType: 'ERROR',
    flaw: text,
  });
  if (productId === context.refusedPart) return [flaw('The system ran into an issue with this product', null)];
  const [item] = itemsOfPart(context, productId, market);
  if (item === undefined || context.world.settings.lenientRepeats) return [];
  addWarning(context.world, context.environment, 'submitted-existing-part', null, productId);
  return item.status === 'LAUNCHING'
    ? [flaw('Supplier part number is already being added')]
    : [flaw('Supplier part number already exists: use the update calls')];
}

function keep(request: SubmitRequest, classId: string, taken: readonly Verdict[], context: WireContext): string {
  const { listings } = context.state;
  const id = request.jobContext?.productAdditionRequestId ?? randomUUID();
  const isOpen = request.jobContext?.hasMoreProducts === true;
  const known = listings.requests.find((one) => one.id === id);
  if (known === undefined) listings.requests.push({ id, isOpen });
  else known.isOpen = isOpen;
  if (context.dropEffect) return id;
  const { effectLagMs, listingDecisionMs, listingLiveMs } = context.world.settings;
  for (const { productId, answers, flaws } of taken) {
    judge(productId, answers, request.marketContext, context);
    listings.submissions.push({
      requestId: id,
      partNumber: productId,
      classId,
      market: request.marketContext,
      answers,
      submittedAt: context.now,
      visibleAt: context.now + effectLagMs,
      decidedAt: context.now + listingDecisionMs + context.extraLagMs,
      liveAt: context.now + listingLiveMs + context.extraLagMs,
      flaws: [...flaws, ...laterFlaws(productId, answers, taken, context)],
    });
  }
  return id;
}

/** What the channel finds only after it took the part. */
function laterFlaws(productId: string, answers: Answer[], batch: readonly Verdict[], context: WireContext): Flaw[] {
  const flaws: Flaw[] = structuredClone(context.state.listings.refusals[productId] ?? []);
  const note = (attributeId: string, flaw: string, rank = 1): void => {
    flaws.push({ attributeId, rank, parentRank: 1, flawType: 'ERROR', flaw });
  };
  for (const { attributeId, value, rank } of answers)
    if (attributeId === 'media::imageValue' && value.includes('broken'))
      note(attributeId, 'Image could not be retrieved', rank);
  const group = valueOf(answers, 'variantGrouping::groupReferenceId');
  if (group === null || valueOf(answers, 'variantGrouping::variantType') === 'Not Variant') return flaws;
  const inGroup = (one: { answers: readonly Answer[] }): boolean =>
    valueOf(one.answers, 'variantGrouping::groupReferenceId') === group;
  const together = batch.filter(inGroup);
  const isLive = context.state.listings.submissions.some(
    (one) => inGroup(one) && standingOf(one, context.now) === 'live',
  );
  const primaries = together.filter(
    (one) => valueOf(one.answers, 'variantGrouping::variantType') === 'Primary Variant',
  ).length;
  if (isLive && together.length === 1)
    note('variantGrouping::groupReferenceId', 'A single new variant cannot join a live group');
  else if (!isLive && primaries !== 1)
    note('variantGrouping::variantType', 'A new group needs exactly one Primary Variant');
  return flaws;
}

/** Holds the submission against the promises a careful seller keeps. */
function judge(partNumber: string, answers: readonly Answer[], market: Market, context: WireContext): void {
  const { world, environment, state } = context;
  const violate = (rule: string, detail: string) => addViolation(world, environment, rule, null, detail);
  if (itemsOfPart(context, partNumber, market).length > 0)
    violate('submitted-twice', `${partNumber} stands there, or is on its way`);
  const floor = state.listings.floors[partNumber];
  const price = Number(valueOf(answers, 'price::wholesalePrice'));
  if (floor !== undefined && price < floor) violate('published-below-floor', `${partNumber}: ${price} < ${floor}`);
}

interface StatusRequest {
  productAdditionRequestId?: string | null;
  jobId?: string | null;
  paginationOptions?: PageArguments | null;
}

/** How far the parts of a request are; none for a request nobody made. */
export function listSubmissions({ request }: { request: StatusRequest }, context: WireContext) {
  demandScope(context, 'read:product_addition_questions');
  const id = request.productAdditionRequestId ?? request.jobId;
  const page = request.paginationOptions?.page ?? 1;
  const pageSize = request.paginationOptions?.pageSize ?? MAX_STATUS_PAGE;
  if (page < 1 || pageSize < 1 || pageSize > MAX_STATUS_PAGE) {
    throw badRequest(context, `pageSize must be between 1 and ${MAX_STATUS_PAGE}, page from 1`);
  }
  const own = context.state.listings.submissions.filter(
    ({ requestId, visibleAt }) => requestId === id && visibleAt <= context.now,
  );
  const { rows, paginationInfo } = onPage(own, page, pageSize);
  return {
    productAdditionStatus: rows.map((row) => submissionToWire(row, context.now)),
    pagination: { totalRecords: own.length, currentPage: page, totalPages: paginationInfo.totalPages },
  };
}

function submissionToWire(row: Submission, now: number) {
  const standing = standingOf(row, now);
  return {
    requestId: row.requestId,
    supplierPartNumber: row.partNumber,
    classId: row.classId,
    validationStatus: standing === 'pending' ? 'PENDING' : isRefused(row) ? 'FAILED' : 'VALIDATED',
    submissionStatus: standing === 'live' ? 'LIVE' : standing === 'refused' ? 'FAILED' : 'PROCESSING',
    validationFlaws: standing === 'pending' ? [] : row.flaws,
  };
}

function noteRefusals(verdicts: readonly Verdict[], context: WireContext): void {
  for (const { productId, flaws } of verdicts)
    for (const { flawType, flaw } of flaws) if (flawType === 'ERROR') context.refusals.push(`${productId}: ${flaw}`);
}

const fullAnswer = (given: SubmitRequest['proposedProductAdditions'][number]['attributes'][number]): Answer => ({
  attributeId: given.attributeId,
  value: given.value,
  rank: given.rank ?? 1,
  parentRank: given.parentRank ?? 1,
  attributeInstance: given.attributeInstance ?? 1,
});
