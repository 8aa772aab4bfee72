import { SaxesParser } from 'saxes';
import { BankFault } from './bank-reading.ts';

/** An element without its namespace. */
export interface Node {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Node[];
  text: string;
  /** The line at which it begins. */
  at: number;
}

const MOST_DEPTH = 40;
const MOST_TEXT = 20_000;
/** Of what is kept at one time. */
const MOST_NODES = 200_000;

/**
 * Reads XML into elements. A document type, and with it every entity of its own, is refused, and so is what is deep,
 * long or wide beyond what a statement is.
 * @param taken is given elements as they end, inner ones first; with `true` it has used one up, and it is not kept
 * @throws BankFault naming the line
 */
export function readXml(text: string, taken: (node: Node, parents: readonly Node[]) => boolean): Node {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: Node[] = [];
  let root: Node | null = null;
  let size = 0;
  const fault = (message: string): never => {
    throw new BankFault(message, parser.line);
  };
  parser.on('error', () => fault('XML 不完整或写法不对'));
  parser.on('doctype', () => fault('不接受带 DOCTYPE 的 XML'));
  parser.on('opentag', ({ local, attributes }) => {
    if (open.length >= MOST_DEPTH) fault('XML 层次太深');
    size += 1;
    if (size > MOST_NODES) fault('XML 元素太多');
    const values = Object.fromEntries(Object.values(attributes).map(({ local: key, value }) => [key, value]));
    open.push({ name: local, attributes: values, children: [], text: '', at: parser.line });
  });
  const say = (said: string): void => {
    const here = open.at(-1);
    if (!here) return;
    here.text += said;
    if (here.text.length > MOST_TEXT) fault('XML 里的一段文字太长');
  };
  parser.on('text', say);
  parser.on('cdata', say);
  parser.on('closetag', () => {
    const node = open.pop();
    if (!node) return;
    const parent = open.at(-1);
    if (!parent) root = node;
    else if (taken(node, open)) size -= sizeOf(node);
    else parent.children.push(node);
  });
  parser.write(text).close();
  return root ?? fault('XML 里没有内容');
}

const sizeOf = (node: Node): number => node.children.reduce((sum, one) => sum + sizeOf(one), 1);

/** The first element at a path below one. */
export function at(node: Node | undefined, ...path: readonly string[]): Node | undefined {
  let here = node;
  for (const name of path) here = here?.children.find((one) => one.name === name);
  return here;
}

export const textAt = (node: Node | undefined, ...path: readonly string[]): string | null =>
  at(node, ...path)?.text.trim() || null;

export const allAt = (node: Node | undefined, name: string): Node[] =>
  node?.children.filter((one) => one.name === name) ?? [];
