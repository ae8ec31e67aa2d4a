import { spawnSync } from 'node:child_process'
import { mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/**
 * Mistakes in a configuration that newcomers make, above all those who know Payload, Strapi or Directus: each is one
 * error, whose text says what is wrong. `at` is what the error points at.
 */
const MISTAKES: readonly (readonly [mistake: string, code: string, says: string, at?: string])[] = [
  [
    'an option of Payload: hasMany',
    "collection({ fields: { by: f.relationship({ to: 'users', hasMany: true }) } })",
    "'hasMany' does not exist in type 'RelationshipOptions'",
  ],
  [
    'a misspelt option beside others',
    'collection({ fields: { title: f.text({ required: true, maxLenght: 3 }) } })',
    "Did you mean to write 'maxLength'?",
  ],
  [
    'British spelling',
    'collection({ fields: { title: f.text({ localised: true }) } })',
    "Did you mean to write 'localized'?",
  ],
  [
    'fields as a list',
    "collection({ fields: [{ name: 'title', type: 'text' }] })",
    "not assignable to type 'FieldType",
  ],
  [
    'a field as an object with a type',
    "collection({ fields: { title: { type: 'text' } } })",
    "not assignable to type 'FieldType",
  ],
  [
    'useAsTitle',
    "collection({ fields: { title: f.text() }, admin: { useAsTitle: 'title' } })",
    "'useAsTitle' does not exist in type 'Presentation'",
  ],
  [
    'a slug in the collection',
    "collection({ slug: 'posts', fields: { title: f.text() } })",
    "'slug' does not exist in type 'CollectionConfig",
  ],
  [
    'timestamps',
    'collection({ timestamps: true, fields: { title: f.text() } })',
    "'timestamps' does not exist in type 'CollectionConfig",
  ],
  [
    'version for versions',
    'collection({ version: { drafts: true }, fields: { title: f.text() } })',
    "'version' does not exist",
  ],
  [
    'draft for drafts',
    'collection({ versions: { draft: true }, fields: { title: f.text() } })',
    "Did you mean to write 'drafts'?",
  ],
  [
    'relationTo',
    "collection({ fields: { by: f.relationship({ relationTo: 'users' }) } })",
    "'relationTo' does not exist in type 'RelationshipOptions'",
  ],
  ['f.relation', "collection({ fields: { by: f.relation({ to: 'users' }) } })", "'relation' does not exist"],
  ['f.boolean', 'collection({ fields: { open: f.boolean() } })', "'boolean' does not exist"],
  [
    'a sort by a field that is not there',
    "collection({ fields: { title: f.text() }, defaultSort: 'titel' })",
    'There is no \\"titel\\" here. Did you mean \\"title\\"?',
  ],
  [
    'a search in a field that is not there',
    "collection({ fields: { title: f.text() }, search: { fields: ['titel'] } })",
    'There is no \\"titel\\" here. Did you mean \\"title\\"?',
  ],
  [
    'an index of a field that is not there',
    "collection({ fields: { title: f.text() }, indexes: [{ fields: ['titel'] }] })",
    'There is no \\"titel\\" here. Did you mean \\"title\\"?',
  ],
  [
    'a rule that is not there',
    'collection({ fields: { title: f.text() }, access: { raed: () => true } })',
    "'raed' does not exist in type '{ readonly",
  ],
  [
    'a rule whose query names no field',
    "collection({ fields: { title: f.text() }, access: { read: () => ({ titel: { equals: 'x' } }) } })",
    'There is no \\"titel\\" here. Did you mean \\"title\\"?',
    'titel',
  ],
  [
    'the same in a list, after the name of an argument',
    "collection({ fields: { title: f.text() }, access: { read: ({ id }) => ({ or: [{ title: { equals: id } }, { titel: { equals: 'x' } }] }) } })",
    'There is no \\"titel\\" here. Did you mean \\"title\\"?',
    'titel',
  ],
  [
    'the same where the answer depends on the actor',
    "collection({ fields: { title: f.text() }, access: { read: ({ actor }) => actor ? true : { titel: { equals: 'x' } } } })",
    'There is no \\"titel\\" here. Did you mean \\"title\\"?',
    'actor ? true',
  ],
  [
    'the same in a promise, and after a statement',
    "collection({ fields: { title: f.text() }, access: { read: async () => { return { titel: { equals: 'x' } } } } })",
    'There is no \\"titel\\" here. Did you mean \\"title\\"?',
    'read',
  ],
  [
    'a rule whose query names no operator',
    "collection({ fields: { title: f.text() }, access: { read: () => ({ title: { equal: 'x' } }) } })",
    'There is no \\"equal\\" here. Did you mean \\"equals\\"?',
    'equal:',
  ],
  [
    'an operator of Directus',
    "collection({ fields: { title: f.text() }, access: { read: () => ({ title: { _eq: 'x' } }) } })",
    'There is no \\"_eq\\" here.',
    '_eq',
  ],
  [
    'a rule that answers with a text',
    "collection({ fields: { title: f.text() }, access: { read: ({ actor }) => actor ? 'yes' : false } })",
    "is not assignable to type 'boolean | ",
    'actor ?',
  ],
  [
    'a hook that is not there',
    'collection({ fields: { title: f.text() }, hooks: { beforeSave: [] } })',
    "'beforeSave' does not exist",
  ],
  [
    'a value of a hook that is not there',
    'collection({ fields: { title: f.text() }, hooks: { beforeChange: [({ dta }) => dta] } })',
    "'dta' does not exist",
  ],
  ['defaultValue', "collection({ fields: { title: f.text({ defaultValue: 'x' }) } })", "'defaultValue' does not exist"],
  [
    'a default that is no choice',
    "collection({ fields: { kind: f.select({ options: ['a', 'b'], default: 'c' }) } })",
    'The default of \\"kind\\" is not a value of this field.',
  ],
  [
    'a default of another type',
    "collection({ fields: { n: f.number({ default: '3' }) } })",
    "Type 'string' is not assignable to type 'number",
  ],
  [
    'choices for options',
    "collection({ fields: { kind: f.select({ choices: ['a', 'b'] }) } })",
    "'choices' does not exist in type 'SelectOptions'",
  ],
  [
    'unique formatted text',
    'collection({ fields: { body: f.richText({ unique: true }) } })',
    "'unique' does not exist in type 'RichTextOptions'",
  ],
  [
    'a slug from a field that is not there',
    "collection({ fields: { title: f.text(), slug: f.slug({ from: 'titel' }) } })",
    'is made from \\"titel\\", which is not a field beside it.',
  ],
  [
    'an unknown collection',
    "defineConfig({ collections: { users, posts: collection({ fields: { by: f.relationship({ to: 'userz' }) } }) } })",
    'userz',
  ],
  [
    'an upload to a collection without files',
    "defineConfig({ collections: { users, posts: collection({ fields: { by: f.upload({ to: 'users' }) } }) } })",
    'which has no `upload`',
  ],
  ['collections as a list', 'defineConfig({ collections: [users] })', "not assignable to type 'CollectionConfigs"],
  ['db for database', "defineConfig({ collections: { users }, db: sqlite('x') })", "'db' does not exist"],
  [
    'a default locale that is not there',
    "defineConfig({ collections: { users }, localization: { locales: ['en'], defaultLocale: 'de' } })",
    `Type '"de"' is not assignable to type '"en"'`,
  ],
  ['apiKey for apiKeys', 'collection({ auth: { apiKey: true }, fields: {} })', "Did you mean to write 'apiKeys'?"],
  [
    'users that are files',
    'collection({ auth: true, upload: true, fields: {} })',
    'A collection of users cannot hold files.',
  ],
  ['a trash of a global', 'global({ trash: true, fields: {} })', "'trash' does not exist in type 'GlobalConfig"],
]

/** Mistakes in calls of `local`, whose collection `pages` has drafts. */
const WRONG_CALLS: typeof MISTAKES = [
  ['a published document without its title', 'pages.create({ seo }, { publish: true })', "Property 'title' is missing"],
  [
    'a published document without a required value of a group',
    "pages.create({ title: 'x', seo: {} }, { publish: true })",
    "Property 'description' is missing",
  ],
  [
    'null for the title of a published document',
    'pages.create({ title: null, seo }, { publish: true })',
    "Type 'null' is not assignable to type 'string'",
  ],
  [
    'a misspelt field of a published document',
    "pages.create({ titel: 'x', title: 'x', seo }, { publish: true })",
    "Did you mean to write 'title'?",
  ],
  ['a misspelt option', 'pages.create({}, { publihs: true })', "Did you mean to write 'publish'?"],
  [
    'a misspelt path of a where',
    "pages.find({ where: { titel: { equals: 'x' } } })",
    'There is no \\"titel\\" here. Did you mean \\"title\\"?',
    'titel',
  ],
  [
    'a misspelt path through a relationship, inside of or',
    "pages.find({ where: { or: [{ 'writer.nmae': { equals: 'x' } }] } })",
    'There is no \\"writer.nmae\\" here. Did you mean \\"writer.name\\"?',
    "'writer.nmae'",
  ],
  ['an operator of Directus', "pages.find({ where: { title: { _eq: 'x' } } })", "'_eq' does not exist in type"],
  ['a misspelt operator', "pages.find({ where: { title: { equal: 'x' } } })", "Did you mean to write 'equals'?"],
  ['a misspelt order', "pages.find({ sort: '-titel' })", `Did you mean '"-title"'?`],
  ['a misspelt field of a select', 'pages.find({ select: { titel: true } })', "Did you mean to write 'title'?"],
  ['a misspelt field of a populate', 'pages.find({ populate: { wirter: true } })', "Did you mean to write 'writer'?"],
]

const PROGRAMS = [
  ...MISTAKES.map(
    ([mistake, code, ...expected]) => [mistake, `export const made = () => ${code}`, ...expected] as const,
  ),
  ...WRONG_CALLS.map(([mistake, code, ...expected]) => [mistake, `void ${code}`, ...expected] as const),
]

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
const compilerOf = (folder: string) => fileURLToPath(new URL(`../../${folder}/typescript/bin/tsc`, import.meta.url))

describe.each([
  ['TypeScript 7', compilerOf('node_modules')],
  ['TypeScript 6', compilerOf('compilers/typescript-6/node_modules')],
  ['TypeScript 5.9', compilerOf('compilers/typescript-5.9/node_modules')],
])('%s', (_, compiler) => {
  it('reports each mistake once, with an understandable message', async () => {
    const folder = await program()
    const { stdout } = spawnSync(process.execPath, [compiler, '--pretty', 'false'], { cwd: folder, encoding: 'utf8' })
    // Further lines of an error are indented.
    const errors = stdout.split(/\n(?! )/)
    for (const [index, [mistake, code, says, at]] of PROGRAMS.entries()) {
      const own = errors.filter((error) => error.startsWith(`${fileOf(index)}(`))
      expect(own, mistake).toEqual([expect.stringContaining(says)])
      if (at !== undefined) expect(own[0], mistake).toContain(`(${placeIn(HEAD + code, at)})`)
    }
  })
})

/** As compilers write it: line and column. */
function placeIn(text: string, part: string): string {
  const before = text.slice(0, text.lastIndexOf(part)).split('\n')
  return `${before.length},${(before.at(-1) ?? '').length + 1}`
}

const fileOf = (index: number) => `mistake-${index}.ts`

/** A file for each mistake, since one may change how the compiler reads the rest of its file. */
async function program(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mistakes-'))
  await symlink(modules, join(folder, 'node_modules'))
  await writeFile(join(folder, 'calls.ts'), CALLS)
  for (const [index, [, code]] of PROGRAMS.entries()) await writeFile(join(folder, fileOf(index)), HEAD + code)
  const files = PROGRAMS.map((_, index) => fileOf(index))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files }))
  return folder
}

const HEAD = `
  import { collection, defineConfig, f, global, sqlite } from '@quirecms/core'
  import { pages, seo } from './calls.ts'
  export { pages, seo }
  export { collection, defineConfig, f, global, sqlite }
  export const users = collection({ auth: true, fields: { name: f.text() } })
  `

const CALLS = `
  import { collection, defineConfig, f } from '@quirecms/core'
  import type { LocalApi } from '@quirecms/features'
  const config = defineConfig({
    collections: {
      writers: collection({ fields: { name: f.text() } }),
      pages: collection({
        versions: { drafts: true },
        fields: {
          title: f.text({ required: true }),
          writer: f.relationship({ to: 'writers' }),
          seo: f.group({ fields: { description: f.text({ required: true }) } }),
        },
      }),
    },
  })
  declare const local: LocalApi<typeof config>
  export const { pages } = local.collections
  export const seo = { description: 'x' }
  `

const OPTIONS = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  target: 'esnext',
  module: 'nodenext',
  lib: ['ESNext', 'DOM'],
  types: ['node'],
  typeRoots: [join(modules, '@types')],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
}
