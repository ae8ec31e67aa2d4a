import { hash } from 'node:crypto'
import { collection, defineConfig, f, global } from 'quirecms'

const everybody = () => true
const open = { read: everybody, create: everybody, update: everybody, delete: everybody }
const openGlobal = { read: everybody, update: everybody }

/** A collection for each dependency of a response besides the document. */
export const kiosk = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    authors: collection({ fields: { name: f.text() }, access: open }),
    plain: collection({
      fields: { title: f.text(), author: f.relationship({ to: 'authors' }), note: f.text({ hidden: true }) },
      access: open,
    }),
    joined: collection({
      fields: { title: f.text(), joins: f.join({ collection: 'pointing', on: 'to' }) },
      access: open,
    }),
    pointing: collection({ fields: { to: f.relationship({ to: 'joined' }) }, access: open }),
    computed: collection({ fields: { title: f.text(), now: f.virtual({ value: () => 'now' }) }, access: open }),
    hooked: collection({ fields: { title: f.text() }, access: open, hooks: { afterRead: [({ doc }) => doc] } }),
    'field-hooked': collection({
      fields: { title: f.text({ hooks: { afterRead: [({ value }) => value] } }) },
      access: open,
    }),
    ruled: collection({
      fields: { title: f.text(), salary: f.number({ access: { read: ({ actor }) => actor !== null } }) },
      access: open,
    }),
    translated: collection({ fields: { title: f.text({ localized: true }) }, access: open }),
    kept: collection({ cache: '60s', fields: { title: f.text(), body: f.textarea() }, access: open }),
    'kept-with-secrets': collection({
      cache: 90_500,
      fields: { title: f.text(), note: f.text({ hidden: true }) },
      access: open,
    }),
    closed: collection({ cache: '60s', fields: { title: f.text() }, access: { create: everybody } }),
  },
  globals: {
    settings: global({ fields: { siteName: f.text({ default: 'Site' }) }, access: openGlobal }),
    'kept-settings': global({ cache: '2h', fields: { siteName: f.text({ default: 'Site' }) }, access: openGlobal }),
  },
})

export const actors = { editor: { id: '01890000-0000-7000-8000-00000000000e', collection: 'users' } }

/** The tag of a response without a revision, or the hash after the revision. */
export function hashOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16)
}
