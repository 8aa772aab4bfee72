import type { Registry } from '#kit/server/registry.ts';
import { implement, type Route } from '#kit/server/route.ts';
import {
  foundRoute,
  makeWaveRoute,
  pickersRoute,
  pickRoute,
  planWaveRoute,
  putBackRoute,
  shortRoute,
  takeStopRoute,
  undoPickRoute,
  waveDeskRoute,
} from '../../model/wave-routes.ts';
import { requestedShipments, makeWaves, planWaves, readWaveAnswers } from './make-waves.ts';
import { foundUnits, pickUnits, putBack, shortUnits, takeStop, undoPick } from './pick-tasks.ts';
import { pickers } from './pickers.ts';
import { readWaveDesk } from './wave-desk.ts';

/** Waves are made of the shipment list, and picked at a page of their own. */
export const waveRoutes = (registry: Registry): Route[] => [
  implement(planWaveRoute, async (call) => {
    const answers = readWaveAnswers(call);
    const ids = await requestedShipments(call, registry);
    return call.tx((tx) => planWaves(tx, ids, answers));
  }),
  implement(makeWaveRoute, async (call) => {
    const answers = readWaveAnswers(call);
    const ids = await requestedShipments(call, registry);
    return call.tx((tx) => makeWaves(tx, ids, answers));
  }),
  implement(pickersRoute, (call) => call.tx(pickers)),
  implement(waveDeskRoute, (call) => call.tx((tx) => readWaveDesk(tx, call.params.id))),
  implement(takeStopRoute, (call) => {
    const { seq } = call.body;
    const id = call.params.id;
    return call.tx(async (tx) => {
      await takeStop(tx, id, seq ?? null);
      return readWaveDesk(tx, id);
    });
  }),
  implement(pickRoute, (call) => {
    const answers = call.body;
    return call.tx((tx) => pickUnits(tx, call.params.id, answers));
  }),
  implement(shortRoute, (call) => {
    const answers = call.body;
    return call.tx((tx) => shortUnits(tx, registry, call.params.id, answers));
  }),
  implement(foundRoute, (call) => {
    const answers = call.body;
    return call.tx((tx) => foundUnits(tx, call.params.id, answers));
  }),
  implement(undoPickRoute, (call) => call.tx((tx) => undoPick(tx, call.params.id))),
  implement(putBackRoute, (call) => {
    const { taskId } = call.body;
    const id = call.params.id;
    return call.tx(async (tx) => {
      await putBack(tx, id, taskId);
      return readWaveDesk(tx, id);
    });
  }),
];
