import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { uploadTo, usePage, usePermission } from '#kit/web/index.ts';
import { holdTitles } from '#modules/orders/model/hold-title.ts';
import { isManualOrder } from '#modules/orders/model/order.ts';
import { lacksChannelLabel, needsChannelLabel } from '../../model/label-source.ts';
import { LabelHold } from '../carriers/label-hold.tsx';
import { isWronglyLabelled } from '../offered-moves.ts';
import { customsRoute, type Packing } from '../../model/routes.ts';
import { PaperUpload } from './paper-upload.tsx';

/** What stands in the way of shipping, loudest first, each with the way out. */
export function PackingNotices({ data, onDone }: { data: Packing; onDone: () => void }): ReactNode {
  const { open } = usePage();
  const mayTasks = usePermission('desk:delivery:list');
  // What the wallet lacks is said with the label that it could not pay.
  const holds = data.holds.filter((type) => type !== 'walletLow' || !data.labelError);
  const isLeaving = ['packed', 'labelling', 'labelled', 'packing', 'draft'].includes(data.status);
  return (
    <div className="pk-notices">
      {data.environment === 'sandbox' && (
        <Alert type="warning" showIcon title="沙箱测试单：不要发出实物，面单不能交给承运商。" />
      )}
      {data.lead && (
        <Alert
          type="info"
          showIcon
          title={`已合并到发货单 ${data.lead.shipmentNo}（PO ${data.lead.channelOrderNo}），随它装箱和发货`}
          action={<Button onClick={() => open(`/orders/pack/${data.lead?.id ?? ''}`)}>打开</Button>}
        />
      )}
      {isLeaving && holds.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={`订单被挂起：${holdTitles(holds)}`}
          description="处理挂起后才能申请面单和发货。"
          action={<Button onClick={() => open(`/orders/${data.orderId}`)}>去处理</Button>}
        />
      )}
      {data.status === 'packed' && data.labelError && (
        <Alert
          type="error"
          showIcon
          title={`面单失败：${data.labelError}`}
          description={
            data.isBought
              ? '按提示处理后，再点“购买面单”；也可以比价后换一个渠道。'
              : needsChannelLabel(data.orderType, data.accountOwner)
                ? '按提示改正后，再点“申请面单”；要用自有承运商，请先用“比价”换物流渠道。'
                : '按提示改正后，再点“申请面单”；也可以用“录入运单”。'
          }
        />
      )}
      {data.status === 'labelling' && (
        <Alert
          type="info"
          showIcon
          title={
            data.labelSource === 'carrier'
              ? '正在向承运商购买面单，返回后自动刷新。'
              : '正在向平台申请面单，返回后自动刷新。'
          }
        />
      )}
      {data.status === 'labelled' && isWronglyLabelled(data) && (
        <Alert
          type="error"
          showIcon
          title="平台账号的发货单没有平台面单"
          description="运单号是手工录入的，平台不会接受它的发货通知：先点“撤回运单”，再申请面单。"
        />
      )}
      {isLeaving && data.numberDoubt && <Alert type="warning" showIcon title={`运单号存疑：${data.numberDoubt}`} />}
      {data.labelHold && <LabelHold data={data} onDone={onDone} />}
      {isLeaving && data.customsRequired && !data.customsStored && <CustomsUpload id={data.id} onDone={onDone} />}
      {data.interceptStatus === 'toContact' && (
        <Alert
          type="error"
          showIcon
          title={`待拦截：${data.interceptReason ?? ''}`}
          description={`请联系承运商拦截，结果用“已拦截”或“拦截失败”记下；退回的货登记退货，拦不下的${isManualOrder(data.orderType) ? '联系买家处理' : '到平台申诉'}。`}
        />
      )}
      {data.noticeError && (
        <Alert
          type="error"
          showIcon
          title={wasTakenBack(data) ? data.noticeError : `ASN失败：${data.noticeError}`}
          description={noticeAdvice(data)}
          action={
            mayTasks ? (
              <Button onClick={() => open(`/tasks?tab=*&aggregate=${data.orderId}`)}>看任务</Button>
            ) : undefined
          }
        />
      )}
    </div>
  );
}

/** 撤销发货 came after the marketplace was notified: what it knows is of a departure that was none. */
const wasTakenBack = ({ noticeStatus }: Packing): boolean => noticeStatus === 'manual';

const noticeAdvice = (data: Packing): string => {
  if (wasTakenBack(data))
    return data.shippedAt === null
      ? '货还在仓库，平台却以为已发出：到平台更正后，在任务里点重试；改好后可以再发货。'
      : '平台有的是撤销前的那次通知，不会再发第二次：运单号或出库日期不同的，到平台更正。';
  return lacksChannelLabel(data)
    ? '货已出库，平台还不知道：缺平台面单的，点“补申请面单”，面单返回后自动重发通知；其他原因在任务里重试，或到平台处理。'
    : '货已出库，平台还不知道：在任务里重试，或到平台处理。';
};

const CustomsUpload = ({ id, onDone }: { id: string; onDone: () => void }): ReactNode => {
  const may = usePermission('fulfilment:shipment:customs');
  return (
    <Alert
      type="warning"
      showIcon
      title="需要报关文件，保存后才能发货"
      description="PDF，10MB 以内。"
      action={
        may ? (
          <PaperUpload
            title="上传报关文件"
            accept=".pdf,application/pdf"
            send={(file) => uploadTo(customsRoute, file, { params: { id } })}
            onDone={onDone}
          />
        ) : undefined
      }
    />
  );
};
