import { fetchRoute, newKey, useSession, useStepQueue, type KeyedStep } from '#kit/web/index.ts';
import { stationStepRoute } from '../../model/station-routes.ts';
import type { StationShipment, StationStep } from '../../model/station.ts';

/** A step on a shipment that is to be stored. */
export interface QueuedStep extends KeyedStep {
  shipmentId: string;
  shipmentNo: string;
  step: StationStep;
}

export interface Steps {
  push: (shipment: Pick<StationShipment, 'id' | 'shipmentNo'>, step: StationStep) => void;
  /** Scans that are not stored yet. */
  waiting: number;
  /** Without a network. */
  isStuck: boolean;
  /** Steps on a shipment that are not stored yet, in their order. */
  unstored: (shipmentId: string) => StationStep[];
}

interface Hearing {
  onAnswer: (one: QueuedStep, answer: StationShipment, isLast: boolean) => void;
  onRefused: (one: QueuedStep, error: unknown) => void;
}

/** Steps of this device, kept over a reload until they are stored. */
export function useSteps({ onAnswer, onRefused }: Hearing): Steps {
  const { user } = useSession();
  const { push, unstored, waiting, isStuck } = useStepQueue<QueuedStep, StationShipment>(
    `waybill.station.steps.${user.username}`,
    {
      send: ({ shipmentId, step, key }) =>
        fetchRoute(stationStepRoute, { params: { id: shipmentId }, body: step, key }),
      subjectOf: ({ shipmentId }) => shipmentId,
      onAnswer,
      onRefused,
    },
  );
  return {
    waiting,
    isStuck,
    unstored: (id) => unstored(id).map(({ step }) => step),
    push: ({ id, shipmentNo }, step) => push({ key: newKey(), shipmentId: id, shipmentNo, step }),
  };
}
