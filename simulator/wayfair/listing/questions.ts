/** What the channel asks of a class, as it stands now, and its reference lists. */
import { badRequest, demandScope } from '../context.ts';
import { CLASSES } from './classes.ts';
import { BRANDS, COMMON_QUESTIONS } from './common-questions.ts';
import { choice, flatten } from './question.ts';
import { onPage } from './pages.ts';
import type { WireContext } from '../context.ts';
import type { GoodsClass } from './classes.ts';
import type { PageArguments } from './pages.ts';
import type { Question } from './question.ts';
import type { ListingState, Market } from './state.ts';

const CATEGORY_PAGES = [10, 20, 25, 50];

/** @throws GraphQLError BAD_REQUEST for a class the channel does not have */
export function classNamed(context: WireContext, classId: string): GoodsClass {
  const found = CLASSES.find((one) => one.classId === classId);
  if (found === undefined) throw badRequest(context, `Class ${classId} could not be found`);
  return found;
}

/** The questions of a class with what the channel has changed since. */
export function questionsOf(state: ListingState, one: GoodsClass): Question[] {
  const changes = state.questionChanges.filter(({ classId }) => classId === one.classId);
  const added = changes.flatMap(({ added: more }) =>
    more === undefined ? [] : [choice(more.id, more.displayName, more.choices)],
  );
  const isDropped = (id: string, value: string): boolean =>
    changes.some(({ dropped }) => dropped?.attributeId === id && dropped.choice === value);
  const current = (asked: Question): Question => ({
    ...asked,
    choices: asked.choices.filter((value) => !isDropped(asked.id, value)),
    children: asked.children.map(current),
  });
  return [...COMMON_QUESTIONS, ...one.questions, ...added].map(current);
}

export function listQuestions(
  { request }: { request: { classId: number; marketContext: Market } },
  context: WireContext,
) {
  demandScope(context, 'read:product_addition_questions');
  return questionsOf(context.state.listings, classNamed(context, String(request.classId))).map(questionToWire);
}

export function listCategories(
  { paginationOptions }: { marketContext: Market; paginationOptions?: PageArguments | null },
  context: WireContext,
) {
  demandScope(context, 'READ_TAXONOMY_CATEGORIES');
  const { page, pageSize } = { page: paginationOptions?.page ?? 1, pageSize: paginationOptions?.pageSize ?? 20 };
  if (!CATEGORY_PAGES.includes(pageSize)) {
    throw badRequest(context, `pageSize must be one of ${CATEGORY_PAGES.join(', ')}`);
  }
  const { rows, paginationInfo } = onPage(CLASSES, page, pageSize);
  return {
    taxonomyCategories: rows.map(({ classId, className }) => ({ taxonomyCategoryId: classId, title: className })),
    paginationInfo,
  };
}

/** The same questions as attributes, with what they mean and when they are asked. */
export function listAttributes(
  { input }: { input: { taxonomyCategoryId: string; marketContext: Market } },
  context: WireContext,
) {
  demandScope(context, 'READ_TAXONOMY_ATTRIBUTES');
  const roots = questionsOf(context.state.listings, classNamed(context, input.taxonomyCategoryId));
  return {
    attributes: roots.flatMap((root) => attributesOf(root, null)),
    conditionalityRules: flatten(roots).flatMap((parent) =>
      parent.children
        .filter(({ askedWhen }) => askedWhen !== null)
        .map((child) => ({
          upstreamCondition: { taxonomyAttributeId: parent.id, values: child.askedWhen },
          downstreamConditions: [{ taxonomyAttributeId: child.id, validationType: 'ERROR', operation: 'ASSIGN' }],
        })),
    ),
  };
}

export function listBrands(
  {
    request,
  }: { request: { supplierId: number; marketContext: Market; page?: number | null; pageSize?: number | null } },
  context: WireContext,
) {
  demandScope(context, 'read:product_addition_questions');
  const { rows, paginationInfo } = onPage(BRANDS, request.page ?? 1, request.pageSize ?? 50);
  return {
    brands: rows.map((manufacturer) => ({ id: `association-${manufacturer.id}`, manufacturer })),
    pageInfo: { hasNextPage: paginationInfo.hasNextPage, totalPages: paginationInfo.totalPages },
  };
}

function questionToWire(asked: Question): object {
  return {
    id: asked.id,
    displayName: asked.displayName,
    answerType: asked.answerType,
    isMultiValue: asked.isMultiValue,
    importanceType: asked.importanceType,
    possibleAnswers: asked.choices.map((value) => ({ key: null, value })),
    childQuestions: asked.children.map(questionToWire),
  };
}

function attributesOf(asked: Question, parentAttributeId: string | null): object[] {
  const { answerType, choices, children, measurement } = asked;
  return [
    {
      taxonomyAttributeId: asked.id,
      title: asked.displayName,
      description: asked.description,
      requirement: asked.importanceType === 'CONDITIONAL' ? 'OPTIONAL' : asked.importanceType,
      valueFormat:
        answerType === null ? null : { canValueBeCustomized: choices.length === 0, datatype: answerType, measurement },
      possibleAttributeValues: choices.map((value) => ({ value })),
      parentAttributeId,
      childAttributes: children.map(({ id }) => ({ taxonomyAttributeId: id })),
    },
    ...children.flatMap((child) => attributesOf(child, asked.id)),
  ];
}
