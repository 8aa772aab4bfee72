import { MOST_DICT_ITEMS, type DictItem } from '#kit/model/dict.ts';
import { widgetServices } from '../services.ts';

/** What a look-up of a dictionary came to: failing is an answer here, with no items. */
interface DictLookup {
  success: boolean;
  message: string;
  result: readonly DictItem[];
}

/** Spec §5, "Other". */
export const NO_DICT_CODE = '字典Code不能为空!';

/** Items of a dictionary by its code: one more than are offered at once where there are too many. */
export async function lookUpDict(code: string, signal?: AbortSignal): Promise<DictLookup> {
  if (code.trim() === '') return { success: false, message: NO_DICT_CODE, result: [] };
  try {
    const result = await widgetServices.get().dictItems(code, { pageSize: MOST_DICT_ITEMS + 1 }, signal);
    return { success: true, message: '', result };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { success: false, message: (error as Error).message, result: [] };
  }
}
