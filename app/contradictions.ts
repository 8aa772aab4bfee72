import type { Values } from './known-settings.ts';

/** What of the settings does not go together, or must not stand in production. */
export function contradictions(values: Values, isProduction: boolean): string[] {
  const faults: string[] = [];
  if (values.DATABASE_OWNER_URL && !values.DATABASE_URL) faults.push('DATABASE_OWNER_URL is set without DATABASE_URL');
  if (values.WAYBILL_SECRET_KEY_OLD && !values.WAYBILL_SECRET_KEY)
    faults.push('WAYBILL_SECRET_KEY_OLD is set without WAYBILL_SECRET_KEY, the key of today');
  if (values.WAYBILL_SECRET_KEY_OLD && values.WAYBILL_SECRET_KEY_OLD === values.WAYBILL_SECRET_KEY)
    faults.push('WAYBILL_SECRET_KEY_OLD is WAYBILL_SECRET_KEY: give the key before, or none');
  if (values.SMTP_URL && !values.MAIL_FROM)
    faults.push('MAIL_FROM is needed beside SMTP_URL: the sender that people see');
  if (values.OIDC_ISSUER && !values.OIDC_CLIENT_ID)
    faults.push('OIDC_CLIENT_ID is needed beside OIDC_ISSUER: the name that the provider has for us');
  if (!isProduction) return faults;
  faults.push(...plainSignOn(values));
  if (values.DATABASE_URL && !values.DATABASE_OWNER_URL)
    faults.push(
      'DATABASE_OWNER_URL is needed beside DATABASE_URL in production: the login that serves must ' +
        'not own the tables',
    );
  if (!values.WAYBILL_SECRET_KEY)
    faults.push(
      'WAYBILL_SECRET_KEY is needed in production (32 characters or more; keep it safe: what it ' +
        'sealed cannot be read without it)',
    );
  if (values.WAYBILL_DEMO) faults.push('WAYBILL_DEMO cannot be on in production');
  if (values.SIMULATOR) faults.push('SIMULATOR cannot be on in production');
  return faults;
}

/** What stands in the way of single sign-on in production. */
function plainSignOn(values: Values): string[] {
  const { OIDC_ISSUER, CAS_URL, PUBLIC_URL } = values;
  if (!OIDC_ISSUER && !CAS_URL) return [];
  const isPlain = (url: string): boolean => url.startsWith('http:');
  return [
    ...(isPlain(OIDC_ISSUER) ? ['OIDC_ISSUER must be an https address in production'] : []),
    ...(isPlain(CAS_URL) ? ['CAS_URL must be an https address in production'] : []),
    ...(PUBLIC_URL.startsWith('https:')
      ? []
      : [
          'PUBLIC_URL is needed for single sign-on in production: the https address at which people ' +
            'reach the console',
        ]),
  ];
}
