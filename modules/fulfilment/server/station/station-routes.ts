import { Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { claimReceipt, payloadHash, storeReceipt } from '#kit/server/receipt.ts';
import { file, implement, type Route } from '#kit/server/route.ts';
import { drawLabelPdf } from '#platform/print/label-drawing.ts';
import { labelUnprintable, labelUnreadable } from '../../model/errors.ts';
import { unprintable } from '../../model/label-denial.ts';
import { CONTROL_CODES } from '../../model/station-codes.ts';
import { noBoxLabel, stationMeasures, stationStep } from '../../model/station-errors.ts';
import {
  MOST_AT_STATION,
  stationCodesRoute,
  stationFindRoute,
  stationLabelRoute,
  stationQueueRoute,
  stationShipmentRoute,
  stationStepRoute,
  stationWaitingRoute,
} from '../../model/station-routes.ts';
import type { StationMeasures, StationShipment, StationStep } from '../../model/station.ts';
import { pagesIn } from '../packing/deal-labels.ts';
import { findAtStation, queueAtStation, waitingIds } from './station-find.ts';
import { readStation } from './station-read.ts';
import { carryOut, type StepMessage } from './station-steps.ts';

/** 打包台 in full screen: look-up, steps under a key, labels box by box. */
export const stationRoutes: Route[] = [
  implement(stationFindRoute, (call) => call.tx((tx) => findAtStation(tx, call.query.code ?? ''))),
  implement(stationQueueRoute, ({ tx: inTx, query }) =>
    inTx((tx) =>
      queueAtStation(tx, {
        warehouseId: query.warehouseId ?? '',
        ids: idsOf(query.ids),
        skip: idsOf(query.skip),
      }),
    ),
  ),
  implement(stationWaitingRoute, (call) =>
    call.tx(async (tx) => {
      const ids = await waitingIds(tx);
      return ids.length > 0 ? readStation(tx, ids) : [];
    }),
  ),
  implement(stationShipmentRoute, (call) => call.tx((tx) => one(tx, call.params.id))),
  implement(stationStepRoute, (call) => {
    const { key } = call;
    if (!key) throw new Refusal('keyMissing', MESSAGES.keyMissing, { status: 422 });
    const [id, step] = [call.params.id, stepOf(call.body)];
    return call.tx((tx) => keyedStep(tx, id, step, key));
  }),
  implement(stationLabelRoute, async (call) => {
    const { name, mime, bytes } = await call.tx((tx) => boxLabel(tx, call.params.id, String(call.body.boxId ?? '')));
    return file(name, mime, bytes, mime === 'application/pdf');
  }),
  implement(stationCodesRoute, async () => file('打包台控制码.pdf', 'application/pdf', await codes(), true)),
];

const idsOf = (text = ''): string[] => text.split(',').filter(isUuid).slice(0, MOST_AT_STATION);

async function one(tx: Tx, id: string): Promise<StationShipment> {
  const [row] = (await readStation(tx, [id])) as [StationShipment];
  return row;
}

/** A step whose answer was lost is sent again under its key, and nothing happens twice. */
async function keyedStep(tx: Tx, id: string, step: StationStep, key: string): Promise<StationShipment> {
  const scope = 'fulfilment:station:step';
  const known = await claimReceipt<StepMessage>(tx, scope, key, payloadHash({ id, step }));
  const answers = known ? known.answered : await carryOut(tx, id, step);
  if (!known) await storeReceipt(tx, scope, key, answers);
  return { ...(await one(tx, id)), ...answers };
}

const LONGEST_CODE = 120;

type StationBody = Record<string, unknown>;
type Kind = StationStep['kind'];

/** Reads a step as it arrived. @throws 422 */
function stepOf(body: object): StationStep {
  const answers = body as StationBody;
  const kind = String(answers['kind']);
  const step = Object.hasOwn(STEPS, kind) ? STEPS[kind as Kind](answers) : null;
  if (!step) throw stationStep();
  return step;
}

/** How each step is read, or null where something of it is missing: one without a reader does not compile. */
const STEPS: { readonly [K in Kind]: (answers: StationBody) => Extract<StationStep, { kind: K }> | null } = {
  open: () => ({ kind: 'open' }),
  undo: () => ({ kind: 'undo' }),
  label: () => ({ kind: 'label' }),
  leave: () => ({ kind: 'leave' }),
  printed: ({ boxId, labelKey }) => (isUuid(boxId) && isUuid(labelKey) ? { kind: 'printed', boxId, labelKey } : null),
  take({ boxId, code }) {
    return isUuid(boxId) && isCode(code) ? { kind: 'take', boxId, code } : null;
  },
  seal({ boxId, code, ...rest }) {
    return isUuid(boxId) && isCode(code) ? { kind: 'seal', boxId, code, ...measuresOf(rest) } : null;
  },
};

const isCode = (code: unknown): code is string =>
  typeof code === 'string' && code.trim() !== '' && code.length <= LONGEST_CODE;

/** Ten tonnes and a hundred metres: more is a slip of the scale. */
const MOST_MEASURE = 10_000_000;

function measuresOf(given: Record<string, unknown>): StationMeasures {
  const measures: StationMeasures = {};
  for (const key of ['weightG', 'lengthMm', 'widthMm', 'heightMm'] as const) {
    const value = given[key];
    if (value === undefined || value === null) continue;
    if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > MOST_MEASURE) throw stationMeasures();
    measures[key] = Number(value);
  }
  return measures;
}

/** The label of one box and no other; that of a whole shipment with its first. */
async function boxLabel(tx: Tx, id: string, boxId: string): Promise<{ name: string; mime: string; bytes: Buffer }> {
  const { boxes, labelHold } = await one(tx, id);
  const reason = unprintable(labelHold);
  if (reason) throw labelUnprintable({ reason });
  const found = boxes.find((box) => box.id === boxId);
  if (!found?.labelKey) throw noBoxLabel();
  const stored = await tx.files.read(tx, found.labelKey);
  const pages = await pagesIn(stored.bytes);
  if (typeof pages === 'string') throw labelUnreadable({ reason: pages });
  audit(tx, 'fulfilment:shipment', [{ rowId: id, action: 'printLabels', diff: { boxNo: found.boxNo } }]);
  return stored;
}

/** A sheet of barcodes that hangs at the table. */
async function codes(): Promise<Uint8Array> {
  const labels = Object.entries(CONTROL_CODES).map(([code, { title, does, key }]) => ({
    barcodeText: code,
    lines: [
      { text: title, size: 24, bold: true },
      { text: does, size: 11 },
      { label: '按键', text: key, size: 11 },
    ],
  }));
  const { bytes } = await drawLabelPdf({ widthMm: 100, heightMm: 60, labels }, { title: '打包台控制码' });
  return bytes;
}
