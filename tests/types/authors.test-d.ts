import { collection, defineConfig, type Doc, f, type GlobalDoc, global } from '@quirecms/core'
import type { LocalApi } from '@quirecms/features'
import { expectTypeOf, test } from 'vitest'

const config = defineConfig({
  collections: {
    users: collection({ auth: true, fields: { name: f.text() } }),
    notes: collection({ fields: { text: f.text() }, authors: true }),
    plain: collection({ fields: { text: f.text() } }),
    quiet: collection({ fields: { text: f.text() }, authors: false }),
  },
  globals: { settings: global({ fields: {}, authors: true }) },
})
type Config = typeof config

const several = defineConfig({
  admin: { users: 'users' },
  collections: {
    users: collection({ auth: true, fields: {} }),
    members: collection({ auth: true, fields: {} }),
    notes: collection({ fields: {}, authors: true }),
  },
})

declare const local: LocalApi<Config>

test('authors are users', () => {
  expectTypeOf<Doc<Config, 'notes'>['createdBy']>().toEqualTypeOf<string | null>()
  expectTypeOf<GlobalDoc<Config, 'settings'>['updatedBy']>().toEqualTypeOf<string | null>()
  expectTypeOf<Doc<Config, 'plain'>>().not.toHaveProperty('createdBy')
  expectTypeOf<Doc<Config, 'quiet'>>().not.toHaveProperty('createdBy')
  expectTypeOf<Doc<typeof several, 'notes'>['createdBy']>().toEqualTypeOf<
    { relationTo: 'users'; value: string } | { relationTo: 'members'; value: string } | null
  >()
})

test('authors are read, not written', () => {
  void local.collections.notes.find({ where: { 'createdBy.name': { equals: 'x' } }, populate: { updatedBy: true } })
  // @ts-expect-error only Quire writes it
  void local.collections.notes.create({ text: 'x', createdBy: 'x' })
  // @ts-expect-error there are no authors here
  void local.collections.plain.find({ where: { createdBy: { equals: 'x' } } })
})
