import { Segmented } from 'antd';
import type { ReactNode } from 'react';

/** Where a new shop stands: at the marketplace itself, or at the one that comes with the product. */
export function PracticeChoice({
  isPractice,
  onChoose,
}: {
  isPractice: boolean;
  /** false: the connection is typed. */
  onChoose: (isPractice: boolean) => void;
}): ReactNode {
  return (
    <>
      <Segmented
        aria-label="连接到"
        value={isPractice}
        onChange={onChoose}
        options={[
          { value: false, label: '真实平台' },
          { value: true, label: '模拟平台' },
        ]}
      />
      <p className="ch-practice" role="status">
        {isPractice
          ? '地址和密钥已填好：保存后测试连接，即可拉取示例订单；接单、面单、发货都不会触达真实平台。'
          : '还没有接口密钥？可先选“模拟平台”试用全流程。'}
      </p>
    </>
  );
}
