import { useQuery } from '@tanstack/react-query';
import { Alert, Modal, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  fetchRoute,
  Figures,
  grouped,
  keyOf,
  RecordSelect,
  refreshResource,
  toast,
  toastError,
} from '#kit/web/index.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { channelStock, checkFullPushRoute, fullPushRoute, type FullPushCheck } from '../model/channel-stock.ts';
import { stockPush } from '../model/stock-push.ts';

/**
 * 全量推送: every quantity of a shop goes out again, after what its guard says to it was shown.
 * @param start shop that it begins with, where one is chosen already
 */
export function FullPush({ start, onClose }: { start: string; onClose: () => void }): ReactNode {
  const [shop, setShop] = useState(start);
  const [isBusy, setBusy] = useState(false);
  const check = useQuery({
    queryKey: keyOf(channelStock, 'fullPush', shop),
    queryFn: ({ signal }) => fetchRoute(checkFullPushRoute, { params: { id: shop }, signal }),
    enabled: shop !== '',
    gcTime: 0,
    retry: false,
  });
  const push = async (): Promise<void> => {
    setBusy(true);
    try {
      const { rows } = await fetchRoute(fullPushRoute, { params: { id: shop } });
      toast.done(`已排队，${rows} 行将全部推送；结果在“库存推送”`);
      onClose();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
      for (const resource of [channelStock, stockPush]) void refreshResource(resource);
    }
  };
  return (
    <Modal
      open
      title="全量推送库存"
      width={560}
      okText="全量推送"
      cancelText="取消"
      okButtonProps={{ disabled: !check.data || check.data.rows === 0, loading: isBusy }}
      onOk={() => void push()}
      onCancel={onClose}
    >
      <div className="ch-full-shop">
        <RecordSelect
          of={channelAccount}
          multiple={false}
          name="店铺"
          value={shop}
          onChange={(value) => setShop(value ?? '')}
        />
      </div>
      {check.isLoading && <Skeleton active aria-label="正在检查" />}
      {check.error && <Alert type="error" showIcon title={check.error.message} />}
      {check.data && <Verdict found={check.data} />}
    </Modal>
  );
}

function Verdict({ found }: { found: FullPushCheck }): ReactNode {
  const { rows, changed, toZero, before, after, reason, unmapped } = found;
  return (
    <>
      <Figures
        of={[
          { title: '推送行数', value: grouped(rows) },
          { title: '数量有变化', value: grouped(changed) },
          { title: '将归零', value: grouped(toZero) },
          { title: '总数量', value: `${grouped(before)} → ${grouped(after)}` },
        ]}
      />
      {reason === null ? (
        <Alert type="success" showIcon title="熔断检查通过" />
      ) : (
        <Alert type="error" showIcon title="推送后会熔断，等待放行" description={reason} />
      )}
      {unmapped > 0 && (
        <Alert className="wb-form-note" type="info" showIcon title={`${unmapped} 个渠道产品没有配对，不在推送之内`} />
      )}
    </>
  );
}
