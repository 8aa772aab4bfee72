import { UploadOutlined } from '@ant-design/icons';
import { Button, Upload } from 'antd';
import { useState, type ReactNode } from 'react';
import { refreshResource, toast, toastError, uploadTo, usePermission, type ListHandle } from '#kit/web/index.ts';
import { deduction } from '../model/deduction.ts';
import { importEdiRoute, type EdiOutcome } from '../model/edi-route.ts';
import { remittance } from '../model/remittance.ts';

/** 导入 EDI: a file of remittances and deductions; of the shop that the list is filtered by, where it is. */
// oxlint-disable-next-line typescript/no-explicit-any
export function EdiImport({ list }: { list: ListHandle<any> }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const may = usePermission('finance:remittance:import');
  if (!may) return null;
  const shop = list.params.filters['accountId'];
  const take = async (file: File): Promise<void> => {
    setBusy(true);
    try {
      const query = typeof shop === 'string' && !shop.includes(',') ? { accountId: shop } : {};
      const { result } = await uploadTo(importEdiRoute, file, { query });
      toast.done(summary(result.documents));
      void refreshResource(remittance);
      void refreshResource(deduction);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Upload
      accept=".edi,.x12,.txt,.820,.812"
      showUploadList={false}
      beforeUpload={(file) => {
        void take(file);
        return false;
      }}
    >
      <Button loading={isBusy} icon={<UploadOutlined aria-hidden />}>
        导入 EDI
      </Button>
    </Upload>
  );
}

function summary(documents: readonly EdiOutcome[]): string {
  const count = (of: (one: EdiOutcome) => boolean): number => documents.filter(of).length;
  const parts = [
    [count(({ set, outcome }) => set === '820' && outcome === 'added'), '张回款单'],
    [count(({ set, outcome }) => set === '812' && outcome === 'added'), '笔扣款'],
  ] as const;
  const added = parts.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`);
  const same = count(({ outcome }) => outcome !== 'added');
  return `${added.length > 0 ? `已导入 ${added.join('、')}` : '没有新的单据'}${same > 0 ? `，${same} 份已有或不用导入` : ''}`;
}
