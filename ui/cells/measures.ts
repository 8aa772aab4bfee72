import type { Kind } from '#kit/model/field.ts';

export interface Measures {
  /** px of a column. */
  width: number;
  align?: 'right';
}

/** Room and side of the columns of every field kind, apart from the code that fills them. */
export const measures: Readonly<Record<Kind, Measures>> = {
  text: { width: 150 },
  textarea: { width: 240 },
  integer: { width: 92, align: 'right' },
  quantity: { width: 92, align: 'right' },
  money: { width: 124, align: 'right' },
  price: { width: 104, align: 'right' },
  rate: { width: 96, align: 'right' },
  flag: { width: 96 },
  choice: { width: 108 },
  choices: { width: 140 },
  link: { width: 150 },
  tags: { width: 140 },
  date: { width: 108 },
  datetime: { width: 158 },
  length: { width: 88, align: 'right' },
  weight: { width: 92, align: 'right' },
  secret: { width: 90 },
  sealed: { width: 150 },
  json: { width: 200 },
  files: { width: 132 },
  pictures: { width: 132 },
};
