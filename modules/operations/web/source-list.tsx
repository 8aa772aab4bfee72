import { Button, Form } from 'antd';
import { useState, type ReactNode } from 'react';
import { nameToWire } from '#kit/model/wire.ts';
import {
  callRoute,
  cellOf,
  ListPage,
  ResourceForm,
  toast,
  toastError,
  usePermission,
  type ColumnSpec,
  type EditProps,
  type ResourceFormProps,
} from '#kit/web/index.ts';
import { dataSource, type ShownSource } from '../model/data-source.ts';
import { sourceCalls } from '../model/routes.ts';
import './operations.css';

const COLUMNS: readonly ColumnSpec<ShownSource>[] = [
  { key: 'name', width: 180, under: ['code'] },
  { key: 'type', width: 120 },
  { key: 'url', width: 320, under: ['username'] },
  { key: 'note', width: 200 },
  'createTime',
];

/** 多数据源: databases that reports may read. */
export const SysDataSourceList = (): ReactNode => <ListPage of={dataSource} columns={COLUMNS} form={SourceForm} />;

/** The password, and whether the connection stands with what is typed, before it is stored. */
function SourceForm(props: Pick<ResourceFormProps, 'id' | 'onClose'>): ReactNode {
  const { id } = props;
  const [PasswordInput] = useState(() => passwordInput(id));
  return <ResourceForm {...props} of={dataSource} inputs={{ password: PasswordInput }} />;
}

const passwordInput = (id: string | undefined) =>
  function PasswordInput(props: EditProps): ReactNode {
    const { Edit } = cellOf('secret');
    return (
      <div className="op-params">
        <Edit {...props} />
        <TestButton id={id} />
      </div>
    );
  };

function TestButton({ id }: { id: string | undefined }): ReactNode {
  const form = Form.useFormInstance<Record<string, unknown>>();
  const mayTest = usePermission('operations:dataSource:test');
  const [isBusy, setBusy] = useState(false);
  if (!mayTest) return null;
  const test = async (): Promise<void> => {
    setBusy(true);
    try {
      const typed = Object.entries(form.getFieldsValue()).map(([key, value]) => [
        nameToWire(dataSource.wire, key),
        value ?? '',
      ]);
      const { message } = await callRoute(sourceCalls.test, {
        body: { ...Object.fromEntries(typed), ...(id ? { id } : {}) },
      });
      toast.done(message);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <span>
      <Button loading={isBusy} onClick={() => void test()}>
        测试连接
      </Button>
    </span>
  );
}
