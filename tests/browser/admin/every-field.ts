import { color } from '@quirecms/color'
import { collection, defineConfig, f } from 'quirecms'

/** An application with every field type, for the admin app to prove itself on. */
export const everyField = defineConfig({
  server: { rateLimit: false },
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.select({ options: ['admin'], many: true }) } }),
    people: collection({
      label: 'People',
      fields: {
        name: f.text({ required: true }),
        works: f.join({ collection: 'works', on: 'author', writable: true }),
      },
    }),
    topics: collection({ label: 'Topics', fields: { name: f.text({ required: true }) } }),
    media: collection({ label: 'Media', upload: true, fields: { alt: f.text() } }),
    works: collection({
      label: 'Works',
      versions: true,
      fields: {
        title: f.text({ required: true, localized: true }),
        words: f.text({ many: true }),
        summary: f.textarea({ maxLength: 200 }),
        contact: f.email(),
        website: f.url(),
        slug: f.slug({ from: 'title' }),
        styles: f.code({ language: 'css' }),
        pages: f.number({ integer: true, min: 0 }),
        sizes: f.number({ many: true }),
        isPrinted: f.checkbox(),
        printedAt: f.date(),
        bornOn: f.date({ only: 'day' }),
        holidays: f.date({ only: 'day', many: true }),
        kind: f.select({ options: ['book', 'letter', 'map'] }),
        colours: f.select({ options: ['red', 'green', 'blue', 'black'], many: true }),
        meta: f.json(),
        place: f.point(),
        tone: color({ swatches: ['#0066cc'] }),
        body: f.richText({ localized: true }),
        author: f.relationship({ to: 'people' }),
        topics: f.relationship({ to: 'topics', many: true }),
        about: f.relationship({ to: ['people', 'topics'], many: true }),
        cover: f.upload({ to: 'media', accept: ['image/*'] }),
        pictures: f.upload({ to: 'media', many: true }),
        seo: f.group({ fields: { description: f.textarea(), isHidden: f.checkbox() } }),
        links: f.array({ fields: { label: f.text({ required: true }), url: f.url() } }),
        sections: f.blocks({
          blocks: {
            quote: { fields: { text: f.text({ required: true }), by: f.text() } },
            gallery: { fields: { heading: f.text(), rows: f.array({ fields: { caption: f.text() } }) } },
          },
        }),
        shout: f.virtual({ value: ({ doc }) => (typeof doc['title'] === 'string' ? doc['title'].toUpperCase() : '') }),
      },
    }),
  },
})
