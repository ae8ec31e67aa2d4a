import { webhooks, type WebhooksOptions } from '@quirecms/webhooks'
import { collection, defineConfig, f, global, QuireError } from 'quirecms'
import { SECRET } from './receiver.ts'

const everybody = () => true
const open = { read: everybody, readDrafts: everybody, create: everybody, update: everybody, delete: everybody }

/** Articles, pages, a global and users, with webhooks to the receiver at this address. */
export function newsroom(url: string, options: Partial<WebhooksOptions> = {}) {
  return defineConfig({
    collections: {
      users: collection({ auth: true, fields: { role: f.text() } }),
      readers: collection({ auth: true, fields: {} }),
      articles: collection({
        trash: true,
        versions: { drafts: true },
        fields: { title: f.text(), secret: f.text({ hidden: true }) },
        access: { ...open, publish: everybody },
        hooks: {
          afterChange: [
            ({ doc }) => {
              if (doc?.['title'] === 'Refused') throw new QuireError('forbidden', 'Not this one.')
            },
          ],
        },
      }),
      pages: collection({ fields: { title: f.text() }, access: open }),
      // Users of the admin app may not read all of these.
      files: collection({
        fields: { title: f.text() },
        access: { ...open, read: ({ actor }) => actor?.['role'] === 'chief' || { title: { equals: 'Open' } } },
      }),
      wages: collection({
        fields: { title: f.text(), amount: f.number({ access: { read: ({ actor }) => actor?.['role'] === 'chief' } }) },
        access: open,
      }),
      ideas: collection({
        versions: { drafts: true },
        fields: { title: f.text() },
        access: { ...open, readDrafts: ({ actor, doc }) => actor?.['role'] === 'chief' || doc?.['title'] === 'Open' },
      }),
    },
    globals: { site: global({ fields: { name: f.text() }, access: { read: everybody, update: everybody } }) },
    admin: { users: 'users' },
    plugins: [
      webhooks({
        endpoints: {
          all: { url, secret: SECRET, privateNetwork: true, headers: { authorization: 'Bearer s3cret' } },
          published: {
            url,
            secret: SECRET,
            privateNetwork: true,
            events: ['document.published'],
            collections: ['articles'],
            globals: [],
            content: 'reference',
          },
        },
        ...options,
      }),
    ],
  })
}
