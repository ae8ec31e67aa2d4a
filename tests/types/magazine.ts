import { type Actor, collection, defineConfig, f, global } from '@quirecms/core'

const isKnown = ({ actor }: { actor: Actor | null }) => actor !== null

/** Relationships and joins of every kind, in every place, for the types of populated answers and of paths. */
export const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    people: collection({
      fields: {
        name: f.text({ required: true }),
        bio: f.textarea({ localized: true }),
        mentor: f.relationship({ to: 'people' }),
        friends: f.relationship({ to: 'people', many: true }),
        favourite: f.relationship({ to: ['articles', 'tags'] }),
        articles: f.join({ collection: 'articles', on: 'author', writable: true }),
        activity: f.group({
          fields: {
            comments: f.join({ collection: 'comments', on: 'by', writable: true }),
            mentions: f.join({ collection: 'articles', on: 'related' }),
          },
        }),
      },
    }),
    tags: collection({ fields: { label: f.text({ localized: true }), weight: f.number() } }),
    articles: collection({
      fields: {
        title: f.text({ required: true, localized: true }),
        slug: f.slug({ from: 'title' }),
        author: f.relationship({ to: 'people', required: true }),
        editor: f.relationship({ to: 'people', access: { read: isKnown } }),
        reviewer: f.relationship({ to: 'people', hidden: true }),
        tags: f.relationship({ to: 'tags', many: true }),
        related: f.relationship({ to: ['articles', 'people'], many: true }),
        about: f.relationship({ to: ['tags', 'people'] }),
        translator: f.relationship({ to: 'people', localized: true }),
        meta: f.json(),
        credits: f.group({ fields: { photo: f.relationship({ to: 'people' }), note: f.text() } }),
        summary: f.group({ localized: true, fields: { text: f.text(), by: f.relationship({ to: 'people' }) } }),
        sources: f.array({ fields: { person: f.relationship({ to: 'people' }), page: f.number() } }),
        extras: f.array({ localized: true, fields: { label: f.text() } }),
        parts: f.blocks({
          blocks: {
            quote: { fields: { by: f.relationship({ to: 'people' }), text: f.text({ localized: true }) } },
            gallery: { fields: { columns: f.number() } },
          },
        }),
        comments: f.join({ collection: 'comments', on: 'article' }),
      },
    }),
    comments: collection({
      fields: {
        text: f.text({ required: true }),
        article: f.relationship({ to: 'articles' }),
        by: f.relationship({ to: 'people' }),
      },
    }),
  },
  globals: {
    front: global({ fields: { headline: f.text({ localized: true }), lead: f.relationship({ to: 'articles' }) } }),
    imprint: global({ fields: { owner: f.relationship({ to: 'people' }) } }),
  },
})

export type Config = typeof config
