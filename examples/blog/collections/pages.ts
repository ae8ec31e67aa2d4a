import { collection, f } from 'quirecms'
import { everybody, isEditor } from '../access.ts'
import { callout, questions, quote } from '../fields/blocks.ts'
import { seo } from '../fields/seo.ts'

/** Addresses that the site itself uses. */
const TAKEN = ['posts', 'tags', 'authors', 'api']

export const pages = collection({
  label: { en: 'Pages', de: 'Seiten' },
  versions: { drafts: true },
  trash: true,
  fields: {
    title: f.text({ label: { en: 'Title', de: 'Titel' }, required: true, localized: true, maxLength: 120 }),
    slug: f.slug({
      label: { en: 'Slug', de: 'Adresse' },
      from: 'title',
      required: true,
      unique: true,
      validate: ({ value }) => !TAKEN.includes(String(value)) || `The site uses /${value} itself.`,
    }),
    parent: f.relationship({ label: { en: 'Parent page', de: 'Übergeordnete Seite' }, to: 'pages', onDelete: 'clear' }),
    order: f.number({ label: { en: 'Order', de: 'Reihenfolge' }, integer: true, default: 0, index: true }),
    body: f.richText({ label: { en: 'Body', de: 'Text' }, localized: true }),
    sections: f.blocks({
      label: { en: 'Sections', de: 'Abschnitte' },
      blocks: { quote, callout, questions },
      maxRows: 20,
    }),
    path: f.virtual({ label: { en: 'Path', de: 'Pfad' }, value: ({ doc }) => `/${doc['slug'] as string}` }),
    seo,
  },
  access: {
    read: everybody,
    create: isEditor,
    update: isEditor,
    delete: isEditor,
    readDrafts: isEditor,
    readVersions: isEditor,
    publish: isEditor,
  },
  admin: { singular: { en: 'page', de: 'Seite' } },
})
