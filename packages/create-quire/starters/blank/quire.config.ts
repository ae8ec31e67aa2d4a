import { collection, defineConfig, f, sqlite } from 'quirecms'

export default defineConfig({
  database: sqlite('./data/app.db'),
  collections: {
    // Users can sign in, and may do everything that has no rule of its own.
    users: collection({ auth: true, fields: { name: f.text() } }),
    notes: collection({
      fields: { title: f.text({ required: true }), text: f.textarea() },
      // Everybody may read. Whatever has no rule is for users.
      access: { read: () => true },
    }),
  },
})
