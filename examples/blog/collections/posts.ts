import { collection, f } from 'quire'
import { isEditor, isWriter, nobody, ownDrafts, publishedOrOwn } from '../access.ts'
import { callout, quote, sample } from '../fields/blocks.ts'
import { seo } from '../fields/seo.ts'
import { setPublishedAt } from '../hooks/set-published-at.ts'
import { setReadingMinutes } from '../hooks/set-reading-minutes.ts'

export const posts = collection({
  label: 'Posts',
  fields: {
    title: f.text({ required: true, localized: true, maxLength: 120 }),
    slug: f.slug({ from: 'title', required: true, unique: true }),
    // Authors write drafts; editors publish them.
    status: f.select({
      options: ['draft', 'published', 'archived'],
      required: true,
      default: 'draft',
      index: true,
      access: { create: isEditor, update: isEditor },
    }),
    publishedAt: f.date({ index: true, description: 'Set when the post is first published, unless it is given.' }),
    // Who may work on it: whoever created it, until an editor assigns it to somebody else.
    owner: f.relationship({
      to: 'users',
      onDelete: 'clear',
      default: ({ actor }) => actor?.id ?? null,
      access: { read: isWriter, create: isEditor, update: isEditor },
    }),
    author: f.relationship({ to: 'authors', required: true, onDelete: 'restrict' }),
    tags: f.relationship({ to: 'tags', many: true, onDelete: 'clear' }),
    related: f.relationship({ to: ['posts', 'pages'], many: true }),
    excerpt: f.textarea({ localized: true, maxLength: 300 }),
    body: f.richText({ localized: true }),
    sections: f.blocks({ blocks: { quote, callout, sample }, maxRows: 20 }),
    links: f.array({
      maxRows: 10,
      fields: {
        label: f.text({ required: true, localized: true, maxLength: 80 }),
        href: f.url({ required: true }),
      },
    }),
    featured: f.checkbox({ default: false, access: { create: isEditor, update: isEditor } }),
    views: f.number({ integer: true, min: 0, default: 0, index: true }),
    readingMinutes: f.number({
      integer: true,
      min: 1,
      localized: true,
      description: 'Counted from the body.',
      access: { create: nobody, update: nobody },
    }),
    path: f.virtual({ value: ({ doc }) => `/posts/${doc['slug'] as string}` }),
    seo,
    // Appears in no answer and no manifest: it is for hooks, migrations and `asSystem()`.
    internalNote: f.textarea({ hidden: true }),
  },
  access: { read: publishedOrOwn, create: isWriter, update: ownDrafts, delete: ownDrafts },
  hooks: { beforeValidate: [setPublishedAt], beforeChange: [setReadingMinutes] },
})
