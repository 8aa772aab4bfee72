export { labelFailed, labelsArrived, type ArrivedDocument, type ArrivedLabels } from './labels.ts';
export {
  noticeDone,
  noticeFailed,
  readShipment,
  type ShipmentBox,
  type ShipmentForChannel,
} from './read-shipment.ts';
