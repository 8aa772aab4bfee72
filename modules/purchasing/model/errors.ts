import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';
import { MAIL_WORDS } from './purchase-settings.ts';

export const priceTaken = () =>
  invalid([
    {
      field: 'effectiveDate',
      code: 'purchasing.priceTaken',
      message: '该供应商的这个SKU、起订量和币种在这一天已有报价',
    },
  ]);

/** At the lines that have none. */
export const priceNeeded = (lines: readonly { row: number; sku: string }[]) =>
  invalid(
    lines.map(({ row, sku }): FieldError => ({
      field: 'unitPrice',
      row,
      code: 'purchasing.priceNeeded',
      message: `${sku} 供应商没有报价，请填单价`,
    })),
  );

/** A template asks for something that no order has; at its field. */
export const mailWordUnknown = (p: { word: string }) => ({
  code: 'purchasing.mailWord',
  message: `没有 {${p.word}}，可用的有 ${MAIL_WORDS.map((word) => `{${word}}`).join('、')}`,
});

export const toleranceTooWide = (p: { field: string; title: string; most: number }): FieldError => ({
  field: p.field,
  code: 'max',
  message: `${p.title}不能大于 ${p.most / 100}（${p.most}%）`,
});

/** Why an order cannot be mailed now. */
export const mailRefused = {
  state: (p: { state: string }) =>
    new Refusal('purchasing.mailState', `采购单${p.state}，不能发给供应商；审核通过后再发`),
  noServer: () =>
    new Refusal(
      'purchasing.noMailServer',
      '没有配置邮件服务器，发不出邮件；请管理员设置 SMTP_URL，或打印采购单后自行发送',
      { status: 422 },
    ),
  underWay: () => new Refusal('purchasing.mailUnderWay', '有一封邮件正在发送，请稍后再发'),
  noReceiver: () => invalid([{ field: 'to', code: 'purchasing.mailTo', message: '请选择收件人' }]),
  stranger: (p: { address: string }) =>
    invalid([
      {
        field: 'to',
        code: 'purchasing.mailStranger',
        message: `${p.address} 不是该供应商联系人的邮箱`,
      },
    ]),
  tooMany: (p: { most: number }) =>
    invalid([{ field: 'to', code: 'purchasing.mailMany', message: `收件人最多 ${p.most} 个` }]),
};

export const orderEmpty = () => new Refusal('purchasing.orderEmpty', '采购单没有明细', { status: 422 });

export const supplierDisabled = (p: { supplier: string }) =>
  new Refusal('purchasing.supplierDisabled', `供应商 ${p.supplier} 已停用，不能再采购`);

export const closeNeedsReason = (p: { open: number }) =>
  invalid([
    {
      field: 'reason',
      code: 'purchasing.closeNeedsReason',
      message: `还有 ${p.open} 件没有收货，请填关闭原因`,
    },
  ]);

export const nothingToNotify = () =>
  new Refusal('purchasing.nothingToNotify', '没收的货都在入库单里，不用再通知', { status: 422 });

/** Whoever is late hears what has come meanwhile. */
export const goodsCame = (p: { received: number }) =>
  new Refusal('purchasing.goodsCame', `已收 ${p.received} 件，不能取消；不再收的请「关闭」`);

export const orderEnded = (p: { poNo: string; state: string }) =>
  new Refusal('purchasing.orderEnded', `采购单 ${p.poNo} ${p.state}，不能再收货`);

/** More has come than was ordered and its tolerance allow, over all receipts. */
export const beyondOrder = (p: { sku: string; qty: number; most: number; received: number }) =>
  new Refusal(
    'purchasing.beyondOrder',
    `${p.sku} 采购 ${p.qty} 件，最多收 ${p.most} 件，共收 ${p.received} 件要有超收权限`,
    { status: 422 },
  );

export const periodReversed = (p: { from: string; to: string }) => {
  const message = `下单日期的起 ${p.from} 晚于止 ${p.to}`;
  return new Refusal('purchasing.periodReversed', message, {
    status: 422,
    errors: [{ field: 'orderedOn', code: 'invalid', message }],
  });
};

export const restockDaysWrong = (p: { most: number }) => {
  const message = `备货天数请填 1 至 ${p.most} 的整数`;
  return new Refusal('purchasing.restockDays', message, {
    status: 422,
    errors: [{ field: 'coverDays', code: 'range', message }],
  });
};

/** None of the chosen goods can be ordered, and why. */
export const nothingAdvised = (p: { without: readonly string[]; enough: readonly string[] }) =>
  new Refusal(
    'purchasing.nothingAdvised',
    [
      ...(p.without.length > 0 ? [`不知道向谁采购：${p.without.join('、')}，请先登记供应商报价`] : []),
      ...(p.enough.length > 0 ? [`还不用补：${p.enough.join('、')}`] : []),
    ].join('；') || '所选的行已不在建议里，请刷新',
    { status: 422 },
  );
