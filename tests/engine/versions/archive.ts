import { collection, defineConfig, f, global, type RuleArguments } from 'quirecms'

const everybody = () => true
const staff = ({ actor }: RuleArguments) => actor !== null
const boss = ({ actor }: RuleArguments) => actor?.['role'] === 'boss'

/** Collections with a history, a global with one, and one collection without. */
const archive = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    letters: collection({
      versions: { max: 3 },
      trash: true,
      fields: {
        title: f.text({ required: true, localized: true }),
        slug: f.text({ unique: true }),
        secret: f.text({ access: { read: boss, update: boss } }),
        internal: f.text({ hidden: true }),
        lines: f.array({ fields: { text: f.text(), mark: f.text({ access: { update: boss } }) } }),
        to: f.relationship({ to: 'people' }),
        from: f.relationship({ to: 'people', onDelete: 'clear' }),
      },
      access: {
        read: everybody,
        create: staff,
        update: staff,
        delete: staff,
        readVersions: ({ actor }) => actor?.['role'] === 'boss' || (actor !== null && { slug: { equals: 'own' } }),
      },
    }),
    people: collection({
      fields: { name: f.text() },
      access: { read: everybody, create: staff, update: staff, delete: staff },
    }),
  },
  globals: {
    imprint: global({
      versions: true,
      fields: { text: f.text({ default: 'Nothing yet' }) },
      access: { read: everybody, update: staff, readVersions: boss },
    }),
  },
})

export const actors = {
  boss: { id: '01890000-0000-7000-8000-00000000000b', collection: 'users', role: 'boss' },
  clerk: { id: '01890000-0000-7000-8000-00000000000c', collection: 'users', role: 'clerk' },
}

export const setup = { config: archive, actors }
