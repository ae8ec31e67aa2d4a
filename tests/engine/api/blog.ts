import { collection, defineConfig, f, global } from 'quirecms'

const everybody = () => true
const signedIn = ({ actor }: { actor: unknown }) => actor !== null

/** A small application that most scenarios use: something of everything, nothing special. */
export const blog = defineConfig({
  collections: {
    authors: collection({
      fields: { name: f.text({ required: true }), email: f.email({ unique: true }) },
      access: { read: everybody, create: signedIn, update: signedIn, delete: signedIn },
    }),
    posts: collection({
      fields: {
        title: f.text({ required: true, maxLength: 100 }),
        slug: f.slug({ from: 'title', unique: true }),
        status: f.select({ options: ['draft', 'published'], default: 'draft', index: true }),
        views: f.number({ integer: true, min: 0, default: 0, index: true }),
        author: f.relationship({ to: 'authors' }),
        related: f.relationship({ to: ['posts', 'authors'], many: true }),
        tags: f.select({ options: ['news', 'tech', 'art'], many: true }),
        publishedAt: f.date(),
        place: f.point(),
        extra: f.json(),
        seo: f.group({ fields: { description: f.textarea({ maxLength: 160 }), index: f.checkbox({ default: true }) } }),
        links: f.array({ fields: { label: f.text({ required: true }), url: f.url() }, maxRows: 3 }),
        sections: f.blocks({
          blocks: {
            quote: { fields: { text: f.text({ required: true }), by: f.text() } },
            image: { fields: { caption: f.text() } },
          },
        }),
        note: f.text({ hidden: true }),
      },
      access: { read: everybody, create: signedIn, update: signedIn, delete: signedIn },
    }),
  },
  globals: {
    settings: global({
      fields: { siteName: f.text({ required: true, default: 'Untitled' }), footer: f.textarea() },
      access: { read: everybody, update: signedIn },
    }),
  },
})

export const actors = {
  editor: { id: '01890000-0000-7000-8000-00000000000e', collection: 'users', roles: ['editor'] },
}
