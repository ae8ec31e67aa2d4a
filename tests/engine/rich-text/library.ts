import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RichTextPart } from '@quirecms/sdk/rich-text'
import { collection, defineConfig, disk, f } from 'quirecms'

const folder = mkdtempSync(join(tmpdir(), 'quire-rich-text-'))
export const removeFolder = () => rm(folder, { recursive: true, force: true })

const everybody = () => true
const open = { read: everybody, create: everybody, update: everybody, delete: everybody }
const isEve = ({ actor }: { actor: unknown }) => (actor as { name?: string } | null)?.name === 'Eve'

/** Texts that refer to images, posts and papers, and papers that only Eve may read. */
export const library = defineConfig({
  storage: disk(folder),
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    users: collection({ auth: true, fields: { name: f.text() } }),
    media: collection({
      upload: { sizes: { thumb: { width: 1, height: 1 } } },
      fields: { alt: f.text() },
      access: open,
    }),
    papers: collection({ fields: { title: f.text() }, access: { ...open, read: isEve } }),
    posts: collection({
      fields: { title: f.text(), body: f.richText(), translated: f.richText({ localized: true }) },
      trash: true,
      access: { ...open, deletePermanent: everybody },
    }),
    strict: collection({ fields: { body: f.richText({ onDelete: 'restrict' }) }, access: open }),
    held: collection({
      fields: { body: f.richText({ onDelete: 'restrict' }) },
      trash: true,
      versions: { drafts: true },
      access: {
        ...open,
        publish: everybody,
        readDrafts: everybody,
        readVersions: everybody,
        deletePermanent: everybody,
      },
    }),
    cleared: collection({
      fields: { body: f.richText({ onDelete: 'clear' }) },
      versions: { drafts: true },
      access: { ...open, publish: everybody, readDrafts: everybody, readVersions: everybody },
    }),
    narrow: collection({
      fields: {
        body: f.richText({ to: ['posts'], nodes: ['heading', 'document'], marks: ['link'] }),
        rows: f.array({ fields: { text: f.richText() } }),
      },
      access: open,
    }),
  },
})

export const actors = { eve: { id: '01900000-0000-7000-8000-000000000001', collection: 'users', name: 'Eve' } }

/** A document that a node or a mark refers to. */
export type Named = Readonly<Record<'relationTo' | 'value', string>>

type Attributes = NonNullable<RichTextPart['attrs']>

export const doc = (...content: RichTextPart[]) => ({ type: 'doc', content })
export const paragraph = (...content: RichTextPart[]) => ({ type: 'paragraph', content })
export const picture = (attrs: Attributes) => ({ type: 'image', attrs })
export const embedded = (attrs: Attributes) => ({ type: 'document', attrs })
export const linked = (attrs: Attributes, text = 'a link') => ({
  type: 'text',
  text,
  marks: [{ type: 'link', attrs }, { type: 'bold' }],
})
