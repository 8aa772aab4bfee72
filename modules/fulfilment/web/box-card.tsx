import { Card, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { MoveButtons, StateTag } from '#kit/web/index.ts';
import { gramsToPounds, mmToInches } from '#kit/model/unit.ts';
import { boxLifecycle } from '../model/shipment.ts';
import type { PackingBox } from './packing-data.ts';

/** One box: which carton of which piece, how big, how heavy, and what is to be done with it. */
export function BoxCard({
  box,
  title,
  onDone,
}: {
  box: PackingBox;
  title: string;
  onDone: () => void;
}): ReactNode {
  const size = [box.lengthMm, box.widthMm, box.heightMm]
    .map((mm) => mmToInches(mm ?? 0))
    .join(' × ');
  return (
    <Card
      size="small"
      title={
        <Flex gap={8} align="center">
          <span>{title}</span>
          <Typography.Text type="secondary" copyable style={{ fontWeight: 400 }}>
            {box.boxNo}
          </Typography.Text>
        </Flex>
      }
      extra={<StateTag lifecycle={boxLifecycle} state={box.status} />}
    >
      <Flex vertical gap={6}>
        <strong style={{ overflowWrap: 'anywhere' }}>{box.content}</strong>
        <span>
          {size} in　{gramsToPounds(box.weightG ?? 0)} lb
        </span>
        {box.trackingNo && <Typography.Text copyable>{box.trackingNo}</Typography.Text>}
        <MoveButtons
          lifecycle={boxLifecycle}
          row={box}
          moves={['seal', 'measure', 'reopen']}
          look="plain"
          onDone={onDone}
        />
      </Flex>
    </Card>
  );
}
