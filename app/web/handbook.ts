import { helpParts } from '#app/handbook.ts';
import type { Handbook } from '#kit/web/index.ts';

const HOUSE = '../../';

const texts = import.meta.glob<string>('../../modules/*/help/*.md', {
  query: '?raw',
  import: 'default',
});
const pictures = import.meta.glob<string>('../../docs/images/help/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The handbook: every chapter is a file of its own, fetched when it is read. */
export const handbook: Handbook = {
  parts: helpParts,
  text: (file) => texts[HOUSE + file]?.() ?? Promise.reject(new Error(`没有 ${file}`)),
  picture: (file) => pictures[HOUSE + file],
};
