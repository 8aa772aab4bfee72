import { defineSlot } from '#kit/web/slots.tsx';

/** Tools at the right of the header, before the user menu: modules fill it (the notice bell). */
export const headerTools = defineSlot<{ isMobile: boolean }>('shell.header');
