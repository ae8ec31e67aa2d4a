import { must, type TestApp } from '@quirecms/testkit'
import { type RuleArguments, collection, defineConfig, f } from 'quirecms'

const staff = ({ actor }: RuleArguments) => actor?.['role'] === 'boss' || actor?.['role'] === 'clerk'
const boss = ({ actor }: RuleArguments) => actor?.['role'] === 'boss'
const everybody = () => true

/** Calls of hooks: a dry run must not make them. */
export const seen = { committed: [] as string[], contexts: [] as unknown[] }

export const shop = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  admin: { users: 'users' },
  collections: {
    users: collection({ auth: { apiKeys: true }, fields: { role: f.text() }, access: { read: staff } }),
    brands: collection({
      fields: { name: f.text({ required: true }), code: f.text({ unique: true }) },
      access: {
        read: ({ actor }) => boss({ actor } as RuleArguments) || { name: { not_equals: 'Secret' } },
        create: boss,
      },
    }),
    products: collection({
      fields: {
        sku: f.text({ required: true, unique: true }),
        title: f.text({ required: true, localized: true, maxLength: 40 }),
        price: f.number({ min: -10 }),
        stock: f.number({ integer: true, default: 7 }),
        isNew: f.checkbox(),
        since: f.date(),
        kind: f.select({ options: ['book', 'toy'] }),
        tags: f.text({ many: true }),
        brand: f.relationship({ to: 'brands' }),
        related: f.relationship({ to: ['products', 'brands'], many: true }),
        seo: f.group({ fields: { title: f.text({ localized: true }), score: f.number() } }),
        links: f.array({ fields: { url: f.text({ required: true }), label: f.text() } }),
        data: f.json(),
        cost: f.number({ access: { read: boss, update: boss, create: boss } }),
      },
      trash: true,
      search: { fields: ['title'] },
      access: { read: everybody, create: staff, update: staff, delete: boss, deletePermanent: boss },
      hooks: {
        beforeChange: [
          async ({ data, context, local }) => {
            seen.contexts.push(context['import'])
            if (data?.['sku'] === 'MAKES')
              await local.asSystem().collection('brands').create({ name: 'Made', code: 'new' }, { context })
            if (data?.['sku'] === 'BROKEN') throw new Error('a secret of the hook')
          },
        ],
        afterCommit: [({ doc }) => void seen.committed.push(JSON.stringify(doc?.['sku']))],
      },
    }),
    articles: collection({
      fields: { title: f.text({ required: true }), slug: f.slug({ from: 'title', unique: true }) },
      versions: { drafts: true },
      access: { read: everybody, readDrafts: staff, create: staff, update: staff, publish: boss },
    }),
    notes: collection({ fields: { text: f.text() }, transfers: false, access: { read: everybody } }),
  },
})

export type Shop = TestApp<typeof shop>

/** Creates a user with this role, and headers that authenticate it. */
export async function person({ app }: Shop, role: string) {
  const email = `${role}-${crypto.randomUUID()}@example.com`
  const password = 'correct horse'
  const { id } = await app.local.asSystem().auth.users.createUser({ data: { email, role }, password })
  const { token } = await app.local.auth.users.login({ email, password })
  return { id, actor: { id, collection: 'users' as const, role, email }, token: must(token, 'token') }
}
