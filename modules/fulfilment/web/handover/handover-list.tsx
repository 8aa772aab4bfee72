import { Button, Form } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import {
  callRoute,
  detailPath,
  DialogFrame,
  FieldInputs,
  filledValues,
  ListPage,
  RefusalNote,
  refreshResource,
  toast,
  useFirstFocus,
  usePage,
  usePermission,
  useSubmission,
} from '#kit/web/index.ts';
import { openHandoverRoute } from '../../model/handover-routes.ts';
import { handover } from '../../model/handover.ts';

/** 交接清单: what a carrier took along, or is to take today. */
export function HandoverList(): ReactNode {
  const page = usePage();
  const mayOpen = usePermission('fulfilment:handover:open');
  const [isNew, setNew] = useState(false);
  const open = (id: string): void => page.open(detailPath(handover, id));
  return (
    <>
      <ListPage
        of={handover}
        tab={page.options['tab']}
        withAll
        onOpen={(row) => open(row.id)}
        columns={[
          { key: 'handoverNo', width: 150, under: ['remark'] },
          'status',
          { key: 'warehouseId', under: ['shipMethodId'] },
          { key: 'day', under: ['cutoffAt'] },
          { key: 'boxCount', width: 90, under: ['weightG'] },
          {
            key: 'leftCount',
            width: 100,
            under: [{ key: 'refusedCount', render: (row) => `未交 ${row.refusedCount} 箱` }],
          },
          { key: 'driver', under: ['plate'] },
          { key: 'handedAt', under: ['handedBy'] },
          { key: 'createTime', hiddenByDefault: true },
        ]}
        primary={
          mayOpen ? (
            <Button type="primary" onClick={() => setNew(true)}>
              新增清单
            </Button>
          ) : null
        }
        emptyText={
          mayOpen
            ? '面单就绪的发货单要交给司机时，点“新增清单”：选仓库和物流渠道，扫描或一次带入待出库的箱子，司机签字后交接。'
            : '仓库把面单就绪的箱子交给承运商司机时新增清单；箱数、司机和签名都会在这里。'
        }
      />
      {isNew && (
        <OpenDialog
          onClose={() => setNew(false)}
          onOpened={(id) => {
            setNew(false);
            open(id);
          }}
        />
      )}
    </>
  );
}

const { body: FIELDS } = openHandoverRoute;
const LAYOUT = [['warehouseId', 'shipMethodId'], ['day'], ['remark']];

function OpenDialog({ onClose, onOpened }: { onClose: () => void; onOpened: (id: string) => void }): ReactNode {
  const [form] = Form.useForm<Record<string, unknown>>();
  const submission = useSubmission(form, new Set(LAYOUT.flat()));
  const formId = useId();
  useFirstFocus(formId);
  const save = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      const body = filledValues(FIELDS, values) as { warehouseId: string };
      const { result } = await callRoute(openHandoverRoute, { body });
      if (!result.isNew) toast.warn(`当天已有待交接的清单 ${result.handoverNo}，继续用它`);
      await refreshResource(handover);
      onOpened(result.id);
    });
  return (
    <DialogFrame
      open
      title="新增交接清单"
      okText="新增"
      onOk={async () => save((await form.validateFields()) as Record<string, unknown>)}
      onClose={onClose}
    >
      <RefusalNote texts={submission.others} />
      <Form form={form} name={formId} layout="vertical">
        <FieldInputs fields={FIELDS} layout={LAYOUT} form={form} />
      </Form>
    </DialogFrame>
  );
}
