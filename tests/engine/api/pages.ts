import { collection, defineConfig, f } from 'quirecms'

const everybody = () => true

/** All containers inside of each other, with defaults and hidden fields at each depth. */
export const pages = defineConfig({
  collections: {
    pages: collection({
      fields: {
        title: f.text({ required: true }),
        subtitle: f.text({ default: 'none' }),
        meta: f.group({
          fields: {
            description: f.text(),
            internal: f.text({ hidden: true }),
            robots: f.group({
              fields: { index: f.checkbox({ default: true }), follow: f.checkbox(), secret: f.text({ hidden: true }) },
            }),
          },
        }),
        owner: f.group({ fields: { name: f.text({ required: true, default: 'nobody' }), mail: f.email() } }),
        rows: f.array({
          fields: {
            label: f.text({ required: true }),
            kind: f.select({ options: ['plain', 'bold'], default: 'plain' }),
            internal: f.text({ hidden: true }),
            inner: f.array({ fields: { value: f.number({ default: 1 }), unit: f.text() } }),
          },
        }),
        others: f.array({ fields: { label: f.text({ required: true }), kind: f.text({ default: 'other' }) } }),
        blocks: f.blocks({
          blocks: {
            hero: { fields: { heading: f.text({ required: true }), size: f.number({ default: 2 }) } },
            text: { fields: { body: f.text(), size: f.text({ required: true, default: 'm' }) } },
          },
        }),
        words: f.virtual({
          value: ({ doc }) => (typeof doc['title'] === 'string' ? doc['title'].split(' ').length : 0),
        }),
      },
      access: { read: everybody, create: everybody, update: everybody, delete: everybody },
    }),
  },
})
