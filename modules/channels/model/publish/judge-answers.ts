import { isCheckDigitRight } from '#kit/model/check-digit.ts';
import type { ListingAnswer, ListingQuestion } from '../port.ts';
import { allQuestions, isAsked, valuesAt, type FormColumn } from './answers.ts';
import { hasReadableName, isChinese, MOST_LISTING_PICTURES, type ListedGoods } from './goods.ts';
import { isOfCarton, roleOf, type QuestionRole } from './known-questions.ts';
import { readValue } from './read-answer.ts';

/** What is wrong with a listing, at its cell: found here, or by the marketplace. */
export interface PublishFlaw {
  /** Null = of the listing as a whole. */
  questionId: string | null;
  parentRank: number;
  instance: number;
  severity: 'error' | 'warning';
  code: string;
  message: string;
  source: 'check' | 'platform';
}

/** Nobody reads more at one cell, and nothing longer is taken. */
const LONGEST_ANSWER = 5000;
/** Answers of one question at most, where it takes several. */
const MOST_VALUES = 50;

/** What is wrong with the answers of one SKU, cell by cell. The price is judged by its guard, not here. */
export function judgeAnswers(
  columns: readonly FormColumn[],
  questions: readonly ListingQuestion[],
  answers: readonly ListingAnswer[],
  goods: ListedGoods,
): PublishFlaw[] {
  const known = new Set(allQuestions(questions).map(({ id }) => id));
  const gone = [...new Set(answers.map(({ questionId }) => questionId))].filter((id) => !known.has(id));
  return [
    ...columns.flatMap((column) => judgePlace(column, answers, goods)),
    ...gone.map((id) =>
      flaw(
        { questionId: id, parentRank: 1, instance: 1 },
        'questionGone',
        `类目已不问“${id}”，答案保留但不提交`,
        'warning',
      ),
    ),
  ];
}

/** What of {@link judgeAnswers} is about the names of goods: whoever begins a draft without them is asked for them at once. */
export const judgeNames = (
  columns: readonly FormColumn[],
  answers: readonly ListingAnswer[],
  goods: ListedGoods,
): PublishFlaw[] =>
  columns.filter(({ question }) => roleOf(question) === 'name').flatMap((column) => judgePlace(column, answers, goods));

function judgePlace(column: FormColumn, answers: readonly ListingAnswer[], goods: ListedGoods): PublishFlaw[] {
  const { question, instance } = column;
  // Others of the same task come in more cartons.
  if (question.isPerCarton && instance > Math.max(1, goods.cartons.length)) return [];
  const values = valuesAt(answers, column);
  if (!isAsked(column, answers))
    return values.length > 0 ? [flaw(column, 'notAsked', `按上级答案不问“${question.title}”，不提交`, 'warning')] : [];
  if (values.length === 0) return missing(column, goods);
  const misread = values.flatMap((value) => judgeValue(column, value));
  // Of what cannot be read nothing more is said.
  return misread.length > 0 ? misread : judgeRole(column, values, goods);
}

function missing(column: FormColumn, goods: ListedGoods): PublishFlaw[] {
  const { question } = column;
  const role = roleOf(question);
  if (isOfCarton(role) && goods.cartons.length === 0) {
    if (question.importance !== 'required') return [];
    return [flaw(column, 'cartonMissing', `${goods.skuCode} 没有箱规，请到 SKU 页补箱规的尺寸和毛重`)];
  }
  if (question.importance === 'required' && role === 'name' && !hasReadableName(goods))
    return [
      flaw(
        column,
        'nameMissing',
        `请填写${question.title}：${goods.skuCode} 没有英文名称；在产品里补上英文名称，一键修正会填入`,
      ),
    ];
  if (question.importance === 'required')
    return [flaw(column, 'required', `请${question.answer === 'choice' ? '选择' : '填写'}${question.title}`)];
  return question.importance === 'recommended'
    ? [flaw(column, 'recommended', `建议填写${question.title}`, 'warning')]
    : [];
}

function judgeValue(column: FormColumn, value: string): PublishFlaw[] {
  const { question } = column;
  if (value.length > LONGEST_ANSWER) return [flaw(column, 'tooLong', `${question.title}超过 ${LONGEST_ANSWER} 字`)];
  const read = readValue(question, value);
  if (read === value) return [];
  // What can be written right without a doubt is put right by 一键修正.
  if (read !== null) return [flaw(column, 'form', `${question.title}“${value}”应写作“${wordOf(question, read)}”`)];
  const words: Record<ListingQuestion['answer'], string> = {
    choice: `${question.title}没有“${value}”这个选项`,
    boolean: `${question.title}只能填是或否`,
    integer: `${question.title}须是整数，不能填“${value}”`,
    decimal: `${question.title}须是数字，不能填“${value}”`,
    text: `请填写${question.title}`,
  };
  return [flaw(column, question.answer, words[question.answer])];
}

const wordOf = ({ choices }: ListingQuestion, value: string): string =>
  choices.find(({ key }) => key === value)?.title ?? value;

function judgeRole(column: FormColumn, values: readonly string[], goods: ListedGoods): PublishFlaw[] {
  const { question } = column;
  const role = roleOf(question);
  const most = role === 'images' ? MOST_LISTING_PICTURES : question.isMultiple ? MOST_VALUES : 1;
  const faults: PublishFlaw[] =
    values.length > most ? [flaw(column, 'tooMany', `${question.title}最多 ${most} 个，现有 ${values.length} 个`)] : [];
  if (role === 'name' && values.some(isChinese))
    faults.push(flaw(column, 'nameInChinese', `${question.title}是中文，站点的买家读不懂`, 'warning'));
  const said = role === null ? null : roleFault(role, values, goods);
  return said === null ? faults : [...faults, flaw(column, role ?? '', said)];
}

/** What the house knows to be wrong with an answer that the form itself lets pass. */
function roleFault(role: QuestionRole, values: readonly string[], goods: ListedGoods): string | null {
  const [first = ''] = values;
  switch (role) {
    case 'upc':
      return /^\d{12,14}$/u.test(first) && isCheckDigitRight(first) ? null : `UPC“${first}”的位数或校验位不对`;
    case 'partNumber':
      return first === goods.channelSku ? null : `供应商件号须与渠道SKU ${goods.channelSku} 一致`;
    case 'images': {
      const odd = values.find((value) => !/^https?:\/\/[^\s]+$/iu.test(value));
      if (odd !== undefined) return `图片“${odd}”不是平台能打开的网址（第一张为主图）`;
      return new Set(values).size < values.length ? '图片有重复' : null;
    }
    case 'price':
    case 'msrp':
    case 'map':
    case 'weight':
    case 'cartonWeight':
    case 'cartonHeight':
    case 'cartonWidth':
    case 'cartonDepth':
      return values.every((value) => Number(value) > 0) ? null : '须大于 0';
    default:
      return null;
  }
}

const flaw = (
  { questionId, parentRank, instance }: Pick<FormColumn, 'questionId' | 'parentRank' | 'instance'>,
  code: string,
  message: string,
  severity: PublishFlaw['severity'] = 'error',
): PublishFlaw => ({ questionId, parentRank, instance, severity, code, message, source: 'check' });

/** Goods that say the same where each has its own: codes that two SKUs of a task share. */
export function sharedIdentifiers(
  columns: readonly FormColumn[],
  items: readonly { id: string; answers: readonly ListingAnswer[] }[],
): Map<string, PublishFlaw[]> {
  const found = new Map<string, PublishFlaw[]>();
  for (const column of columns.filter(({ question }) => roleOf(question) === 'upc')) {
    const byValue = Map.groupBy(items, ({ answers }) => valuesAt(answers, column)[0] ?? '');
    for (const [value, some] of byValue) {
      if (value === '' || some.length < 2) continue;
      for (const { id } of some)
        found.set(id, [...(found.get(id) ?? []), flaw(column, 'shared', `UPC“${value}”与同单其他 SKU 相同`)]);
    }
  }
  return found;
}
