import { Alert, Button, Flex, InputNumber } from 'antd';
import { useState, type ReactNode } from 'react';
import { post, say, tell, usePermission } from '#kit/web/index.ts';
import type { Packing } from './packing-data.ts';
import { print } from './papers.ts';

/** Label pages and boxes do not fit: a person looks at the pages and says which is whose. */
export function LabelHold({ data, onDone }: { data: Packing; onDone: () => void }): ReactNode {
  const may = usePermission('fulfilment:shipment:resolveLabel');
  const [pages, setPages] = useState<(number | null)[]>(data.boxes.map((_, index) => index + 1));
  const resolve = async (chosen: readonly (number | null)[]): Promise<void> => {
    try {
      await post(`/fulfilment/shipment/${data.id}/resolveLabel`, { pages: chosen });
      say.done('面单已处理');
      onDone();
    } catch (error) {
      tell(error);
    }
  };
  return (
    <Alert
      type="warning"
      showIcon
      title={`面单待人工处理：${data.labelHold ?? ''}`}
      description={
        may && (
          <Flex wrap gap={8} align="center" style={{ marginTop: 8 }}>
            <Button size="small" onClick={() => void print('printLabels', [data.id])}>
              查看面单
            </Button>
            {data.boxes.map((box, index) => (
              <label key={box.id}>
                第 {index + 1} 箱用第{' '}
                <InputNumber
                  size="small"
                  min={1}
                  precision={0}
                  aria-label={`${box.boxNo} 页码`}
                  value={pages[index] ?? null}
                  onChange={(value) =>
                    setPages(pages.map((page, at) => (at === index ? value : page)))
                  }
                />{' '}
                页
              </label>
            ))}
            <Button size="small" type="primary" onClick={() => void resolve(pages)}>
              按此分配
            </Button>
            <Button size="small" onClick={() => void resolve([])}>
              整单共用一份面单
            </Button>
          </Flex>
        )
      }
    />
  );
}
