import { invalid, Refusal } from '#kit/model/refusal.ts';

/** The call itself is none: nobody at the desk has made it. */
export const deskStepWrong = () =>
  new Refusal('aftersales.deskStep', '退货签收台的请求不完整，请刷新页面', { status: 422 });

export const deskClosed = (p: { returnNo: string }) =>
  new Refusal('aftersales.deskClosed', `${p.returnNo} 已不在收货中，请重新扫包裹号`);

export const deskBelowNone = (p: { code: string; counted: number }) =>
  new Refusal('aftersales.deskBelowNone', `${p.code} 本次只点了 ${p.counted} 件，不能减到 0 以下`, {
    status: 422,
  });

export const overWithoutReason = (p: { code: string; requested: number; total: number }) =>
  invalid([
    {
      field: 'reason',
      code: 'aftersales.overWithoutReason',
      message: `${p.code} 应退 ${p.requested} 件，共收 ${p.total} 件，请选多退的原因`,
    },
  ]);

export const beyondSent = (p: { code: string; most: number }) =>
  new Refusal('aftersales.beyondSent', `${p.code} 这张订单最多能退 ${p.most} 件，多的请记为非本单退回`, {
    status: 422,
  });

export const overWithoutRight = (p: { code: string; requested: number }) =>
  new Refusal(
    'aftersales.overWithoutRight',
    `${p.code} 应退 ${p.requested} 件，多的要有“超收”权限才能收；可以记为非本单退回`,
    { status: 422 },
  );

export const nothingCounted = () =>
  new Refusal('aftersales.nothingCounted', '没有点数，已由同事收货或撤回', { status: 422 });

/** Goods lie counted at the desk: nobody closes the return above them. */
export const countedAtDesk = (p: { returnNo: string; counted: number }) =>
  new Refusal(
    'aftersales.countedAtDesk',
    `${p.returnNo} 在退货签收台点了 ${p.counted} 件还没入库，请先在退货签收台收货或撤回点数`,
  );

/** Units that were counted have to be taken in or undone first. */
export const countedBeforeFinish = (p: { returnNo: string; counted: number }) =>
  new Refusal('aftersales.countedBeforeFinish', `${p.returnNo} 点了 ${p.counted} 件还没收货，请先收货`, {
    status: 422,
  });
