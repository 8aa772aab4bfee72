import { useQuery } from '@tanstack/react-query';
import { Alert, Select } from 'antd';
import type { ReactNode } from 'react';
import { fetchRoute } from '#kit/web/index.ts';
import { pickersRoute } from '../../model/wave-routes.ts';

interface PickerSelectProps {
  value: string | null;
  onChange: (username: string | null) => void;
}

/** 拣货人: somebody of the tenant, found by name or account; nobody means that anybody may pick. */
export function PickerSelect({ value, onChange }: PickerSelectProps): ReactNode {
  const { data: people = [], error } = useQuery({
    queryKey: ['fulfilment', 'pickers'],
    queryFn: ({ signal }) => fetchRoute(pickersRoute, { signal }),
  });
  return (
    <>
      <Select
        aria-label="拣货人"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="谁都可以拣"
        value={value}
        options={people.map(({ username, name }) => ({
          value: username,
          label: name === username ? name : `${name}（${username}）`,
        }))}
        onChange={(username: string | undefined) => onChange(username ?? null)}
      />
      {error && <Alert type="error" showIcon title={`名单读不出来：${error.message}`} />}
    </>
  );
}
