import type { Violation } from './check-boundaries.ts';
import type { SourceFile } from './syntax.ts';

/** The sheet of tokens, and a page that is served without the console. */
const OWN_COLOURS = new Set(['ui/tokens.css', 'kit/server/openapi/page.css']);
const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab)\(/gi;

/** Refuses colours that a style sheet names itself: a dark page would show them as a light one does. */
export function checkColours(sheets: readonly SourceFile[]): Violation[] {
  return sheets
    .filter(({ path }) => !OWN_COLOURS.has(path))
    .flatMap(({ path, source }) =>
      [...source.replace(/\/\*[\s\S]*?\*\//g, blank).matchAll(COLOUR)].map(({ index, 0: colour }) => ({
        at: `${path}:${source.slice(0, index).split('\n').length}`,
        rule: 'colour',
        message: `${colour} is none of the tokens of ui/tokens.css`,
      })),
    );
}

const blank = (comment: string): string => comment.replace(/[^\n]/g, ' ');
