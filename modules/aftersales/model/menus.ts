import { listPages, settingsMenu, type DeclaredMenu } from '#kit/model/menu.ts';
import { returnSettings } from './return-settings.ts';

const SETUP = '/aftersales/setup';

/** 售后, after the goods have gone: returns, parts, claims, then what they say, and what is set up once. */
export const aftersalesMenus: readonly DeclaredMenu[] = [
  { path: '/aftersales', title: '售后', icon: 'rollback', sort: 11, redirect: '/orders/return' },
  ...listPages('/aftersales', [
    ['/orders/return', '退货', 1, 'aftersales:returnOrder', 'aftersales/ReturnList'],
    ['/orders/return-label', '退货面单', 1.2, 'aftersales:returnLabel'],
    ['/orders/credit-note', '退款单（红字）', 1.3, 'aftersales:creditNote'],
    ['/orders/part', '配件补发', 2, 'aftersales:partOrder'],
    ['/orders/claim', '索赔', 3, 'aftersales:claim'],
    ['/orders/return-analysis', '退货分析', 4, 'aftersales:returnAnalysis', 'aftersales/ReturnAnalysis'],
    ['/orders/return-incident', '售后明细', 4.1, 'aftersales:returnIncident'],
    ['/orders/shipped-units', '发货明细', 4.2, 'aftersales:shippedUnits'],
  ]),
  {
    path: '/returns',
    title: '退货签收台',
    parent: '/aftersales',
    component: 'aftersales/ReturnDesk',
    sort: 1.1,
    permission: 'aftersales:returnOrder:receive',
    resources: [],
  },
  ...(
    [
      ['/orders/part-rate', '配件及时发出率', 'aftersales/FillRate', 2.1],
      ['/orders/part-plan', '配件备货', 'aftersales/PartPlan', 2.2],
    ] as const
  ).map(([path, title, component, sort]): DeclaredMenu => ({
    path,
    title,
    component,
    sort,
    parent: '/aftersales',
    permission: 'aftersales:partOrder:list',
    resources: [],
    keepAlive: true,
  })),
  {
    path: SETUP,
    title: '售后资料',
    parent: '/aftersales',
    sort: 9,
    redirect: '/orders/return-reason',
  },
  ...listPages(SETUP, [
    ['/orders/return-reason', '退货原因', 1, 'aftersales:returnReason'],
    ['/orders/inspection-form', '质检表', 2, 'aftersales:inspectionForm'],
    ['/orders/return-label-rule', '退货面单规则', 3, 'aftersales:returnLabelRule'],
    ['/orders/claim-term', '索赔时限', 4, 'aftersales:claimTerm'],
  ]),
  settingsMenu(SETUP, '/orders/return-settings', 5, returnSettings),
];
