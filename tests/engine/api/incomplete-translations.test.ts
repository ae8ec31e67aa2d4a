import type { Actor } from '@quirecms/core'
import { collection, defineConfig, f } from 'quirecms'
import { queries, type QueryTable } from './query-table.ts'

const translator: Actor = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }
const signedIn = ({ actor }: { actor: unknown }) => actor !== null

/** The query of the admin app for missing translations: with `locale=all`, a path contains a locale. */
const lacks = (path: string) => ({
  and: [{ [`${path}.en`]: { exists: true } }, { [`${path}.de`]: { exists: false } }],
})

const body = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})

const guide: QueryTable = {
  config: defineConfig({
    localization: { locales: ['en', 'de'], defaultLocale: 'en', fallback: { de: ['en'] } },
    collections: {
      places: collection({
        fields: {
          name: f.text({ localized: true }),
          body: f.richText({ localized: true }),
          look: f.group({ localized: true, fields: { mood: f.text() } }),
          notes: f.array({ localized: true, fields: { word: f.text() } }),
          links: f.array({ fields: { label: f.text({ localized: true }) } }),
          parts: f.blocks({ blocks: { quote: { fields: { text: f.text({ localized: true }) } } } }),
          secret: f.text({ localized: true, access: { read: signedIn } }),
        },
        access: { read: () => true },
      }),
    },
  }),
  collection: 'places',
  actors: { translator },
  documents: {
    empty: {},
    // Each has one thing that a translation lacks.
    name: { name: 'Lake' },
    body: { body: body('Cold') },
    look: { look: { mood: 'calm' } },
    notes: { notes: [{ word: 'wet' }] },
    links: { links: [{ label: 'One' }] },
    parts: { parts: [{ blockType: 'quote', text: 'Cold!' }] },
    secret: { secret: 'Depth' },
  },
}

queries('what a translation lacks is found', guide, [
  { name: 'finds a missing value, although reads fall back', locale: 'all', where: lacks('name'), finds: 'name' },
  { name: 'a rich text', locale: 'all', where: lacks('body'), finds: 'body' },
  {
    name: 'a value in a group that each language has',
    locale: 'all',
    where: { and: [{ 'look.en.mood': { exists: true } }, { 'look.de.mood': { exists: false } }] },
    finds: 'look',
  },
  { name: 'rows that each language has', locale: 'all', where: lacks('notes'), finds: 'notes' },
  { name: 'a value in a row', locale: 'all', where: { links: { some: lacks('label') } }, finds: 'links' },
  { name: 'a value in a block', locale: 'all', where: { 'parts.quote': { some: lacks('text') } }, finds: 'parts' },
  {
    name: 'any of several fields',
    locale: 'all',
    where: { or: [lacks('name'), lacks('body'), { links: { some: { or: [lacks('label')] } } }] },
    finds: 'name body links',
  },
  {
    name: 'excludes documents with all translations',
    locale: 'all',
    where: { not: { or: [lacks('name'), lacks('body'), lacks('notes'), { links: { some: lacks('label') } }] } },
    finds: 'empty look parts secret',
  },
  { name: 'fields that the reader may read', locale: 'all', as: 'translator', where: lacks('secret'), finds: 'secret' },
  {
    name: 'but not fields that they may not read',
    locale: 'all',
    where: lacks('secret'),
    refuses: ['unknown_field where.secret.en', 'unknown_field where.secret.de'],
  },
  { name: 'nothing for an unknown field', locale: 'all', where: { id: { exists: false } }, finds: '' },
])
