import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of the aftersales module. */
export const pages: PageSpecs = {
  'list/aftersales/claim': {
    load: () => import('./claims/claim-pages.tsx').then(({ ClaimList }) => ClaimList),
  },
  'aftersales/ReturnAnalysis': {
    load: () => import('./analysis/return-analysis.tsx').then(({ ReturnAnalysis }) => ReturnAnalysis),
  },
  'aftersales/ReturnList': {
    load: () => import('./returns/return-list.tsx').then(({ ReturnList }) => ReturnList),
  },
  'aftersales/ReturnDetail': {
    load: () => import('./returns/return-detail.tsx').then(({ ReturnDetail }) => ReturnDetail),
  },
  'aftersales/ReturnDesk': {
    load: () => import('./desk/desk-page.tsx').then(({ ReturnDeskPage }) => ReturnDeskPage),
  },
  'aftersales/InspectPage': {
    load: () => import('./returns/inspect-page.tsx').then(({ InspectPage }) => InspectPage),
  },
  'list/aftersales/partOrder': {
    load: () => import('./parts/part-list.tsx').then(({ PartOrderList }) => PartOrderList),
  },
  'aftersales/PartOrderNew': {
    load: () => import('./parts/part-form.tsx').then(({ PartOrderForm }) => PartOrderForm),
  },
  'aftersales/PartOrderEdit': {
    load: () => import('./parts/part-form.tsx').then(({ PartOrderForm }) => PartOrderForm),
  },
  'aftersales/PartOrderDetail': {
    load: () => import('./parts/part-detail.tsx').then(({ PartOrderDetail }) => PartOrderDetail),
  },
  'aftersales/FillRate': {
    load: () => import('./parts/fill-rate.tsx').then(({ FillRatePage }) => FillRatePage),
  },
  'aftersales/PartPlan': {
    load: () => import('./parts/part-plan.tsx').then(({ PartPlanPage }) => PartPlanPage),
  },
};
