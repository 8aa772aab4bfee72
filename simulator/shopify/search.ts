/** The search language, as far as sellers' systems use it: `field:value` and `field:>=value`, joined by OR. */

type Facts = Readonly<Record<string, string | number>>;

const TERM = /(\w+):(>=|<=|>|<)?\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(\S+))/g;

/** Whether a row answers a query; no query is answered by all. Texts match from their beginning, whatever their case. */
export function matches(query: string | null | undefined, facts: Facts): boolean {
  const terms = [...(query ?? '').matchAll(TERM)];
  return terms.length === 0 || terms.some((term) => answers(term, facts));
}

function answers([, field = '', operator, double, single, bare]: RegExpMatchArray, facts: Facts): boolean {
  const wanted = (double ?? single ?? bare ?? '').replace(/\\(.)/g, '$1');
  const fact = facts[field];
  if (fact === undefined) return true;
  if (typeof fact === 'string') return fact !== '' && fact.toLowerCase().startsWith(wanted.toLowerCase());
  const instant = Date.parse(wanted);
  if (operator === '>=') return fact >= instant;
  if (operator === '>') return fact > instant;
  if (operator === '<=') return fact <= instant;
  return operator === '<' ? fact < instant : fact === instant;
}
