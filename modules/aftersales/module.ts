import { carriedOut } from '#kit/server/deliveries.ts';
import { defineModule, type Parts } from '#kit/server/module.ts';
import { after } from '#kit/server/outbox.ts';
import type { Registry } from '#kit/server/registry.ts';
import { createCarriers, type CarrierServices } from '#modules/fulfilment/server/index.ts';
import { stockIncreased } from '#modules/inventory/model/events.ts';
import { breachPartsWork, expireLabelsWork } from './model/clock-works.ts';
import * as declared from './model/declared.ts';
import { aftersalesGrants } from './model/grants.ts';
import { inspectionForm } from './model/inspection-form.ts';
import { aftersalesMenus } from './model/menus.ts';
import { takeAwaitedJob } from './model/part-jobs.ts';
import { partOrder } from './model/part-order.ts';
import {
  buyReturnLabelJob,
  returnLabelBuying,
  returnLabelVoiding,
  voidReturnLabelJob,
} from './model/return-label-work.ts';
import { RETURN_BEYOND, returnOrder } from './model/return-order.ts';
import { analysisParts } from './server/analysis/analysis-parts.ts';
import { breachDueParts } from './server/parts/breach-parts.ts';
import { claimParts } from './server/claims/claim-parts.ts';
import { claimRoutes } from './server/claims/claim-sources.ts';
import * as confirmMoves from './server/parts/confirm-parts.ts';
import * as creditMoves from './server/returns/credit-return.ts';
import { deskRoutes } from './server/desk/desk-routes.ts';
import * as disposeMoves from './server/returns/dispose-return.ts';
import { enqueueExpiry, returnJobs } from './server/returns/expire-returns.ts';
import * as inspectMoves from './server/returns/inspect-return.ts';
import { inspectionFormGuards } from './server/returns/inspection-forms.ts';
import { aftersalesInvariants } from './server/invariants.ts';
import { partDraft } from './server/parts/part-draft.ts';
import { partKeyword } from './server/parts/part-keyword.ts';
import { partInvariants } from './server/parts/part-invariants.ts';
import * as partMoves from './server/parts/part-requests.ts';
import { partRoutes } from './server/parts/part-routes.ts';
import { sealedParts } from './server/parts/part-sealed.ts';
import { partSheet } from './server/parts/part-sheet.ts';
import { channelTemplate } from './server/parts/part-templates.ts';
import { partTodos } from './server/parts/part-todos.ts';
import { printReturns } from './server/returns/print-returns.ts';
import { printParts } from './server/parts/print-parts.ts';
import { aftersalesInTransaction } from './server/reactions.ts';
import * as receiveMoves from './server/returns/receive-return.ts';
import * as refurbishMoves from './server/returns/refurbish-return.ts';
import * as closeMoves from './server/returns/close-return.ts';
import * as requestMoves from './server/returns/request-return.ts';
import { returnDetail } from './server/returns/return-detail.ts';
import { returnDraft } from './server/returns/return-draft.ts';
import { labelParts } from './server/labels/return-label-parts.ts';
import { buyReturnLabelHandler, voidReturnLabelHandler } from './server/labels/return-label-work.ts';
import { returnFaces } from './server/returns/return-faces.ts';
import { partFaces } from './server/parts/part-faces.ts';
import { judgingRoutes } from './server/returns/return-judging.ts';
import { returnOfferRoutes } from './server/returns/return-offer.ts';
import { returnSettingsRoutes } from './server/returns/return-settings.ts';
import * as reverseMoves from './server/returns/reverse-credit.ts';
import { shipPartOrder } from './server/parts/ship-parts.ts';
import { takeAwaited } from './server/parts/take-awaited.ts';
import { aftersalesTodos } from './server/todos.ts';

/** What the wiring gives to this module. */
interface AftersalesServices extends CarrierServices {
  registry: Registry;
}

const HOUR_MS = 3_600_000;

/** 退货 配件补发 索赔. */
export const aftersales = defineModule<AftersalesServices>({
  name: 'aftersales',
  declared,
  menus: aftersalesMenus,
  grants: aftersalesGrants,
  permissions: [{ code: RETURN_BEYOND, title: '超收', resource: 'aftersales:returnOrder', isInner: true }],
  sealed: [...sealedParts],
  serves: [
    { resource: returnOrder, draft: returnDraft, detail: returnDetail, beside: returnFaces },
    { resource: inspectionForm, guards: inspectionFormGuards },
    { resource: partOrder, draft: partDraft, keyword: partKeyword, beside: partFaces },
    ...claimParts.serves,
    ...analysisParts.serves,
    ...labelParts.serves,
  ],
  moves: [
    requestMoves,
    closeMoves,
    receiveMoves,
    inspectMoves,
    disposeMoves,
    creditMoves,
    reverseMoves,
    refurbishMoves,
    partMoves,
    confirmMoves,
    { shipPartOrder },
    ...claimParts.moves,
    ...labelParts.moves,
  ],
  routes: [...returnOfferRoutes, ...returnSettingsRoutes, ...judgingRoutes, ...labelParts.routes],
  inTransaction: [...aftersalesInTransaction, ...labelParts.inTransaction],
  after: [
    after(stockIncreased, takeAwaitedJob),
    after(returnLabelBuying, buyReturnLabelJob),
    after(returnLabelVoiding, voidReturnLabelJob),
  ],
  invariants: [...aftersalesInvariants, ...partInvariants, ...claimParts.invariants],
  todos: [...aftersalesTodos, ...partTodos, ...claimParts.todos, ...labelParts.todos],
  jobs: [
    ...returnJobs,
    carriedOut(takeAwaitedJob, {
      rank: 4,
      run: async (attempt) => {
        await takeAwaited((work) => attempt.tx(work), attempt.payload.skuIds);
        await attempt.finish();
      },
    }),
  ],
  build,
});

function build(services: AftersalesServices): Parts {
  const { registry, db } = services;
  const carriers = createCarriers(services);
  return {
    routes: [
      ...partRoutes(registry),
      ...claimRoutes(registry),
      ...deskRoutes(registry),
      channelTemplate,
      printParts,
      printReturns,
    ],
    documents: [partSheet(registry)],
    scheduled: [
      { kind: breachPartsWork, run: (now) => breachDueParts(db, now) },
      { kind: expireLabelsWork, everyMs: HOUR_MS, run: (now) => enqueueExpiry(db, now) },
    ],
    jobs: [
      carriedOut(buyReturnLabelJob, buyReturnLabelHandler(carriers)),
      carriedOut(voidReturnLabelJob, voidReturnLabelHandler(carriers)),
    ],
  };
}
