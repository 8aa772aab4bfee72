import { dict } from '#kit/model/dict.ts';
import { choice, choices, text } from '#kit/model/field.ts';
import type { WireRow } from '#kit/model/row.ts';
import type { GridColumn, GridRow } from '#kit/web/index.ts';
import type { ListingQuestion } from '../../model/port.ts';
import {
  cellText,
  cellValues,
  formColumns,
  isAsked,
  repeatsOf,
  valuesAt,
  type FormColumn,
} from '../../model/publish/answers.ts';
import { roleOf } from '../../model/publish/known-questions.ts';
import type { PublishBeside, SavedCell } from '../../model/publish/publish-routes.ts';
import type { publishItem } from '../../model/publish/publish-task.ts';
import { answersOf } from '../../model/publish/stored-form.ts';

export type Item = WireRow<typeof publishItem>;

/** Every cell that may be filled in, over the SKUs of a task. */
export const columnsOf = ({ form, cartonCounts }: PublishBeside, items: readonly Item[]): FormColumn[] =>
  formColumns(
    form.questions,
    repeatsOf(items.map(({ id, answers }) => ({ answers: answersOf(answers), cartonCount: cartonCounts[id] ?? 1 }))),
  );

/** Questions that belong together, as the marketplace names them. */
export const groupOf = ({ question }: FormColumn): string => {
  const at = question.id.indexOf('::');
  return at < 0 ? 'class' : question.id.slice(0, at);
};

const GROUPS: Readonly<Record<string, string>> = {
  core: '基本',
  variantGrouping: '变体',
  featureDescription: '描述',
  media: '图片',
  price: '价格',
  shippingAndFulfillment: '箱规与发货',
  propSixtyFive: '合规',
  class: '类目属性',
};

export const groupTitle = (group: string): string => GROUPS[group] ?? group;

/** Answers of one question that a list shows as choices at most; of more the name is typed. */
const MOST_CHOICES = 500;

const isChosen = ({ answer, choices: all }: ListingQuestion): boolean =>
  (answer === 'choice' || answer === 'boolean') && all.length > 0 && all.length <= MOST_CHOICES;

/** Columns of the grid; the first says which SKU it is. */
export const gridColumns = (columns: readonly FormColumn[], { cartonCounts }: PublishBeside): GridColumn[] => [
  { key: 'channelSku', field: text('渠道SKU', { derived: true }), width: 170, frozen: 'left', editable: false },
  ...columns.map((column): GridColumn => {
    const { question, instance } = column;
    const role = roleOf(question);
    const mayEdit = (row: GridRow): boolean => {
      if (role === 'partNumber' || (role === 'price' && row['isLive'] === true)) return false;
      if (question.isPerCarton && instance > Math.max(1, cartonCounts[row.id] ?? 1)) return false;
      return isAsked(column, answersOf(row['answers']));
    };
    return {
      key: column.key,
      title: column.title,
      field: fieldOf(column),
      headings: [question.title, question.id],
      editable: mayEdit,
      width: question.answer === 'text' ? 200 : 150,
    };
  }),
];

function fieldOf({ question, title }: FormColumn): GridColumn['field'] {
  const isRequired = question.importance === 'required';
  if (!isChosen(question)) return text(title, { required: isRequired, max: 5000 });
  const items = Object.fromEntries(question.choices.map(({ key, title: name }) => [key, name]));
  const own = dict(
    `listing_question_${question.id}`,
    items,
    question.choices.map(({ key }) => key),
  );
  return question.isMultiple
    ? choices(title, own, { required: isRequired })
    : choice(title, own, { required: isRequired });
}

/** SKUs of a task as rows of the grid. */
export const gridRows = (columns: readonly FormColumn[], items: readonly Item[]): GridRow[] =>
  items.map((item) => {
    const answers = answersOf(item.answers);
    return {
      id: item.id,
      channelSku: item.channelSku,
      answers,
      isLive: item.liveAnswers !== null && item.liveAnswers !== undefined,
      ...Object.fromEntries(columns.map((column) => [column.key, cellOf(column, valuesAt(answers, column))])),
    };
  });

function cellOf({ question }: FormColumn, values: readonly string[]): unknown {
  if (values.length === 0) return null;
  return isChosen(question) && question.isMultiple ? [...values] : cellText(values);
}

/** What was typed into a cell, as it is sent: what could not be read as a choice goes as it stands. */
function typedValues({ question }: FormColumn, value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  if (value === null || value === undefined || value === '') return [];
  return cellValues(question, String(value));
}

/** Cells that differ from what is stored. */
export function changedCells(
  columns: readonly FormColumn[],
  items: readonly Item[],
  rows: readonly GridRow[],
): SavedCell[] {
  const stored = new Map(items.map(({ id, answers }) => [id, answersOf(answers)]));
  return rows.flatMap((row) => {
    const answers = stored.get(row.id);
    if (!answers) return [];
    return columns.flatMap((column): SavedCell[] => {
      const values = typedValues(column, row[column.key]);
      if (JSON.stringify(values) === JSON.stringify(valuesAt(answers, column))) return [];
      const { questionId, parentRank, instance } = column;
      return [{ itemId: row.id, questionId, parentRank, instance, values }];
    });
  });
}
