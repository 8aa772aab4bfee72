import type { ListingQuestion } from '#modules/channels/model/port.ts';
import { objectOf, textOf } from '../shared/wire-values.ts';
import type { WireObject } from '../shared/wire-values.ts';

/** What is known of attributes beside their questions, by id. */
export interface AttributeNotes {
  descriptions: ReadonlyMap<string, string>;
  conditions: ReadonlyMap<string, Condition>;
}

interface Condition {
  parentId: string;
  values: readonly string[];
  /** Asked unless the parent says one of the values. */
  isExcluding: boolean;
  isWarning: boolean;
}

/** Asked once for each carton, as the nth `attributeInstance`. */
export const CARTON_ATTRIBUTES: ReadonlySet<string> = new Set(
  ['weight', 'height', 'width', 'depth'].map((name) => `shippingAndFulfillment::${name}`),
);

const ANSWERS: Readonly<Record<string, ListingQuestion['answer']>> = {
  STRING: 'text',
  INTEGER: 'integer',
  DECIMAL: 'decimal',
  BOOLEAN: 'boolean',
  SINGLE_CHOICE: 'choice',
  MULTI_CHOICE: 'choice',
  ENUM: 'choice',
};

const YES_AND_NO = [
  { key: 'Yes', title: 'Yes' },
  { key: 'No', title: 'No' },
];

/** Pure. Rows that nobody could answer, having no id or no words, are left out. */
export const mapQuestions = (raws: readonly unknown[], notes: AttributeNotes): ListingQuestion[] =>
  raws.flatMap((raw) => mapQuestion(objectOf(raw), notes, null));

function mapQuestion(wire: WireObject, notes: AttributeNotes, parent: WireObject | null): ListingQuestion[] {
  const id = textOf(wire['id']);
  const title = textOf(wire['displayName']);
  if (id === null || title === null) return [];
  const children = membersOf(wire['childQuestions']);
  const type = textOf(wire['answerType']);
  // A heading asks nothing itself: what stands under it moves up.
  if (type === null && children.length > 0) return children.flatMap((child) => mapQuestion(child, notes, parent));
  const values = membersOf(wire['possibleAnswers']).flatMap(({ value, key }) => textOf(value) ?? textOf(key) ?? []);
  const choices = [...new Set(values)].map((value) => ({ key: value, title: value }));
  // A type nobody knows yet is answered in words, or with what the channel offers.
  const answer = ANSWERS[type ?? ''] ?? (choices.length > 0 ? 'choice' : 'text');
  const condition = parent === null ? undefined : notes.conditions.get(id);
  const own = condition && condition.parentId === textOf(parent?.['id']) ? condition : undefined;
  return [
    {
      id,
      title,
      description: notes.descriptions.get(id) ?? null,
      answer: answer === 'choice' && choices.length === 0 ? 'text' : answer,
      isMultiple: wire['isMultiValue'] === true || type === 'MULTI_CHOICE',
      isPerCarton: CARTON_ATTRIBUTES.has(id),
      importance: importanceOf(textOf(wire['importanceType']), own),
      choices: answer === 'boolean' ? yesAndNo(choices) : choices,
      askedWhen: own === undefined ? null : askedWhen(own, parent),
      children: children.flatMap((child) => mapQuestion(child, notes, wire)),
    },
  ];
}

/** A conditional question is required where its condition is known; else only the channel can tell. */
function importanceOf(wire: string | null, condition: Condition | undefined): ListingQuestion['importance'] {
  if (wire === 'REQUIRED') return 'required';
  if (wire === 'RECOMMENDED') return 'recommended';
  if (wire !== 'CONDITIONAL' || condition === undefined) return 'optional';
  return condition.isWarning ? 'recommended' : 'required';
}

function askedWhen({ values, isExcluding }: Condition, parent: WireObject | null): readonly string[] | null {
  if (!isExcluding) return values;
  const all = membersOf(parent?.['possibleAnswers']).flatMap(({ value }) => textOf(value) ?? []);
  return all.length === 0 ? null : all.filter((value) => !values.includes(value));
}

/** The one that says yes first, in the spelling of the channel. */
function yesAndNo(choices: readonly { key: string; title: string }[]): readonly { key: string; title: string }[] {
  if (choices.length !== 2) return YES_AND_NO;
  return [...choices].sort((a, b) => Number(isYes(b.key)) - Number(isYes(a.key)));
}

const isYes = (value: string): boolean => /^(yes|true|y|1)$/i.test(value);

/** What the channel tells of the attributes of a class; what of it cannot be read is left out. */
export function readAttributes(value: unknown): AttributeNotes {
  const answer = objectOf(value);
  const descriptions = new Map<string, string>();
  for (const { taxonomyAttributeId, description, valueFormat } of membersOf(answer['attributes'])) {
    const id = textOf(taxonomyAttributeId);
    const unit = textOf(objectOf(valueFormat)['measurement']);
    const words = [textOf(description), unit === null ? null : `单位：${unit}`].filter((word) => word !== null);
    if (id !== null && words.length > 0) descriptions.set(id, words.join(' '));
  }
  const conditions = new Map<string, Condition>();
  for (const rule of membersOf(answer['conditionalityRules'])) {
    const upstream = objectOf(rule['upstreamCondition']);
    const parentId = textOf(upstream['taxonomyAttributeId']);
    const given = Array.isArray(upstream['values']) ? upstream['values'] : [];
    const values = given.flatMap((one) => textOf(one) ?? []);
    if (parentId === null || values.length === 0) continue;
    for (const { taxonomyAttributeId, validationType, operation } of membersOf(rule['downstreamConditions'])) {
      const id = textOf(taxonomyAttributeId);
      if (id === null || (operation !== 'ASSIGN' && operation !== 'EXCLUDE')) continue;
      const known = conditions.get(id);
      const more = known?.parentId === parentId && operation === 'ASSIGN' ? known.values : [];
      conditions.set(id, {
        parentId,
        values: [...new Set([...more, ...values])],
        isExcluding: operation === 'EXCLUDE',
        isWarning: validationType === 'WARNING',
      });
    }
  }
  return { descriptions, conditions };
}

const membersOf = (value: unknown): WireObject[] =>
  (Array.isArray(value) ? value : []).filter((member) => member != null).map(objectOf);
