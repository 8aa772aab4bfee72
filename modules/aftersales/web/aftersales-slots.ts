import { defineSlot } from '#kit/web/index.ts';

/** What upper modules know of how a return came to be as it is: above its moves. */
export const returnStory = defineSlot<{ returnId: string }>('aftersales.return.story');

/** The same of a request for parts. */
export const partStory = defineSlot<{ partOrderId: string }>('aftersales.part.story');
