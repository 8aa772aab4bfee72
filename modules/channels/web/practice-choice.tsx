import { Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Practice } from '../model/routes.ts';

/** Where a new shop stands: at the marketplace itself, or at the one that comes with the product. */
export function PracticeChoice({
  practice,
  onChoose,
}: {
  practice: Practice;
  /** null: the connection is typed. */
  onChoose: (chosen: Practice | null) => void;
}): ReactNode {
  const [isPractice, setPractice] = useState(false);
  return (
    <>
      <Segmented
        aria-label="连接到"
        value={isPractice}
        onChange={(next) => {
          setPractice(next);
          onChoose(next ? practice : null);
        }}
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
