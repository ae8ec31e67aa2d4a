import { collection, defineConfig, f, sqlite } from 'quirecms'
import { authorFields, postFields, tagFields } from './blog-fields.ts'

/** Text fields of a product besides its name; lists don't need most of them. */
export const PRODUCT_FIELDS = 60

/** Collections of events, and the number of their documents for `--growth`. */
export const EVENTS = { 'events-10k': 10_000, 'events-100k': 100_000, 'events-500k': 500_000, 'events-1m': 1_000_000 }

export type EventsSlug = keyof typeof EVENTS

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody }

const events = collection({
  access,
  fields: { kind: f.text({ index: true }), place: f.text(), size: f.number({ integer: true }) },
})

const releaseFields = { title: f.text({ required: true }), notes: f.textarea() }

/**
 * The measured application, as a user would write it. `quire start` runs it beside a built installation of the package,
 * so it imports only that and files that are copied beside it. All requests come from one address, so the rate limit is
 * on but too high to matter.
 */
export default defineConfig({
  database: sqlite('./data/app.db'),
  server: { rateLimit: { requests: 1_000_000_000 } },
  collections: {
    users: collection({ auth: true, fields: {} }),
    authors: collection({ access, fields: authorFields }),
    tags: collection({ access, fields: tagFields }),
    posts: collection({ access, fields: postFields }),
    'versioned-posts': collection({ access, versions: true, fields: postFields }),
    'drafted-posts': collection({ access, versions: { drafts: true }, fields: postFields }),
    'planned-posts': collection({
      access: { ...access, publish: everybody },
      versions: { drafts: true },
      fields: postFields,
    }),
    products: collection({
      access,
      fields: {
        name: f.text({ required: true }),
        ...Object.fromEntries(Array.from({ length: PRODUCT_FIELDS }, (_, index) => [`detail${index}`, f.text()])),
      },
    }),
    releases: collection({ access, fields: { ...releaseFields, summary: f.text() } }),
    'recent-releases': collection({ access, fields: { ...releaseFields, summary: f.text() } }),
    'events-10k': events,
    'events-100k': events,
    'events-500k': events,
    'events-1m': events,
  },
})

/** An earlier state of the same application: its releases have no summaries, and its posts no history. */
export const earlierConfig = defineConfig({
  database: sqlite('./data/app.db'),
  collections: {
    authors: collection({ access, fields: authorFields }),
    tags: collection({ access, fields: tagFields }),
    releases: collection({ access, fields: releaseFields }),
    'versioned-posts': collection({ access, fields: postFields }),
    'drafted-posts': collection({ access, fields: postFields }),
  },
})
