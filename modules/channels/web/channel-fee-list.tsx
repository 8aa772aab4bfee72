import { Button, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetched, inputProps, isBlank, ListPage, ResourceForm, type EditProps } from '#kit/web/index.ts';
import { channelFee } from '../model/channel-fee.ts';
import type { FeeTrialProps } from './fee-trial.tsx';
import { useConnectors } from './use-connectors.ts';

const FeeTrialDialog = fetched<FeeTrialProps>(() => import('./fee-trial.tsx').then((module) => module.FeeTrialDialog));

/** Fields that are changed where they stand. */
const IN_PLACE = ['rate', 'unitAmount', 'least', 'most', 'effectiveTo', 'priority'] as const;

/** 渠道费用, and what they come to for a sale; steps stand in the detail. */
export function ChannelFeeList(): ReactNode {
  const [isTrying, setTrying] = useState(false);
  return (
    <>
      <ListPage
        of={channelFee}
        form={FeeForm}
        inPlace={IN_PLACE}
        toolbar={() => <Button onClick={() => setTrying(true)}>试算</Button>}
      />
      {isTrying && <FeeTrialDialog onClose={() => setTrying(false)} />}
    </>
  );
}

const FeeForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <ResourceForm of={channelFee} inputs={INPUTS} {...props} />
);

/** Chooses a channel of this install; what is stored is its code. */
function ChannelInput({ field, value, onChange, disabled, ...props }: EditProps): ReactNode {
  const { data = [], isPending } = useConnectors();
  return (
    <Select
      {...inputProps(props)}
      aria-label={field.title}
      loading={isPending}
      options={data.map(({ code, title }) => ({ value: code, label: title }))}
      value={isBlank(value) ? null : String(value)}
      disabled={disabled ?? false}
      placeholder="请选择渠道"
      onChange={(next: string | null) => onChange?.(next ?? null)}
    />
  );
}

const INPUTS = { channelCode: ChannelInput };
