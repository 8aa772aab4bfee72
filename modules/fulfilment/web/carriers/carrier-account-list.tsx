import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import {
  fetchRoute,
  inputProps,
  isBlank,
  ListPage,
  refreshResource,
  ResourceForm,
  toast,
  toastError,
  usePermission,
  type EditProps,
} from '#kit/web/index.ts';
import { carrierAccount } from '#modules/base/model/carrier-account.ts';
import { carriersRoute, testCarrierRoute, type CarrierInfo } from '../../model/carrier-routes.ts';

const useCarriers = () =>
  useQuery({
    queryKey: ['fulfilment:carriers'],
    queryFn: ({ signal }) => fetchRoute(carriersRoute, { signal }),
    staleTime: 60_000,
  });

/** 承运商账号 */
export function CarrierAccountList(): ReactNode {
  const mayTest = usePermission('base:carrierAccount:edit');
  const test = async (id: string): Promise<void> => {
    try {
      const { ok, message } = await fetchRoute(testCarrierRoute, { params: { id } });
      if (ok) toast.done(message);
      else toast.warn(message);
      void refreshResource(carrierAccount);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <ListPage
      of={carrierAccount}
      form={AccountForm}
      rowActions={({ id }) => (mayTest ? [{ key: 'test', title: '测试连接', onClick: () => void test(id) }] : [])}
    />
  );
}

const INPUTS = { carrier: CarrierInput };

function AccountForm(props: { id?: string | undefined; onClose: () => void }): ReactNode {
  return <ResourceForm of={carrierAccount} inputs={INPUTS} {...props} />;
}

const titleOf = ({ title, practice }: CarrierInfo): string =>
  practice ? `${title}　地址 ${practice.apiUrl}　客户号 ${practice.accountNumber}　密钥 ${practice.apiKey}` : title;

/** Chooses a carrier that is connected; of a simulated one its account is shown for trying it out. */
function CarrierInput({ field, value, onChange, disabled, ...props }: EditProps): ReactNode {
  const { data = [] } = useCarriers();
  return (
    <Select
      {...inputProps(props)}
      options={data.map((one) => ({ value: one.code, label: one.title, about: titleOf(one) }))}
      optionRender={({ data: option }) => <span title={option.about}>{option.about}</span>}
      aria-label={field.title}
      value={isBlank(value) ? null : String(value)}
      disabled={disabled ?? false}
      placeholder="请选择"
      onChange={(next: string | null) => onChange?.(next ?? null)}
    />
  );
}
