import { Refusal } from '#kit/model/refusal.ts';

const at = (field: string, code: string, message: string): Refusal =>
  new Refusal(code, message, { status: 422, errors: [{ field, code, message }] });

export const nothingToWave = (p: { reason: string | undefined }) =>
  new Refusal(
    'fulfilment.nothingToWave',
    p.reason ? `没有可以编入波次的发货单：${p.reason}` : '没有可以编入波次的发货单',
    { status: 422 },
  );
export const tooManyWaved = (p: { most: number }) =>
  new Refusal('fulfilment.tooManyWaved', `一次最多为 ${p.most} 张发货单生成波次，请缩小范围`, {
    status: 422,
  });
export const unknownPicker = () => at('assignee', 'fulfilment.unknownPicker', '没有这个拣货人，请从名单里选');
export const notPicking = () => new Refusal('fulfilment.notPicking', '波次不在拣货中，请先开始拣货');
export const othersWave = (p: { assignee: string }) =>
  new Refusal('fulfilment.othersWave', `波次已指派给 ${p.assignee}，请先改派`);
export const stopHeld = (p: { by: string }) => new Refusal('fulfilment.stopHeld', `${p.by} 正在这个货位，请去下一个`);
export const noStop = () => new Refusal('fulfilment.noStop', '波次里没有这个货位的任务');
export const beyondLeft = (p: { left: number }) =>
  at('qty', 'fulfilment.beyondLeft', p.left === 0 ? '这个SKU已拣够，多的请放回' : `只差 ${p.left} 件，多的请放回`);
export const noneShort = () => at('qty', 'fulfilment.noneShort', '没有这么多缺货可以补');
export const nothingToUndo = () =>
  new Refusal('fulfilment.nothingToUndo', '没有可以撤回的操作，只能撤回自己在本波次的上一次');
export const actionOfOthers = () => at('action', 'fulfilment.actionOfOthers', '操作号已用过，请刷新后重试');
export const badAction = () => at('action', 'fulfilment.badAction', '操作号须为 UUID');
export const notPackedYet = (p: { numbers: string }) =>
  new Refusal('fulfilment.notPackedYet', `还有发货单没有装箱：${p.numbers}`);

export const handedOver = (p: { handoverNo: string | null; move?: string }) =>
  new Refusal(
    'fulfilment.handedOver',
    p.handoverNo
      ? `已在交接清单 ${p.handoverNo} 交给承运商，不能${p.move ?? '撤销发货'}；交接有误先由主管重新打开清单`
      : `已交给承运商，不能${p.move ?? '撤销发货'}；交接有误先由主管重新打开交接清单`,
  );
export const handoverNotOpen = () => new Refusal('fulfilment.handoverNotOpen', '清单不是待交接，不能增减箱子');
export const handoverEmpty = () => new Refusal('fulfilment.handoverEmpty', '清单里没有箱子，请先扫箱或带入');
export const handoverFull = (p: { most: number }) =>
  new Refusal('fulfilment.handoverFull', `一张清单最多 ${p.most} 箱，请另建一张`);
export const noSuchBox = (p: { number: string }) =>
  at('number', 'fulfilment.noSuchBox', `找不到箱号或运单号 ${p.number}`);
export const boxNotReady = (p: { boxNo: string; state: string }) =>
  at('number', 'fulfilment.boxNotReady', `${p.boxNo} 是${p.state}，面单就绪后才能交接`);
export const boxElsewhere = (p: { boxNo: string; warehouse: string }) =>
  at('number', 'fulfilment.boxElsewhere', `${p.boxNo} 属于${p.warehouse}，不在这个仓库`);
export const boxOtherMethod = (p: { boxNo: string; method: string }) =>
  at('number', 'fulfilment.boxOtherMethod', `${p.boxNo} 走${p.method}，不交给这个承运商`);
export const boxSandbox = (p: { boxNo: string }) =>
  at('number', 'fulfilment.boxSandbox', `${p.boxNo} 是沙箱测试单，不交给承运商`);
export const boxOnOther = (p: { boxNo: string; handoverNo: string | null }) =>
  at(
    'number',
    'fulfilment.boxOnOther',
    p.handoverNo ? `${p.boxNo} 已在清单 ${p.handoverNo}` : `${p.boxNo} 已在另一张清单`,
  );
export const notSigned = () => at('signedBy', 'fulfilment.notSigned', '请司机签名，或填写签收人姓名');
export const badSignature = () => at('signature', 'fulfilment.badSignature', '签名图片无法识别，请重签');
export const noSignature = () => new Refusal('fulfilment.noSignature', '这张清单没有手写签名');
export const notOfToday = () => new Refusal('fulfilment.notOfToday', '只能在交接当天重新打开；之后请按退货或拦截处理');
export const otherListOpen = (p: { handoverNo: string }) =>
  new Refusal('fulfilment.otherListOpen', `同一承运商当天已有待交接的清单 ${p.handoverNo}`);
export const shipmentMissesBoxes = (p: { boxNos: string }) => `缺箱：${p.boxNos}`;
export const badCutoff = () => at('cutoff', 'fulfilment.badCutoff', '时间格式应为 HH:mm，如 17:00');
