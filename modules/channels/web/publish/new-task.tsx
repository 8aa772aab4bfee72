import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Input, Modal, Select } from 'antd';
import { useId, type ReactNode } from 'react';
import {
  fetchRoute,
  FieldInputs,
  RecordSelect,
  RefusalNote,
  refreshResource,
  startValues,
  toast,
  useFirstFocus,
  useGuardedClose,
  useSubmission,
} from '#kit/web/index.ts';
import { sku } from '#modules/catalog/model/product.ts';
import { addPublishRoute, listingClassesRoute, type NewPublishTask } from '../../model/publish/publish-routes.ts';
import { MOST_PUBLISHED, publishTask } from '../../model/publish/publish-task.ts';

const { accountId, storefront } = publishTask.fields;
const HEAD = { accountId, storefront } as const;

interface Asked {
  accountId?: string;
  storefront?: string;
  classId?: string;
  classTitle?: string;
  skuIds?: string;
}

export interface NewTaskProps {
  /** SKUs that were chosen elsewhere. */
  skuIds: readonly string[];
  /** The shop that they were chosen in. */
  accountId?: string | undefined;
  onClose: () => void;
  onMade: (id: string) => void;
}

const KEYS: ReadonlySet<string> = new Set(['accountId', 'storefront', 'classId', 'classTitle', 'skuIds']);

/** 新增刊登: which SKUs are to stand where; the draft begins with what our own data answer. */
export function NewTask({ skuIds, accountId: shop, onClose, onMade }: NewTaskProps): ReactNode {
  const [form] = Form.useForm<Asked>();
  const formId = useId();
  useFirstFocus(formId);
  const submission = useSubmission(form, KEYS);
  const { setDirty, close } = useGuardedClose(onClose);
  const chosenShop = Form.useWatch('accountId', form);
  const chosenPlace = Form.useWatch('storefront', form);
  const classes = useQuery({
    queryKey: ['channels', 'listingClasses', chosenShop, chosenPlace],
    queryFn: ({ signal }) =>
      fetchRoute(listingClassesRoute, {
        query: { accountId: chosenShop ?? '', storefront: chosenPlace ?? '' },
        signal,
        timeout: 60_000,
      }),
    enabled: Boolean(chosenShop && chosenPlace),
    retry: false,
    staleTime: 600_000,
  });
  const make = (asked: Asked): Promise<boolean> =>
    submission.run(async () => {
      const known = classes.data?.classes.find(({ id }) => id === asked.classId);
      const body: NewPublishTask = {
        accountId: asked.accountId ?? '',
        storefront: asked.storefront ?? '',
        classId: asked.classId ?? '',
        classTitle: known?.title ?? asked.classTitle ?? '',
        skuIds: (asked.skuIds ?? '').split(',').filter((id) => id !== ''),
      };
      const { id } = await fetchRoute(addPublishRoute, { body, timeout: 60_000 });
      toast.done('已建刊登单，并按产品资料预填');
      void refreshResource(publishTask);
      onMade(id);
    });
  return (
    <Modal
      open
      width={640}
      title="新增刊登"
      okText="新增"
      cancelText="返回"
      confirmLoading={submission.isBusy}
      mask={{ closable: false }}
      onCancel={close}
      onOk={() => form.submit()}
    >
      <RefusalNote texts={submission.others} />
      <Form
        form={form}
        name={formId}
        layout="vertical"
        initialValues={{ ...startValues(HEAD), accountId: shop, skuIds: skuIds.join(',') }}
        onValuesChange={(changed: Asked) => {
          setDirty(true);
          if ('accountId' in changed || 'storefront' in changed) form.setFieldValue('classId', undefined);
        }}
        onFinish={(asked) => void make(asked)}
      >
        <FieldInputs fields={HEAD} layout={[['accountId', 'storefront']]} form={form} />
        {classes.error && (
          <Alert
            className="wb-form-note"
            type="error"
            showIcon
            title={classes.error.message}
            description="稍后再选一次店铺"
          />
        )}
        {classes.data?.isByHand ? (
          <>
            <Alert
              className="wb-form-note"
              type="info"
              showIcon
              title="这个渠道没有刊登接口：填好后导出答案，到平台后台刊登，再回来确认"
            />
            <Form.Item name="classId" label="类目编号" rules={[{ required: true, message: '请输入类目编号' }]}>
              <Input maxLength={64} />
            </Form.Item>
            <Form.Item name="classTitle" label="类目" rules={[{ required: true, message: '请输入类目' }]}>
              <Input maxLength={255} />
            </Form.Item>
          </>
        ) : (
          <Form.Item name="classId" label="类目" rules={[{ required: true, message: '请选择类目' }]}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              loading={classes.isFetching}
              disabled={!classes.data}
              placeholder={chosenShop ? '请选择类目，可输入查找' : '先选店铺'}
              options={(classes.data?.classes ?? []).map(({ id, title }) => ({
                value: id,
                label: `${title}（${id}）`,
              }))}
            />
          </Form.Item>
        )}
        <Form.Item
          name="skuIds"
          label="SKU"
          extra={`一个刊登单最多 ${MOST_PUBLISHED} 个，须是同一个类目`}
          rules={[{ required: true, message: '请选择 SKU' }]}
        >
          <RecordSelect of={sku} name="SKU" ellipsisLength={24} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
