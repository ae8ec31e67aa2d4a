import { type RuleArguments, collection, defineConfig, f } from 'quirecms'

const everybody = () => true
const hr = ({ actor }: RuleArguments) => actor?.['role'] === 'hr'
const hrOnly = { read: hr, create: hr, update: hr }

/** Fields with rules of their own, at each depth and of each kind. */
export const staff = defineConfig({
  collections: {
    people: collection({
      fields: {
        name: f.text({ required: true }),
        owner: f.text(),
        salary: f.number({ default: 1000, access: hrOnly }),
        role: f.select({
          options: ['user', 'admin'],
          default: 'user',
          access: { create: hr, update: async (args) => hr(args) },
        }),
        // Readable in some documents: by a condition, and by a rule that reads the document.
        nick: f.text({
          access: { read: () => ({ name: { equals: 'Ann' } }), update: () => ({ name: { equals: 'Ann' } }) },
        }),
        diary: f.text({ access: { read: ({ actor, doc }) => actor !== null && doc?.['owner'] === actor.id } }),
        once: f.text({ access: { update: () => false } }),
        open: f.group({ fields: { text: f.text(), closed: f.text({ access: hrOnly }) } }),
        closed: f.group({
          fields: { text: f.text({ default: 'T' }), list: f.array({ fields: { x: f.text() } }) },
          access: hrOnly,
        }),
        rows: f.array({ fields: { label: f.text(), closed: f.text({ default: 'D', access: hrOnly }) } }),
        closedRows: f.array({ fields: { x: f.text() }, access: hrOnly }),
        blocks: f.blocks({ blocks: { card: { fields: { text: f.text(), closed: f.text({ access: hrOnly }) } } } }),
        extra: f.json({ access: hrOnly }),
        computed: f.virtual({ value: ({ doc }) => `${Number(doc['salary'])} a month`, access: { read: hr } }),
      },
      access: { read: everybody, create: everybody, update: everybody, delete: everybody },
    }),
  },
})

export const actors = {
  hr: { id: '01890000-0000-7000-8000-00000000000a', collection: 'users', role: 'hr' },
  bob: { id: '01890000-0000-7000-8000-00000000000b', collection: 'users', role: 'user' },
}

/** What only those from HR may see of `ann`. */
export const CLOSED = ['salary', '4711', 'closed', 'hush', 'extra', 'computed']

export const ann = [
  'people',
  {
    name: 'Ann',
    owner: actors.bob.id,
    salary: 4711,
    nick: 'Annie',
    diary: 'Dear diary',
    once: 'first',
    open: { text: 'seen', closed: 'hush' },
    closed: { text: 'hush', list: [{ x: 'hush' }] },
    rows: [
      { id: 'r1', label: 'One', closed: 'hush 1' },
      { id: 'r2', label: 'Two', closed: 'hush 2' },
    ],
    closedRows: [{ x: 'hush' }],
    blocks: [{ id: 'b1', blockType: 'card', text: 'seen', closed: 'hush' }],
    extra: { hush: true },
  },
] as const
