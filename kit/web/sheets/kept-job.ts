import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { dropInWindow, keepInWindow, keptInWindow } from '#ui/browser-store.ts';

/** The import of a resource that this window has under way: found again after the page was reloaded. */
const placeOf = (of: AnyResource): string => `waybill.import.${resourceKey(of)}`;

export const keptJob = (of: AnyResource): string | null => keptInWindow(placeOf(of));

export const keepJob = (of: AnyResource, id: string): boolean => keepInWindow(placeOf(of), id);

export const forgetJob = (of: AnyResource): boolean => dropInWindow(placeOf(of));
