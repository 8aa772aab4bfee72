import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { snake } from '#kit/model/resource.ts';
import { MODULE_ORDER } from './check-boundaries.ts';

export interface NewRegister {
  module: string;
  /** camelCase, singular: `shipMethod`. */
  name: string;
  /** 中文名. */
  title: string;
}

/**
 * What a new register needs: its declaration, the migration of its table, its glossary line and
 * its line in what the module declares. Answers path → whole new text and writes nothing. All the
 * rest (routes, page, form, permissions, import and export) follows from the declaration.
 * @throws in plain words when the name is taken or no name
 */
export function scaffoldRegister(root: string, register: NewRegister): Record<string, string> {
  refuse(root, register);
  const { module } = register;
  const file = kebab(register.name);
  const declaration = `modules/${module}/model/${file}.ts`;
  const declared = `modules/${module}/model/declared.ts`;
  return {
    [declaration]: declarationText(register),
    [`db/migrations/${nextVersion(root)}_${snake(register.name)}.sql`]: migrationText(register),
    'docs/glossary.md': withGlossaryLine(read(root, 'docs/glossary.md'), register, declaration),
    [declared]: withRoom(read(root, declared), file),
  };
}

function refuse(root: string, { module, name, title }: NewRegister): void {
  if (!MODULE_ORDER.flat().includes(module))
    throw new Error(`there is no module ${module}; modules: ${MODULE_ORDER.flat().join(', ')}`);
  if (!/^[a-z][a-zA-Z0-9]{1,40}$/.test(name))
    throw new Error(`a name is singular and camelCase, like shipMethod, which ${name} is not`);
  if (!/\p{Script=Han}|^[A-Z]{2,}$/u.test(title) || /[|'`\n]/.test(title))
    throw new Error(`the title is what people read on the screen, in Chinese; ${title} is not`);
  if (existsSync(join(root, `modules/${module}/model/${kebab(name)}.ts`)))
    throw new Error(`modules/${module}/model/${kebab(name)}.ts exists already`);
  const migrations = join(root, 'db/migrations');
  const taken = readdirSync(migrations).find((one) =>
    new RegExp(`create table ${snake(name)}\\b`).test(read(migrations, one)),
  );
  if (taken) throw new Error(`table ${snake(name)} exists already (db/migrations/${taken})`);
}

const read = (root: string, path: string): string => readFileSync(join(root, path), 'utf8');
const kebab = (name: string): string => snake(name).replaceAll('_', '-');

function nextVersion(root: string): string {
  const last = readdirSync(join(root, 'db/migrations'))
    .map((name) => Number(/^(\d{4})_/.exec(name)?.[1] ?? 0))
    .reduce((most, number) => Math.max(most, number), 0);
  return String(last + 1).padStart(4, '0');
}

const declarationText = ({ module, name, title }: NewRegister): string => `\
import { text, textarea } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';

/** ${title}. */
export const ${name} = defineRegister({
  module: '${module}',
  name: '${name}',
  title: '${title}',
  fields: {
    code: text('编码', { required: true, unique: true, max: 32, rule: 'code' }),
    name: text('名称', { required: true, max: 64 }),
    remark: textarea('备注', { max: 500 }),
  },
  label: 'name',
  list: ['code', 'name', 'remark', 'createTime'],
  search: ['code', 'name'],
  form: [['code', 'name'], ['remark']],
});
`;

const migrationText = ({ name, title }: NewRegister): string => `\
-- ${title}.

create table ${snake(name)} (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  remark text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index ${snake(name)}_code on ${snake(name)} (tenant_id, code) where deleted_at is null;
call secure_tenant_table('${snake(name)}');
`;

/** As the last line of the first table: resources. Its meaning is for the author to write. */
function withGlossaryLine(text: string, { name, title }: NewRegister, file: string): string {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith('| 中文'));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  if (start === -1 || end === -1) throw new Error('docs/glossary.md has no table of resources');
  lines.splice(end, 0, `| ${title} | \`${name}\` | | | \`${file}\` |`);
  return lines.join('\n');
}

/** One line more of what the module declares, in the order of the files. */
const withRoom = (text: string, file: string): string =>
  [...text.split('\n').filter(Boolean), `export * from './${file}.ts';`].sort().join('\n') + '\n';
