import type { ReactNode } from 'react';
import { dayIn } from '#kit/model/time.ts';
import { ListPage, ResourceForm, type ResourceFormProps } from '#kit/web/index.ts';
import { useTenantZone } from '#ui/tenant-zone.ts';
import { checkRule, fillRule } from '../../model/code-rules.ts';
import { CheckPartsInput } from './check-parts-input.tsx';
import { fillExample } from './fill-example.ts';
import { FillParamsInput, START } from './fill-params-input.tsx';

type Form = Pick<ResourceFormProps, 'id' | 'onClose'>;

/** 编码校验规则 */
export const SysCheckRuleList = (): ReactNode => <ListPage of={checkRule} form={CheckRuleForm} />;

const CheckRuleForm = (props: Form): ReactNode => (
  <ResourceForm {...props} of={checkRule} inputs={{ parts: CheckPartsInput }} />
);

/** 填值规则 */
export function SysFillRuleList(): ReactNode {
  const zone = useTenantZone((now) => now.zone) || 'UTC';
  const today = dayIn(new Date(), zone);
  return (
    <ListPage
      of={fillRule}
      form={FillRuleForm}
      columns={[
        'name',
        'code',
        'kind',
        {
          key: 'params',
          title: '今天的第一个号',
          render: (rule) => fillExample(rule, today) ?? '—',
        },
        'createTime',
      ]}
    />
  );
}

const FillRuleForm = (props: Form): ReactNode => (
  <ResourceForm
    {...props}
    of={fillRule}
    initial={{ kind: 'serial', params: JSON.stringify(START) }}
    inputs={{ params: FillParamsInput }}
  />
);
