import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { scaffoldRegister } from './scaffold-register.ts';

const ROOT = resolve(import.meta.dirname, '..');
const USAGE = `\
npm run new register <module> <name> <中文名>
  e.g. npm run new register base paymentTerm 付款条件`;

const [kind, module, name, title] = process.argv.slice(2);
try {
  if (kind !== 'register' || !module || !name || !title) throw new Error(USAGE);
  const files = scaffoldRegister(ROOT, { module, name, title });
  for (const [path, text] of Object.entries(files)) {
    const isNew = !existsSync(join(ROOT, path));
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
    console.log(`${isNew ? 'new     ' : 'changed '} ${path}`);
  }
  const formatted = Object.keys(files).filter((path) => !path.endsWith('.sql'));
  const oxfmt = join(ROOT, 'node_modules/oxfmt/bin/oxfmt');
  spawnSync(process.execPath, [oxfmt, ...formatted], { cwd: ROOT, stdio: 'inherit' });
  console.log(`
Next: say what it means in docs/glossary.md, give it its fields (declaration and migration),
and its page a place in modules/${module}/model/menus.ts. Then npm run check.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
