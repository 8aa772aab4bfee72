import { Refusal } from '#kit/model/refusal.ts';

export const stationHeld = (p: { name: string }) =>
  new Refusal('fulfilment.stationHeld', `${p.name} 正在打这一单，请换一单`);
export const stationUnknown = (p: { code: string }) =>
  new Refusal('fulfilment.stationUnknown', `不认识 ${p.code}，请放到一边`, { status: 404 });
export const stationForeign = (p: { code: string }) =>
  new Refusal('fulfilment.stationForeign', `${p.code} 不属于这一箱，请放到一边`);
export const stationRepeated = (p: { boxNo: string }) =>
  new Refusal('fulfilment.stationRepeated', `${p.boxNo} 已封箱，不能再扫`);
export const stationOtherAtHand = (p: { boxNo: string }) =>
  new Refusal('fulfilment.stationOtherAtHand', `先封好手上的 ${p.boxNo}，或撤销它`);
export const stationOver = () => new Refusal('fulfilment.stationOver', '这一单已不在装箱，请打下一单');
export const nothingToUndo = () => new Refusal('fulfilment.nothingToUndo', '没有可撤销的扫描');
export const undoLabelled = () =>
  new Refusal('fulfilment.undoLabelled', '面单已出，不能撤销；要改请到发货单作废后重打');
export const stationStep = () =>
  new Refusal('fulfilment.stationStep', '打包台不认识这一步，请刷新页面', { status: 422 });
export const stationMeasures = () => new Refusal('fulfilment.stationMeasures', '重量和尺寸须大于 0', { status: 422 });
export const noBoxLabel = () => new Refusal('fulfilment.noBoxLabel', '这一箱还没有面单', { status: 404 });
