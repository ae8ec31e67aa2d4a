import { collection, f } from 'quire'
import { everybody, isEditor, isWriter, nobody, ownDrafts, ownPosts } from '../access.ts'
import { callout, quote, sample } from '../fields/blocks.ts'
import { seo } from '../fields/seo.ts'
import { setReadingMinutes } from '../hooks/set-reading-minutes.ts'

export const posts = collection({
  label: 'Posts',
  // Authors write drafts; editors publish them.
  versions: { drafts: { autosave: true }, max: 50 },
  trash: true,
  fields: {
    title: f.text({ required: true, localized: true, maxLength: 120 }),
    author: f.relationship({ to: 'authors', required: true, onDelete: 'restrict' }),
    tags: f.relationship({ to: 'tags', many: true, onDelete: 'clear' }),
    publishedAt: f.date({
      index: true,
      default: () => new Date().toISOString(),
      description: 'The date that the site shows.',
    }),
    slug: f.slug({ from: 'title', required: true, unique: true }),
    cover: f.upload({ to: 'media', accept: ['image/*'], onDelete: 'clear' }),
    excerpt: f.textarea({ localized: true, maxLength: 300 }),
    body: f.richText({ localized: true }),
    sections: f.blocks({ blocks: { quote, callout, sample }, maxRows: 20 }),
    links: f.array({
      maxRows: 10,
      admin: { tab: 'Further reading' },
      fields: {
        label: f.text({ required: true, localized: true, maxLength: 80 }),
        href: f.url({ required: true }),
      },
    }),
    related: f.relationship({ to: ['posts', 'pages'], many: true, admin: { sidebar: false, tab: 'Further reading' } }),
    featured: f.checkbox({ default: false, access: { create: isEditor, update: isEditor } }),
    // Who may work on it: whoever created it, until an editor assigns it to somebody else.
    owner: f.relationship({
      to: 'users',
      onDelete: 'clear',
      default: ({ actor }) => actor?.id ?? null,
      access: { read: isWriter, create: isEditor, update: isEditor },
    }),
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
  access: {
    read: everybody,
    create: isWriter,
    update: ownDrafts,
    delete: ownDrafts,
    deletePermanent: isEditor,
    readDrafts: ownPosts,
    readVersions: ownPosts,
    publish: isEditor,
  },
  hooks: { beforeChange: [setReadingMinutes] },
  admin: {
    columns: ['status', 'author', 'languages', 'publishedAt'],
    preview: '/api/site/posts/{slug}?id={id}&preview={token}&locale={locale}',
  },
})
