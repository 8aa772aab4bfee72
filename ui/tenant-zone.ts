import { create } from 'zustand';

interface TenantZone {
  /** IANA zone in which the server writes every time of this tenant; empty until it is known. */
  zone: string;
  /** Server's clock minus this computer's, in ms: a wrong clock on the desk shortens no deadline. */
  skew: number;
  /** Code of 本位币, in which amounts are that name no currency; empty until it is known. */
  currency: string;
}

/** Apart from what calculates with it: the shell only keeps it, and does without the calendar. */
export const useTenantZone = create<TenantZone>(() => ({ zone: '', skew: 0, currency: '' }));

/** Set once per start, with the rights. */
export const setTenantZone = (zone: string | undefined, serverNow: number | undefined): void =>
  useTenantZone.setState({
    zone: zone ?? '',
    skew: serverNow === undefined ? 0 : serverNow - Date.now(),
  });

/** Set once per start, with the rights. */
export const setTenantCurrency = (currency: string | undefined): void =>
  useTenantZone.setState({ currency: currency ?? '' });

/** 本位币 of the tenant; undefined until it is known. */
export const tenantCurrency = (): string | undefined => useTenantZone.getState().currency || undefined;
