import { defineSlot } from '../slots.tsx';

/** Under the head of every list: what is under way because of it. */
export const listStrip = defineSlot<{ resource: string }>('list.strip');
