import { type RuleArguments, collection, defineConfig, f } from 'quirecms'

const everybody = () => true
const staffOnly = ({ actor }: RuleArguments) => actor?.['role'] === 'editor' || actor?.['role'] === 'boss'
/** Editors may delete their own documents, the boss all. */
const ownOnly = ({ actor }: RuleArguments) => {
  if (actor?.['role'] === 'boss') return true
  return actor?.['role'] === 'editor' && { owner: { equals: actor.id } }
}
const bossOnly = ({ actor }: RuleArguments) => actor?.['role'] === 'boss'

/** A collection with a trash, one without, and references to both. */
const library = defineConfig({
  collections: {
    books: collection({
      trash: true,
      fields: {
        title: f.text({ required: true }),
        isbn: f.text({ unique: true }),
        owner: f.text(),
        sequel: f.relationship({ to: 'books' }),
        partOf: f.relationship({ to: 'books', onDelete: 'restrict' }),
        loans: f.join({ collection: 'loans', on: 'book' }),
      },
      access: { read: everybody, create: staffOnly, update: staffOnly, delete: ownOnly, deletePermanent: bossOnly },
    }),
    loans: collection({
      trash: true,
      fields: { book: f.relationship({ to: 'books' }), note: f.text() },
      access: { read: everybody, create: staffOnly, update: staffOnly, delete: staffOnly },
    }),
    shelves: collection({
      fields: { first: f.relationship({ to: 'books', onDelete: 'clear' }), name: f.text() },
      access: { read: everybody, create: staffOnly, update: staffOnly, delete: staffOnly },
    }),
    reviews: collection({
      trash: true,
      fields: { of: f.relationship({ to: 'books', onDelete: 'restrict' }), text: f.text() },
      access: { read: everybody, create: staffOnly, update: staffOnly, delete: staffOnly },
    }),
  },
})

const actors = {
  editor: { id: '01890000-0000-7000-8000-00000000000e', collection: 'users', role: 'editor' },
  boss: { id: '01890000-0000-7000-8000-00000000000b', collection: 'users', role: 'boss' },
  reader: { id: '01890000-0000-7000-8000-00000000000c', collection: 'users', role: 'reader' },
}

export const setup = { config: library, actors }

export const own = ['books', { title: 'Own', isbn: '1', owner: actors.editor.id }] as const
export const other = ['books', { title: 'Other', isbn: '2', owner: 'somebody' }] as const

export const throwAway = (...names: string[]) => names.map((name) => `DELETE /api/collections/books/{${name}}`)
