import { collection, f } from 'quire'
import { everybody, isEditor } from '../access.ts'
import { callout, questions, quote } from '../fields/blocks.ts'
import { seo } from '../fields/seo.ts'

/** Addresses that the site itself uses. */
const TAKEN = ['posts', 'tags', 'authors', 'api']

export const pages = collection({
  label: 'Pages',
  versions: { drafts: true },
  trash: true,
  fields: {
    title: f.text({ required: true, localized: true, maxLength: 120 }),
    slug: f.slug({
      from: 'title',
      required: true,
      unique: true,
      validate: ({ value }) => !TAKEN.includes(String(value)) || `The site uses /${value} itself.`,
    }),
    parent: f.relationship({ to: 'pages', onDelete: 'clear' }),
    order: f.number({ integer: true, default: 0, index: true }),
    body: f.richText({ localized: true }),
    sections: f.blocks({ blocks: { quote, callout, questions }, maxRows: 20 }),
    path: f.virtual({ value: ({ doc }) => `/${doc['slug'] as string}` }),
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
})
