import { mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collection, defineConfig, disk, f } from 'quirecms'

const isEditor = ({ actor }: { actor: unknown }) => (actor as { name?: string } | null)?.name === 'Eve'

const folder = mkdtempSync(join(tmpdir(), 'quire-uploads-'))

/** Images and papers that everyone may read, and papers that only editors may read. */
export const gallery = defineConfig({
  storage: disk(folder),
  collections: {
    users: collection({ auth: true, fields: { name: f.text() } }),
    media: collection({
      upload: { maxFileSize: '100kb' },
      fields: { alt: f.text({ maxLength: 50 }), code: f.text({ unique: true }) },
      trash: true,
      access: { read: () => true, create: isEditor, update: isEditor, delete: isEditor },
    }),
    papers: collection({
      upload: { mimeTypes: ['application/pdf', 'text/*'] },
      fields: { open: f.checkbox({ default: false }) },
      access: { read: () => ({ open: { equals: true } }), create: () => true, update: () => true, delete: () => true },
    }),
    pages: collection({ fields: { title: f.text() }, access: { read: () => true, create: () => true } }),
  },
})

export const actors = {
  eve: { id: '01900000-0000-7000-8000-000000000001', collection: 'users', name: 'Eve' },
  bob: { id: '01900000-0000-7000-8000-000000000002', collection: 'users', name: 'Bob' },
}

/** A picture of one transparent pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

/** A form with a file, as browsers send it. */
export function form(content: Uint8Array | string | null, name: string, data?: unknown): FormData {
  const made = new FormData()
  if (data !== undefined) made.set('data', typeof data === 'string' ? data : JSON.stringify(data))
  if (content !== null) made.set('file', new Blob([content]), name)
  return made
}

export const removeFolder = () => rm(folder, { recursive: true, force: true })

/** Keys of all objects on disk. */
export async function storedKeys(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
