import { ChannelError } from '#modules/channels/model/port.ts';
import type { WayfairClient } from './client.ts';

/** The supplier of the account, without which its catalogue cannot be asked. @throws ChannelError `validation` */
export function supplierOf(client: WayfairClient, operation: string): string {
  const { supplierId } = client.settings;
  if (supplierId !== null) return supplierId;
  throw new ChannelError('validation', operation, '供应商ID未填写，请在店铺账号的高级参数中填写');
}
