/** The carrier by the form of its numbers; nothing where that says nothing. */
export function carrierOf(trackingNo: string): string | undefined {
  const text = trackingNo.trim().toUpperCase();
  if (/^1Z[0-9A-Z]{16}$/.test(text)) return 'UPS';
  if (/^(\d{12}|\d{15})$/.test(text)) return 'FedEx';
  if (/^9[2-5]\d{20}$/.test(text)) return 'USPS';
  return undefined;
}
