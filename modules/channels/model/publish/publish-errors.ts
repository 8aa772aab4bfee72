import { invalid, Refusal } from '#kit/model/refusal.ts';

export const noSkus = () => invalid([{ field: 'skuIds', code: 'required', message: '请选择要刊登的 SKU' }]);

export const tooManySkus = (p: { most: number }) =>
  invalid([{ field: 'skuIds', code: 'max', message: `一个刊登单最多 ${p.most} 个 SKU，请分几次建` }]);

export const skuUnknown = () =>
  invalid([{ field: 'skuIds', code: 'link', message: '有的 SKU 不存在或已删除，请重新选择' }]);

/** @param named some of the SKUs, and the tasks that have them */
export const skusTaken = (p: { named: readonly string[]; count: number }) =>
  invalid([
    {
      field: 'skuIds',
      code: 'channels.skusTaken',
      message: `${p.named.join('、')}${p.count > p.named.length ? ` 等 ${p.count} 个` : ''} 在这个店铺和站点已有刊登单，请在原单修改`,
    },
  ]);

export const partTaken = (p: { channelSku: string }) =>
  invalid([
    {
      field: 'skuIds',
      code: 'channels.partTaken',
      message: `渠道SKU ${p.channelSku} 在这个店铺属于另一个本地SKU，请先改配对`,
    },
  ]);

export const formUnread = (p: { message: string }) =>
  new Refusal('channels.formUnread', `平台没有给出类目题目，稍后再试：${p.message}`, { status: 503 });

export const classesUnread = (p: { message: string }) =>
  new Refusal('channels.classesUnread', `平台没有给出类目，稍后再试：${p.message}`, { status: 503 });

export const classEmpty = () =>
  invalid([{ field: 'classId', code: 'channels.classEmpty', message: '平台没有这个类目，或它没有题目，请重新选择' }]);

export const formByHand = (p: { channel: string }) =>
  new Refusal('channels.formByHand', `${p.channel} 没有刊登接口，题目由系统给出，不需要刷新`, { status: 422 });

export const notEditable = (p: { status: string }) =>
  new Refusal('channels.publishClosed', `${p.status}的刊登单不能修改答案，请先点“修改”`);

export const placeUnknown = (p: { row: number; questionId: string }) =>
  invalid([
    {
      field: 'cells',
      row: p.row,
      code: 'channels.placeUnknown',
      message: `这个类目没有题目“${p.questionId}”，或没有这一箱`,
    },
  ]);

export const itemUnknown = (p: { row: number }) =>
  invalid([{ field: 'cells', row: p.row, code: 'channels.itemUnknown', message: '这个 SKU 不在刊登单里' }]);

/** @param field the column of the sheet that counts cartons, or answers of the question above */
export const placeUncounted = (p: { row: number; field: 'instance' | 'parentRank'; title: string; value: string }) =>
  invalid([
    {
      field: p.field,
      row: p.row,
      code: 'integer',
      message: `${p.title}须是从 1 起的整数，不能填“${p.value.slice(0, 20)}”`,
    },
  ]);

export const tooManyCells = (p: { most: number }) =>
  invalid([{ field: 'cells', code: 'max', message: `一次最多保存 ${p.most} 个单元格` }]);

export const cellTooLong = (p: { row: number; most: number }) =>
  invalid([{ field: 'cells', row: p.row, code: 'max', message: `第 ${p.row} 个单元格超过 ${p.most} 字，没有保存` }]);

export const cellsUnread = () => invalid([{ field: 'cells', code: 'format', message: '单元格数据格式不正确' }]);

export const priceIsLive = (p: { row: number }) =>
  invalid([{ field: 'cells', row: p.row, code: 'channels.priceIsLive', message: '已上架，供货价请在“定价”里改' }]);

export const partIsFixed = (p: { row: number; channelSku: string }) =>
  invalid([
    {
      field: 'cells',
      row: p.row,
      code: 'channels.partIsFixed',
      message: `供应商件号固定为渠道SKU ${p.channelSku}`,
    },
  ]);

export const formOutdated = () => new Refusal('channels.formOutdated', '类目题目已变，请重新校验', { status: 409 });

export const hasErrors = (p: { errors: number }) =>
  new Refusal('channels.publishErrors', `还有 ${p.errors} 个错误，请点“校验”查看并修改`, { status: 422 });

export const answeredByInterface = () =>
  new Refusal('channels.answeredByInterface', '平台会自动答复，提交满一天仍无结果时才能手工确认');

export const standsThere = (p: { count: number }) =>
  new Refusal(
    'channels.standsThere',
    `${p.count} 个 SKU 在平台上已上架，不能撤回；不想改了，把答案改回来再提交，只提交有变化的答案`,
  );
