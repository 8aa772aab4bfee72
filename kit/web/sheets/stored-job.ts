import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { dropInWindow, writeWindow, readWindow } from '#ui/browser-store.ts';

/** The import of a resource that this window has under way: found again after the page was reloaded. */
const placeOf = (of: AnyResource): string => `waybill.import.${resourceKey(of)}`;

export const storedJob = (of: AnyResource): string | null => readWindow(placeOf(of));

export const storeJob = (of: AnyResource, id: string): boolean => writeWindow(placeOf(of), id);

export const forgetJob = (of: AnyResource): boolean => dropInWindow(placeOf(of));
