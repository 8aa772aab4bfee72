/** Rows of the comparison: the same for both grids, made from a fixed seed. */
export interface GoodsRow extends Record<string, unknown> {
  id: string;
}

export interface GoodsColumn {
  key: string;
  title: string;
  kind: 'text' | 'integer' | 'price' | 'date';
  width: number;
  /** Names of the grid's own rules; ten columns have some. */
  rules: readonly Rule[];
  isSummed: boolean;
}

export type Rule = 'required' | 'mobile' | 'email' | 'integer' | 'money' | 'unique';

export const ROWS = 10_000;

const column = (
  key: string,
  title: string,
  kind: GoodsColumn['kind'],
  rules: readonly Rule[] = [],
  isSummed = false,
): GoodsColumn => ({ key, title, kind, width: kind === 'text' ? 150 : 110, rules, isSummed });

/** Twenty columns, ten of them with rules, two with a sum below. */
export const COLUMNS: readonly GoodsColumn[] = [
  column('code', 'SKU编码', 'text', ['required', 'unique']),
  column('name', '商品名称', 'text', ['required']),
  column('brand', '品牌', 'text'),
  column('mobile', '联系电话', 'text', ['mobile']),
  column('mail', '联系邮箱', 'text', ['email']),
  column('colour', '颜色', 'text', ['required']),
  column('material', '材质', 'text'),
  column('origin', '产地', 'text'),
  column('qty', '数量', 'integer', ['required', 'integer'], true),
  column('cartons', '箱数', 'integer', ['integer']),
  column('weight', '毛重(g)', 'integer', ['integer']),
  column('lengthMm', '长(mm)', 'integer'),
  column('widthMm', '宽(mm)', 'integer'),
  column('heightMm', '高(mm)', 'integer'),
  column('cost', '成本', 'price', ['money']),
  column('amount', '金额', 'price', ['required', 'money'], true),
  column('listed', '上架日期', 'date'),
  column('restock', '补货日期', 'date'),
  column('shelf', '库位', 'text'),
  column('remark', '备注', 'text'),
];

/** Every fortieth row breaks two rules, so that marks are painted. */
export function makeGoods(count = ROWS): GoodsRow[] {
  const next = random(20_261_121);
  return Array.from({ length: count }, (_, index) => {
    const number = (most: number): number => Math.floor(next() * most);
    const isBad = index % 40 === 7;
    return {
      id: `row-${index}`,
      code: `LT-${String(index).padStart(6, '0')}`,
      name: `北欧实木${['餐桌', '书架', '床头柜', '沙发椅'][number(4)]} ${number(900) + 100}`,
      brand: ['绿野', '山与木', '南方家居'][number(3)],
      mobile: isBad ? '12345' : `13${String(number(1e9)).padStart(9, '0')}`,
      mail: `buyer${index}@example.com`,
      colour: isBad ? '' : ['胡桃色', '原木色', '雅白'][number(3)],
      material: ['橡木', '榉木', '板材'][number(3)],
      origin: ['广东佛山', '浙江安吉', '福建漳州'][number(3)],
      qty: number(500),
      cartons: 1 + number(4),
      weight: 900 + number(40_000),
      lengthMm: 200 + number(2000),
      widthMm: 200 + number(900),
      heightMm: 100 + number(900),
      cost: (number(50_000) / 100).toFixed(2),
      amount: (number(500_000) / 100).toFixed(2),
      listed: `2026-0${1 + number(9)}-1${number(10)}`,
      restock: `2026-1${number(3)}-0${1 + number(9)}`,
      shelf: `A${number(30)}-${number(12)}`,
      remark: number(5) === 0 ? '易碎，轻拿轻放；木架加固后发货' : '',
    };
  });
}

/** A block from a spreadsheet: these columns from the first on, 30 of 100 cells wrong. */
const PASTED_ROWS = 1000;
const PASTED_COLUMNS = 12;
const WRONG: Readonly<Record<Rule | 'number', string>> = {
  required: '',
  unique: '',
  mobile: '12345',
  email: 'buyer@',
  integer: '十二',
  money: '-1',
  number: '十二',
};

export function pastedGoods(): { text: string; wrong: number } {
  let wrong = 0;
  let due = 0;
  const columns = COLUMNS.slice(0, PASTED_COLUMNS);
  const breakable = columns.filter(({ kind, rules }) => kind === 'integer' || rules.length > 0);
  // Some columns take any text: the others are wrong the more often.
  const share = (0.3 * PASTED_COLUMNS) / breakable.length;
  const lines = makeGoods(PASTED_ROWS).map((row, index) =>
    columns.map((one) => {
      due += breakable.includes(one) ? share : 0;
      const rule = one.rules[0] ?? 'number';
      if (due >= 1 && breakable.includes(one)) {
        due -= 1;
        wrong += 1;
        return WRONG[rule];
      }
      // What stood there was wrong now and then; this is right, and another value.
      if (one.key === 'code') return `TP-${index}`;
      if (one.key === 'mobile') return `139${String(index).padStart(8, '0')}`;
      return one.kind === 'integer' ? '1,234' : `${String(row[one.key] || '雅白')}2`;
    }),
  );
  return { text: lines.map((line) => `${line.join('\t')}\r\n`).join(''), wrong };
}

/** mulberry32: small, even, and the same everywhere. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What the driver asks of a page, whatever grid stands in it. */
export interface BenchedGrid {
  /** The element that scrolls up and down. */
  body: () => HTMLElement;
  /** Inserts a row at the top. */
  add: () => void;
  /** Judges every cell and marks the wrong ones; how many were wrong. */
  validate: () => Promise<number>;
  /** Puts the cursor onto the first cell and brings the block there; absent: it takes none. */
  paste?: (text: string) => Promise<void>;
  /** How many cells are marked as wrong. */
  wrong?: () => number;
  /** A cell that is in sight. */
  cell: (row: number, key: string) => HTMLElement | null;
}

declare global {
  // oxlint-disable-next-line no-var -- a global is declared so
  var benched: BenchedGrid | undefined;
}
