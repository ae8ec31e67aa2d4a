import { collection, f } from 'quirecms'
import { everybody, isEditor, isWriter, onlySystem, ownDrafts, ownPosts } from '../access.ts'
import { callout, quote, sample } from '../fields/blocks.ts'
import { seo } from '../fields/seo.ts'
import { setReadingMinutes } from '../hooks/set-reading-minutes.ts'
import { rebuildWhenLive } from '../jobs/rebuild-site.ts'

/** A tab of its own. */
const furtherReading = { en: 'Further reading', de: 'Zum Weiterlesen' }

export const posts = collection({
  label: { en: 'Posts', de: 'Beiträge' },
  // Authors write drafts; editors publish them.
  versions: { drafts: { autosave: true }, max: 50 },
  trash: true,
  comments: true,
  fields: {
    title: f.text({ label: { en: 'Title', de: 'Titel' }, required: true, localized: true, maxLength: 120 }),
    author: f.relationship({
      label: { en: 'Author', de: 'Autor' },
      to: 'authors',
      required: true,
      onDelete: 'restrict',
    }),
    tags: f.relationship({ label: { en: 'Tags', de: 'Schlagwörter' }, to: 'tags', many: true, onDelete: 'clear' }),
    publishedAt: f.date({
      label: { en: 'Published at', de: 'Veröffentlicht am' },
      index: true,
      default: () => new Date().toISOString(),
      description: { en: 'The date that the site shows.', de: 'Das Datum, das die Website zeigt.' },
    }),
    slug: f.slug({ label: { en: 'Slug', de: 'Adresse' }, from: 'title', required: true, unique: true }),
    cover: f.upload({ label: { en: 'Cover', de: 'Titelbild' }, to: 'media', accept: ['image/*'], onDelete: 'clear' }),
    excerpt: f.textarea({ label: { en: 'Excerpt', de: 'Anriss' }, localized: true, maxLength: 300 }),
    // Pictures and other posts can stand in it, and so can callouts.
    body: f.richText({ label: { en: 'Body', de: 'Text' }, localized: true, blocks: { callout } }),
    sections: f.blocks({
      label: { en: 'Sections', de: 'Abschnitte' },
      blocks: { quote, callout, sample },
      maxRows: 20,
    }),
    links: f.array({
      label: { en: 'Links', de: 'Links' },
      maxRows: 10,
      admin: { tab: furtherReading },
      fields: {
        label: f.text({ label: { en: 'Label', de: 'Beschriftung' }, required: true, localized: true, maxLength: 80 }),
        href: f.url({ label: { en: 'Address', de: 'Adresse' }, required: true }),
      },
    }),
    related: f.relationship({
      label: { en: 'Related', de: 'Verwandtes' },
      to: ['posts', 'pages'],
      many: true,
      admin: { sidebar: false, tab: furtherReading },
    }),
    featured: f.checkbox({
      label: { en: 'Featured', de: 'Hervorgehoben' },
      default: false,
      access: { create: isEditor, update: isEditor },
    }),
    // Who may work on it: its creator, until an editor assigns it to another user.
    owner: f.relationship({
      label: { en: 'Owner', de: 'Zuständig' },
      to: 'users',
      onDelete: 'clear',
      default: ({ actor }) => actor?.id ?? null,
      access: { read: isWriter, create: isEditor, update: isEditor },
    }),
    views: f.number({ label: { en: 'Views', de: 'Aufrufe' }, integer: true, min: 0, default: 0, index: true }),
    readingMinutes: f.number({
      label: { en: 'Reading minutes', de: 'Lesezeit in Minuten' },
      integer: true,
      min: 1,
      localized: true,
      description: { en: 'Counted from the body.', de: 'Aus dem Text berechnet.' },
      access: { create: onlySystem, update: onlySystem },
    }),
    path: f.virtual({ label: { en: 'Path', de: 'Pfad' }, value: ({ doc }) => `/posts/${doc['slug'] as string}` }),
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
  hooks: { beforeChange: [setReadingMinutes], afterChange: [rebuildWhenLive] },
  admin: {
    singular: { en: 'post', de: 'Beitrag' },
    columns: ['status', 'author', 'languages', 'publishedAt'],
    preview: '/api/site/posts/{slug}?id={id}&preview={token}&locale={locale}',
  },
})
