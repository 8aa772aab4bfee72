/** The shape of what the channel asks, and short ways to write it down. */

type AnswerType = 'STRING' | 'INTEGER' | 'DECIMAL' | 'BOOLEAN' | 'SINGLE_CHOICE' | 'MULTI_CHOICE';
type Importance = 'REQUIRED' | 'RECOMMENDED' | 'OPTIONAL' | 'CONDITIONAL';

export interface Question {
  id: string;
  displayName: string;
  description: string | null;
  /** Null = a heading: only what stands under it is asked. */
  answerType: AnswerType | null;
  isMultiValue: boolean;
  importanceType: Importance;
  choices: readonly string[];
  /** Values of the question above under which it is asked; null = always. */
  askedWhen: readonly string[] | null;
  measurement: string | null;
  /** Asked once for each carton. */
  isPerCarton: boolean;
  /** Most values it takes. */
  maxValues: number;
  children: readonly Question[];
}

type More = Partial<Omit<Question, 'id' | 'displayName' | 'answerType'>>;

const question = (id: string, displayName: string, answerType: AnswerType | null, more: More = {}): Question => ({
  id,
  displayName,
  answerType,
  description: null,
  isMultiValue: false,
  importanceType: 'REQUIRED',
  choices: [],
  askedWhen: null,
  measurement: null,
  isPerCarton: false,
  maxValues: 1,
  children: [],
  ...more,
});

export const text = (id: string, name: string, more?: More): Question => question(id, name, 'STRING', more);
export const integer = (id: string, name: string, more?: More): Question => question(id, name, 'INTEGER', more);
export const decimal = (id: string, name: string, measurement: string | null, more?: More): Question =>
  question(id, name, 'DECIMAL', { measurement, ...more });
export const yesNo = (id: string, name: string, more?: More): Question =>
  question(id, name, 'BOOLEAN', { choices: ['Yes', 'No'], ...more });
export const choice = (id: string, name: string, choices: readonly string[], more?: More): Question =>
  question(id, name, 'SINGLE_CHOICE', { choices, ...more });
export const choicesOf = (id: string, name: string, choices: readonly string[], more?: More): Question =>
  question(id, name, 'MULTI_CHOICE', { choices, isMultiValue: true, maxValues: choices.length, ...more });
/** @param maxValues how many texts at most, in their order */
export const texts = (id: string, name: string, maxValues: number, more?: More): Question =>
  question(id, name, 'STRING', { isMultiValue: true, maxValues, ...more });
export const heading = (id: string, name: string, children: readonly Question[]): Question =>
  question(id, name, null, { importanceType: 'OPTIONAL', children });

/** A question under another, asked where that one was answered so. */
export const under = (askedWhen: readonly string[], asked: Question): Question => ({
  ...asked,
  importanceType: 'CONDITIONAL',
  askedWhen,
});

/** All questions, those under others too. */
export const flatten = (questions: readonly Question[]): Question[] =>
  questions.flatMap((one) => [one, ...flatten(one.children)]);
