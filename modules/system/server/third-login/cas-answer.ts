import { SaxesParser } from 'saxes';

const NAMESPACE = 'http://www.yale.edu/tp/cas';
const USER = ['serviceResponse', 'authenticationSuccess', 'user'].join('/');
const MAX_DEPTH = 16;
const MAX_NAME = 100;

/**
 * The one user that the answer of `serviceValidate` names; null for every other answer: a refusal,
 * two users, a document type (and so any entity of its own), or XML that is not well-formed.
 */
export function casUser(bytes: Uint8Array): string | null {
  try {
    return readUser(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

function readUser(xml: string): string | null {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const path: string[] = [];
  const users: string[] = [];
  let isInUser = false;
  let isRefused = false;
  const addText = (text: string): void => {
    if (isInUser) users.push((users.pop() ?? '') + text);
  };
  const forbid = (): never => {
    throw new Error('an answer of this form is not trusted');
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', forbid);
  parser.on('processinginstruction', forbid);
  parser.on('comment', () => void (isInUser && forbid()));
  parser.on('opentag', ({ uri, local }) => {
    if (isInUser || path.length >= MAX_DEPTH) forbid();
    // What stands in another namespace means something else, whatever it is called.
    path.push(uri === NAMESPACE ? local : `{${uri}}${local}`);
    if (local === 'authenticationFailure') isRefused = true;
    isInUser = path.join('/') === USER;
    if (isInUser) users.push('');
  });
  parser.on('closetag', () => {
    path.pop();
    isInUser = false;
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(xml).close();
  const name = users[0]?.trim() ?? '';
  const isName = users.length === 1 && name !== '' && name.length <= MAX_NAME;
  return isName && !isRefused ? name : null;
}
