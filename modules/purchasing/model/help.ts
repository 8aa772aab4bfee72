import { stateNotes, type HelpPart } from '#kit/model/help.ts';
import { billPaymentLifecycle } from './bill-payment.ts';
import { landedCostLifecycle } from './landed-cost.ts';
import { purchaseOrderLifecycle } from './purchase-order.ts';
import { supplierBillLifecycle } from './supplier-bill.ts';
import { supplierProductLifecycle } from './supply/supplier-product.ts';

/** 采购 in the handbook. */
export const purchasingHelp: HelpPart = {
  module: 'purchasing',
  title: '采购',
  chapters: [
    {
      name: 'restock',
      title: '补货建议',
      pages: ['/purchase/restock'],
      of: ['purchasing:restockAdvice'],
    },
    {
      name: 'orders',
      title: '采购单',
      pages: ['/purchase/order', '/purchase/order/:id'],
      of: ['purchasing:purchaseOrder'],
    },
    {
      name: 'landed-costs',
      title: '头程费用分摊',
      pages: ['/purchase/landed-cost', '/purchase/landed-cost/:id'],
      of: ['purchasing:landedCost'],
    },
    {
      name: 'bills',
      title: '应付单',
      pages: ['/purchase/bill', '/purchase/bill/:id'],
      of: ['purchasing:supplierBill'],
    },
    {
      name: 'payments',
      title: '付款',
      pages: ['/purchase/payment', '/purchase/payment/:id', '/purchase/account'],
      of: ['purchasing:billPayment', 'purchasing:payingAccount'],
    },
    {
      name: 'credits',
      title: '供应商退款单',
      pages: ['/purchase/credit'],
      of: ['purchasing:supplierCredit'],
    },
    {
      name: 'scores',
      title: '供应商评分',
      pages: ['/purchase/score', '/purchase/delivery'],
      of: ['purchasing:supplierScore', 'purchasing:supplierDelivery'],
    },
    {
      name: 'settings',
      title: '采购设置',
      pages: ['/purchase/settings'],
    },
    {
      name: 'prices',
      title: '供应商报价',
      pages: ['/purchase/price'],
      of: ['purchasing:supplierPrice'],
    },
    {
      name: 'supply',
      title: '批发供货',
      pages: ['/supply/product', '/supply/inventory', '/supply/supplier', '/supply/run'],
      of: ['purchasing:supplierProduct', 'purchasing:supplierStock', 'purchasing:supplyFeed', 'purchasing:supplyRun'],
    },
  ],
  notes: [
    stateNotes(landedCostLifecycle, {
      draft: '还在填写，成本没有变；货收完后过账。',
      posted: '已分摊，库存成本和凭证都已更新；记错了就冲销。',
      reversed: '已冲回，还在库的货降回原来的成本。',
      cancelled: '已放弃，没有分摊。',
    }),
    stateNotes(supplierBillLifecycle, {
      draft: '还在填写；填好后提交匹配。',
      matched: '与采购、收货一致，可以直接过账。',
      differing: '有差异，每行写明差多少，或超过单人上限，看送审原因；等另一个人审核，或退回修改。',
      approved: '已审核通过，可以过账。',
      posted: '已记入应付，等付款；看到期日。',
      part_paid: '付了一部分，其余等付款；看未付和到期日。',
      paid: '已付清；付错了在付款记录里冲销。',
      cancelled: '已放弃，没有入账；发票号可以重新登记。',
    }),
    stateNotes(billPaymentLifecycle, {
      paid: '已付给供应商，应付和银行存款都已记账；付错了就冲销。',
      reversed: '已冲回，应付单又欠这笔钱；记录不变。',
    }),
    stateNotes(supplierProductLifecycle, {
      new: '供货源读到的产品，还没有对应的 SKU；关联、建品或忽略。',
      linked: '对应我们的一个 SKU，成本是它的供应商报价。',
      ignored: '不卖，不再提醒；要卖时取消忽略。',
      changed: '供应商的价格或资料变了，等人应用或保留原值；看差异。',
      gone: '不在供应商的清单里了，库存按 0 计；重新出现会自动恢复。',
    }),
    stateNotes(purchaseOrderLifecycle, {
      draft: '还在填写，没有承诺给供应商；填好后提交。',
      submitted: '等另一个人审核；制单人可以撤回修改。',
      approved: '审核通过，还没有告诉供应商；谈妥后下单。',
      ordered: '供应商已接单，货还没有到；到货在入库单登记。',
      partially_received: '收到了一部分，其余继续等；不等了就关闭。',
      received: '全部收到；账单核对完可以关闭。',
      closed: '已结束，不再收货；记录不变。',
      rejected: '审核没有通过，原因见流转记录；改好后可以再提交。',
      cancelled: '已放弃，没有收货。',
    }),
  ],
};
