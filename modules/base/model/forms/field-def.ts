/** What a field of a form may be: the cells of the grid by their names, as far as data alone describes them. */
export const CELL_TYPES = {
  input: '单行文本',
  textarea: '多行文本',
  input_pop: '弹窗文本',
  inputNumber: '数字',
  checkbox: '是否',
  checkbox_meta: '勾选',
  radio: '单选',
  select: '下拉选择',
  list_multi: '下拉多选',
  sel_search: '下拉搜索',
  sel_search_async: '字典搜索',
  date: '日期',
  datetime: '日期时间',
  time: '时间',
  image: '图片',
  file: '文件',
  upload: '附件',
  sel_user: '用户',
  sel_depart: '部门',
  normal: '说明文字',
  hidden: '隐藏字段',
} as const;
export type CellType = keyof typeof CELL_TYPES;

/** What is held under a key. A key that was one of them once is never another one later. */
export type Shape =
  | 'text'
  | 'number'
  | 'flag'
  | 'one'
  | 'many'
  | 'date'
  | 'datetime'
  | 'time'
  | 'files'
  | 'user'
  | 'depart'
  | 'none';

export const SHAPE_NAMES: Readonly<Record<Shape, string>> = {
  text: '文本',
  number: '数字',
  flag: '是否',
  one: '单选',
  many: '多选',
  date: '日期',
  datetime: '日期时间',
  time: '时间',
  files: '文件',
  user: '用户',
  depart: '部门',
  none: '说明',
};

export const DEPENDS_OPS = {
  eq: '等于',
  ne: '不等于',
  in: '是其中之一',
  filled: '已填写',
  empty: '未填写',
} as const;
export type DependsOp = keyof typeof DEPENDS_OPS;

export interface FieldOption {
  value: string;
  text: string;
}

/** A field of a dynamic form (domain.md §2.1). */
export interface FieldDef {
  key: string;
  label: string;
  type: CellType;
  required?: boolean;
  options?: readonly FieldOption[];
  dictCode?: string;
  unit?: string;
  /** Of a number: decimal places; none by default. */
  places?: number;
  /** Least number, earliest day, or fewest choices and files, by what the field holds. */
  min?: string;
  max?: string;
  /** A regular expression as kit/model/linear-pattern.ts reads them. */
  pattern?: string;
  maxLength?: number;
  multi?: boolean;
  /** Asked for only where an earlier field has such a value; `in` parts values by commas. */
  dependsOn?: { key: string; op: DependsOp; value?: string };
  /** What a channel calls it. */
  channelField?: string;
  helpText?: string;
  /** Of a form for returns: with this answer no unit is good. */
  badValue?: string;
}

/** What is filled in, by key: texts, numbers as decimal texts, moments in UTC, several as lists. */
export type FormValue = string | boolean | readonly string[];
export type FormValues = Readonly<Record<string, FormValue>>;

const SHAPES: Readonly<Record<CellType, Shape>> = {
  input: 'text',
  textarea: 'text',
  input_pop: 'text',
  inputNumber: 'number',
  checkbox: 'flag',
  checkbox_meta: 'flag',
  radio: 'one',
  select: 'one',
  list_multi: 'many',
  sel_search: 'one',
  sel_search_async: 'one',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
  image: 'files',
  file: 'files',
  upload: 'files',
  sel_user: 'user',
  sel_depart: 'depart',
  normal: 'none',
  hidden: 'text',
};

/** What a field holds. */
export const shapeOf = ({ type, multi }: Pick<FieldDef, 'type' | 'multi'>): Shape =>
  multi && SHAPES[type] === 'one' && type !== 'radio' ? 'many' : SHAPES[type];

/** Whether one of a list is chosen. */
export const isFromList = (def: Pick<FieldDef, 'type' | 'multi'>): boolean => ['one', 'many'].includes(shapeOf(def));

/** Whether somebody fills it in on a screen. */
export const isFilledIn = ({ type }: Pick<FieldDef, 'type'>): boolean => type !== 'normal' && type !== 'hidden';

/** Whether it holds a value at all. */
export const holdsValue = (def: Pick<FieldDef, 'type' | 'multi'>): boolean => shapeOf(def) !== 'none';

/** Longest text of a field that says no length. */
export const lengthOf = ({ type, maxLength }: Pick<FieldDef, 'type' | 'maxLength'>): number =>
  maxLength ?? (type === 'textarea' || type === 'input_pop' ? 2000 : 255);

/** Stored fields of a version; what is stored was judged. */
export const readDefs = (stored: unknown): readonly FieldDef[] => {
  const value: unknown = typeof stored === 'string' ? parsed(stored) : stored;
  return Array.isArray(value) ? (value as FieldDef[]) : [];
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
