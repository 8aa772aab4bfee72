import { MOST_AMOUNT } from '#kit/model/money.ts';
import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';

const atReceipts = (code: string, message: string, rows: readonly number[]) =>
  invalid(
    rows.map((row): FieldError => ({
      field: 'receiptId',
      row,
      code: `purchasing.${code}`,
      message,
    })),
  );

export const receiptTwice = (rows: readonly number[]) => atReceipts('receiptTwice', '这张入库单已在上面', rows);

export const receiptElsewhere = (rows: readonly number[]) =>
  atReceipts('receiptElsewhere', '这张入库单收在别的仓库；每张费用单只分摊一个仓库的货', rows);

export const costBeyond = (): FieldError => ({
  field: 'freight',
  code: 'max',
  message: `费用合计不能大于${MOST_AMOUNT}`,
});

export const costDayAhead = (): FieldError => ({
  field: 'costDay',
  code: 'invalid',
  message: '费用日期不能晚于今天',
});

export const costByMaker = (p: { reason: string }) =>
  new Refusal('purchasing.costByMaker', `${p.reason}，制单人不能自己过账，请由其他有过账权限的人过账`, { status: 403 });

export const costNeeded = () =>
  new Refusal('purchasing.costNeeded', '没有金额：头程、关税、其他费用至少填一项', {
    status: 422,
    errors: [{ field: 'freight', code: 'required', message: '至少填一项金额' }],
  });

export const costTooSmall = (p: { currency: string }) =>
  new Refusal('purchasing.costTooSmall', `折合 ${p.currency} 不足一分，不能分摊`, { status: 422 });

export const nothingReceived = (p: { receipts: readonly string[] }) =>
  new Refusal('purchasing.nothingReceived', `${p.receipts.join('、')} 还没有收货，不能分摊`, {
    status: 422,
  });

const MEASURES = {
  qty: '数量',
  volume: '箱规的体积',
  weight: '箱规的重量',
  value: '入库成本',
} as const;
const MOST_NAMED = 20;

/** The goods that cannot bear a part, since nobody knows how much of them there is. */
export const measureMissing = (p: { basis: keyof typeof MEASURES; skus: readonly string[] }) => {
  const named = p.skus.slice(0, MOST_NAMED).join('、');
  const more = p.skus.length > MOST_NAMED ? ` 等 ${p.skus.length} 个SKU` : '';
  return new Refusal(
    'purchasing.measureMissing',
    `${named}${more} 没有${MEASURES[p.basis]}，请先补上或换一种分摊方式`,
    { status: 422 },
  );
};
