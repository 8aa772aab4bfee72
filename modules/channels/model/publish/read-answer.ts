import type { ListingQuestion } from '../port.ts';

/** Choices are compared without case, spaces and signs: `small-parcel` is `Small Parcel`. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Key of the choice that a text means: its key or title, exactly or but for case, spaces and signs. */
export function choiceMeant({ choices }: Pick<ListingQuestion, 'choices'>, text: string): string | null {
  const exact = choices.find(({ key, title }) => key === text || title === text);
  if (exact) return exact.key;
  const wanted = plain(text);
  if (wanted === '') return null;
  const like = choices.filter(({ key, title }) => plain(key) === wanted || plain(title) === wanted);
  return like.length === 1 ? (like[0]?.key ?? null) : null;
}

/** A choice that says that the question does not concern the goods; null where there is none. */
export const notApplicable = ({ choices }: Pick<ListingQuestion, 'choices'>): string | null =>
  choices.find(({ key, title }) => [key, title].some((text) => NOT_APPLICABLE.has(plain(text))))?.key ?? null;

const NOT_APPLICABLE: ReadonlySet<string> = new Set(['doesnotapply', 'notapplicable', 'na']);

const YES: ReadonlySet<string> = new Set(['true', 'yes', 'y', '1', '是']);
const NO: ReadonlySet<string> = new Set(['false', 'no', 'n', '0', '否']);

/** The number in a text that says nothing else but its unit: `12.50 lb` is `12.50`, `1,200` is `1200`. */
function numberIn(text: string): string | null {
  const found = /^(-?\d[\d,]*(?:\.\d+)?)\s*(?:lbs?|pounds?|in|inch(?:es)?|"|″|kg|cm|usd|\$)?$/iu.exec(text.trim());
  return found?.[1] === undefined ? null : found[1].replaceAll(',', '');
}

/** A value as the marketplace wants it written; null where nobody can tell what is meant. */
export function readValue(question: Pick<ListingQuestion, 'answer' | 'choices'>, text: string): string | null {
  const trimmed = text
    .normalize('NFKC')
    .trim()
    .replaceAll(/[^\S\n]+/gu, ' ');
  if (question.answer === 'choice') return choiceMeant(question, trimmed);
  if (question.answer === 'boolean') {
    const word = trimmed.toLowerCase();
    const [yes = { key: 'true' }, no = { key: 'false' }] = question.choices;
    return choiceMeant(question, trimmed) ?? (YES.has(word) ? yes.key : NO.has(word) ? no.key : null);
  }
  if (question.answer === 'text') return trimmed === '' ? null : trimmed;
  const number = numberIn(trimmed);
  if (number === null) return null;
  if (question.answer === 'decimal') return number;
  return /^-?\d+(?:\.0+)?$/u.test(number) ? number.replace(/\.0+$/u, '') : null;
}
