/** Holds answers against what is asked: flaws at the very answer where they stand. */
import { MAX_IMAGES } from './common-questions.ts';
import { flatten } from './question.ts';
import type { Question } from './question.ts';
import type { Answer, Flaw } from './state.ts';

export interface Proposed {
  productId: string;
  answers: readonly Answer[];
}

type Note = (flaw: Partial<Flaw> & Pick<Flaw, 'attributeId' | 'flaw'>) => void;

/** Everything wrong with the answers by themselves. */
export function flawsOf(questions: readonly Question[], { productId, answers }: Proposed): Flaw[] {
  const flaws: Flaw[] = [];
  const note: Note = (flaw) => flaws.push({ rank: 1, parentRank: 1, flawType: 'ERROR', ...flaw });
  const known = new Map(flatten(questions).map((one) => [one.id, one]));
  for (const { attributeId, rank } of answers) {
    if (known.get(attributeId)?.answerType == null)
      note({ attributeId, rank, flaw: `Attribute ${attributeId} does not belong to the class` });
  }
  const cartons = answers.filter(({ attributeId }) => known.get(attributeId)?.isPerCarton);
  const count = Math.max(1, ...cartons.map(({ attributeInstance }) => attributeInstance));
  walk(questions, [], { answers, cartons: count, note });
  if (valueOf(answers, 'core::supplierPartNumber') !== productId)
    note({ attributeId: 'core::supplierPartNumber', flaw: 'Supplier part number must equal productId' });
  notePrices(answers, note);
  noteShipping(answers, note);
  noteMedia(answers, note);
  noteUpc(answers, note);
  return flaws;
}

interface Scene {
  answers: readonly Answer[];
  cartons: number;
  note: Note;
}

function walk(questions: readonly Question[], parents: readonly Answer[], scene: Scene): void {
  for (const asked of questions) {
    const own = scene.answers.filter(({ attributeId }) => attributeId === asked.id);
    const isAsked = asked.askedWhen === null || parents.some(({ value }) => asked.askedWhen?.includes(value));
    if (asked.answerType === null) walk(asked.children, [], scene);
    else if (isAsked) {
      noteMissing(asked, own, parents, scene);
      own.forEach((answer) => noteValue(asked, answer, scene.note));
      noteRanks(asked, own, scene.note);
      walk(asked.children, own, scene);
    } else if (own.length > 0)
      scene.note({ attributeId: asked.id, flawType: 'WARNING', flaw: `${asked.displayName} does not apply here` });
  }
}

function noteMissing(asked: Question, own: readonly Answer[], parents: readonly Answer[], scene: Scene): void {
  const missing = (more: Partial<Flaw> = {}): void =>
    scene.note({ attributeId: asked.id, flaw: `${asked.displayName} is required to have an answer`, ...more });
  if (asked.isPerCarton) {
    for (let carton = 1; carton <= scene.cartons; carton++)
      if (!own.some(({ attributeInstance }) => attributeInstance === carton)) missing({ parentRank: carton });
    return;
  }
  // Under a question that takes several, each of its values has an answer of its own.
  if (isRepeated(asked)) {
    for (const { rank } of parents)
      if (!own.some(({ parentRank, attributeInstance }) => parentRank === rank || attributeInstance === rank))
        missing({ rank, parentRank: rank });
    return;
  }
  if (own.length > 0) return;
  if (asked.importanceType === 'RECOMMENDED') missing({ flawType: 'WARNING' });
  else if (asked.importanceType !== 'OPTIONAL') missing();
}

/** Asked once for each value of the question above it. */
const isRepeated = ({ importanceType, askedWhen }: Question): boolean =>
  importanceType === 'CONDITIONAL' && askedWhen === null;

function noteValue(asked: Question, answer: Answer, note: Note): void {
  const problem = problemOf(asked, answer.value);
  if (problem === null) return;
  const parentRank = asked.isPerCarton ? answer.attributeInstance : answer.parentRank;
  note({ attributeId: asked.id, rank: answer.rank, parentRank, flaw: `${asked.displayName} ${problem}` });
}

/** What is wrong with one value; null = nothing. */
export function problemOf({ answerType, choices, isPerCarton }: Question, value: string): string | null {
  if (value.trim() === '') return 'is required to have an answer';
  if (value.length > 5000) return 'must have at most 5000 characters';
  if (answerType === 'INTEGER' && !/^\d{1,9}$/.test(value)) return 'must be a whole number';
  if (answerType === 'DECIMAL' && !/^\d{1,9}(\.\d{1,4})?$/.test(value)) return 'must be a decimal number';
  if (isPerCarton && Number(value) <= 0) return 'must be greater than zero';
  if (choices.length > 0 && !choices.includes(value)) return `should be one of the available choices: ${value}`;
  return null;
}

function noteRanks(asked: Question, own: readonly Answer[], note: Note): void {
  const places = new Set<string>();
  for (const { rank, parentRank, attributeInstance } of own) {
    const place = `${rank} ${parentRank} ${attributeInstance}`;
    const isTaken = places.has(place) || (!asked.isMultiValue && !isRepeated(asked) && rank > 1);
    places.add(place);
    if (isTaken || rank < 1 || parentRank < 1 || attributeInstance < 1)
      note({ attributeId: asked.id, rank, parentRank, flaw: `${asked.displayName} has an invalid rank` });
    else if (!isRepeated(asked) && rank > Math.max(1, asked.maxValues))
      note({ attributeId: asked.id, rank, parentRank, flaw: `${asked.displayName} takes at most ${asked.maxValues}` });
  }
}

function notePrices(answers: readonly Answer[], note: Note): void {
  const price = (name: string): number | null => {
    const value = valueOf(answers, `price::${name}`);
    return value === null ? null : Number(value);
  };
  const [wholesale, retail, advertised] = [
    price('wholesalePrice'),
    price('manufacturerSuggestedRetailPrice'),
    price('minimumAdvertizedPrice'),
  ];
  if (wholesale !== null && !(wholesale > 0))
    note({ attributeId: 'price::wholesalePrice', flaw: 'Wholesale Price must be greater than zero' });
  if (wholesale !== null && retail !== null && retail < wholesale)
    note({
      attributeId: 'price::manufacturerSuggestedRetailPrice',
      flawType: 'WARNING',
      flaw: 'Manufacturer Suggested Retail Price is below Wholesale Price',
    });
  if (advertised !== null && retail !== null && advertised > retail)
    note({
      attributeId: 'price::minimumAdvertizedPrice',
      flaw: 'Minimum Advertised Price must not exceed Manufacturer Suggested Retail Price',
    });
}

/** The heaviest carton that a parcel carrier takes. */
const MAX_PARCEL_POUNDS = 150;

function noteShipping(answers: readonly Answer[], note: Note): void {
  const weights = answers.filter(({ attributeId }) => attributeId === 'shippingAndFulfillment::weight');
  const isHeavy = weights.some(({ value }) => Number(value) > MAX_PARCEL_POUNDS);
  if (isHeavy && valueOf(answers, 'shippingAndFulfillment::shipType') === 'Small Parcel')
    note({ attributeId: 'shippingAndFulfillment::shipType', flaw: 'Cartons over 150 lb must ship LTL' });
}

function noteMedia(answers: readonly Answer[], note: Note): void {
  for (const { attributeId, value, rank } of answers) {
    if (attributeId !== 'media::imageValue' && attributeId !== 'media::documentValue') continue;
    if (!/^https?:\/\/\S+$/.test(value)) note({ attributeId, rank, flaw: 'Media must be the URL of a file' });
  }
  const images = answers.filter(({ attributeId }) => attributeId === 'media::imageValue');
  const seen = new Set<string>();
  for (const { value, rank } of images.slice(0, MAX_IMAGES)) {
    if (seen.has(value))
      note({ attributeId: 'media::imageValue', rank, flawType: 'WARNING', flaw: 'The image is listed twice' });
    seen.add(value);
  }
}

function noteUpc(answers: readonly Answer[], note: Note): void {
  const upc = valueOf(answers, 'core::universalProductCode');
  if (upc === null || upc === 'Does Not Apply') return;
  const digits = [...upc].map(Number);
  const sum = digits.slice(0, 11).reduce((total, digit, i) => total + digit * (i % 2 === 0 ? 3 : 1), 0);
  if (!/^\d{12}$/.test(upc) || (10 - (sum % 10)) % 10 !== digits[11])
    note({ attributeId: 'core::universalProductCode', flaw: 'Universal Product Code is not valid' });
}

export const valueOf = (answers: readonly Answer[], id: string): string | null =>
  answers.find(({ attributeId }) => attributeId === id)?.value ?? null;
