import { collection, defineConfig, f } from 'quirecms'

/** Ten languages, as the issue of a museum or a public office has them. */
export const LOCALES = ['en', 'de', 'fr', 'it', 'es', 'nl', 'pl', 'pt', 'ja', 'ar'] as const

export const EDITOR = { email: 'editor@example.com', password: 'a long secret of mine' }

/** Pages of sections of several kinds, with rows inside of them. */
export const pagesConfig = defineConfig({
  localization: { locales: [...LOCALES], defaultLocale: 'en' },
  server: { rateLimit: false },
  collections: {
    users: collection({ auth: true, fields: {} }),
    pages: collection({
      versions: { drafts: true },
      fields: {
        title: f.text({ localized: true, required: true }),
        summary: f.textarea({ localized: true }),
        sections: f.blocks({
          blocks: {
            words: { fields: { heading: f.text({ localized: true }), body: f.richText({ localized: true }) } },
            quote: { fields: { text: f.textarea({ localized: true }), by: f.text(), year: f.number() } },
            cards: {
              fields: {
                heading: f.text({ localized: true }),
                cards: f.array({
                  fields: { name: f.text({ localized: true }), note: f.textarea({ localized: true }) },
                }),
              },
            },
          },
        }),
      },
    }),
  },
})
