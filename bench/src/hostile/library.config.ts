import { collection, defineConfig, f, sqlite } from 'quirecms'

const everybody = () => true
const access = { read: everybody }

/**
 * What hostile clients ask for too much of: many documents that point to each other, with as few indexes as their owner thought of. One
 * address sends everything here, so the limits for one client are too high to be met.
 */
export default defineConfig({
  database: sqlite('./data/app.db'),
  server: { rateLimit: { requests: 1_000_000_000, inFlight: 10_000 } },
  collections: {
    articles: collection({
      access,
      fields: {
        title: f.text(),
        text: f.textarea(),
        rank: f.number(),
        related: f.relationship({ to: 'articles', many: true }),
        author: f.relationship({ to: 'people' }),
      },
    }),
    people: collection({
      access,
      fields: { name: f.text(), articles: f.join({ collection: 'articles', on: 'author' }) },
    }),
    books: collection({ access, fields: { title: f.text(), author: f.relationship({ to: 'writers' }) } }),
    writers: collection({ access, fields: { name: f.text(), city: f.relationship({ to: 'cities' }) } }),
    reports: collection({ access, fields: { title: f.text(), text: f.textarea({ maxLength: 100_000 }) } }),
    cities: collection({ access, fields: { name: f.text() } }),
  },
})
