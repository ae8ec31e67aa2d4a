import { type Actor, collection, defineConfig, f, global } from 'quirecms'

const everybody = () => true
const signedIn = ({ actor }: { actor: Actor | null }) => actor !== null
const access = { read: everybody, create: signedIn, update: signedIn, delete: signedIn }

/** Relationships with each `onDelete`, in every kind of structure. */
export const registry = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    targets: collection({ fields: { name: f.text() }, access }),
    others: collection({ fields: { name: f.text() }, access }),
    kept: collection({
      fields: {
        one: f.relationship({ to: 'targets' }),
        many: f.relationship({ to: 'targets', many: true }),
        needed: f.relationship({ to: 'targets', required: true, default: null }),
      },
      access,
    }),
    cleared: collection({
      fields: {
        title: f.text(),
        one: f.relationship({ to: 'targets', onDelete: 'clear' }),
        many: f.relationship({ to: 'targets', many: true, onDelete: 'clear' }),
        any: f.relationship({ to: ['targets', 'others'], onDelete: 'clear' }),
        anyMany: f.relationship({ to: ['targets', 'others'], many: true, onDelete: 'clear' }),
        local: f.relationship({ to: 'targets', localized: true, onDelete: 'clear' }),
        localMany: f.relationship({ to: 'targets', localized: true, many: true, onDelete: 'clear' }),
        hidden: f.relationship({ to: 'targets', hidden: true, onDelete: 'clear' }),
        inside: f.group({ fields: { one: f.relationship({ to: 'targets', onDelete: 'clear' }), note: f.text() } }),
        rows: f.array({
          fields: {
            one: f.relationship({ to: 'targets', onDelete: 'clear' }),
            local: f.relationship({ to: 'targets', localized: true, onDelete: 'clear' }),
            note: f.text({ localized: true }),
          },
        }),
        blocks: f.blocks({
          localized: true,
          blocks: {
            card: { fields: { many: f.relationship({ to: 'targets', many: true, onDelete: 'clear' }) } },
            line: { fields: { text: f.text() } },
          },
        }),
      },
      access,
    }),
    strict: collection({
      fields: {
        one: f.relationship({ to: 'targets', onDelete: 'restrict' }),
        local: f.relationship({ to: 'targets', localized: true, onDelete: 'restrict' }),
        rows: f.array({ fields: { any: f.relationship({ to: ['targets', 'others'], onDelete: 'restrict' }) } }),
        self: f.relationship({ to: 'strict', onDelete: 'restrict' }),
      },
      access,
    }),
    // The target of a required relationship can't be cleared.
    needy: collection({
      fields: {
        one: f.relationship({ to: 'targets', required: true, default: null, onDelete: 'clear' }),
        many: f.relationship({ to: 'others', required: true, many: true, default: [], onDelete: 'clear' }),
      },
      access,
    }),
    local: collection({
      fields: { one: f.relationship({ to: 'targets', required: true, localized: true, onDelete: 'clear' }) },
      access,
    }),
    nodes: collection({
      fields: { parent: f.relationship({ to: 'nodes', onDelete: 'clear' }), name: f.text() },
      access,
    }),
    // Sources that only the system may read count, too.
    vaults: collection({
      fields: { one: f.relationship({ to: 'others', onDelete: 'restrict' }), name: f.text() },
      access: { ...access, read: () => false },
    }),
  },
  globals: {
    front: global({
      fields: {
        lead: f.relationship({ to: 'targets', onDelete: 'clear' }),
        firm: f.relationship({ to: 'others', onDelete: 'restrict' }),
        rows: f.array({ fields: { one: f.relationship({ to: 'targets', onDelete: 'clear' }) } }),
      },
      access: { read: everybody, update: signedIn },
    }),
  },
})

export const actors = { ann: { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' } }
