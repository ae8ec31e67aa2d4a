import { collection, defineConfig, f, sqlite } from 'quirecms'

const everybody = () => true
const access = { read: everybody, create: everybody, delete: everybody }

/** Large files, pictures with sizes, and notes for concurrent reads. All requests come from one address. */
export default defineConfig({
  database: sqlite('./data/app.db'),
  server: { rateLimit: { requests: 1_000_000_000, inFlight: 10_000 } },
  collections: {
    files: collection({ access, upload: { maxFileSize: '2gb' }, fields: {} }),
    pictures: collection({
      access,
      upload: { sizes: { thumb: { width: 160, height: 160 }, card: { width: 640, height: 360, format: 'webp' } } },
      fields: {},
    }),
    notes: collection({ access, fields: { text: f.text() } }),
  },
})
