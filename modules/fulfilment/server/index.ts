export { buyOnce } from './buy-once.ts';
export { witnessOf } from './carriers/buy-label-work.ts';
export {
  carrierCheck,
  createCarriers,
  type Carriers,
  type CarrierServices,
  type OpenCarrier,
} from './carriers/carriers.ts';
export { claimedFault, claimLabel, isClaimed, withoutOwn } from './carriers/label-claim.ts';
export { labelNotBought } from './carriers/label-purchase.ts';
export type { ArrivedDocument } from './packing/deal-labels.ts';
export { labelFailed, labelsArrived, type ArrivedLabels } from './packing/labels.ts';
export { claimLost } from './carriers/on-the-way.ts';
export { requestIntercept } from './intercept.ts';
export { lostShipments, sentLines, type SentLine } from './sent-lines.ts';
export { readsPaper } from './packing/papers.ts';
export { noteRegistered } from './packing/registered-units.ts';
export {
  noticeDone,
  noticeFailed,
  readShipment,
  shipFrom,
  type ShipmentBox,
  type ShipmentForChannel,
} from './read-shipment.ts';
