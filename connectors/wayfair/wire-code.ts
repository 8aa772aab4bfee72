import { ChannelError } from '#modules/channels/model/port.ts';

/** A warehouse or supplier code as the wire wants it: a number where it is one. */
export function wireCode(code: string): number | string {
  return /^\d{1,15}$/.test(code) ? Number(code) : code;
}

/** @throws ChannelError `validation`: supplier ids are whole numbers here */
export function supplierNumber(code: string, operation: string): number {
  const number = wireCode(code.trim());
  if (typeof number === 'number') return number;
  throw new ChannelError('validation', operation, `供应商ID“${code}”不是数字`);
}
