import { resourceKey, type AnyResource } from '#kit/model/resource.ts';

/** The import of a resource that this window has under way: found again after the page was loaded anew. */
const placeOf = (of: AnyResource): string => `waybill.import.${resourceKey(of)}`;

export const keptJob = (of: AnyResource): string | null => sessionStorage.getItem(placeOf(of));

export const keepJob = (of: AnyResource, id: string): void =>
  sessionStorage.setItem(placeOf(of), id);

export const forgetJob = (of: AnyResource): void => sessionStorage.removeItem(placeOf(of));
