import { slugify } from '@quirecms/core/slugify'
import { isApiError } from '../../data/api-error.ts'
import type { Doc } from '../../data/document.ts'
import type { EntitySchema } from '../../data/schema.ts'
import type { Edits } from './edits.ts'

/**
 * Adds derived values to the save of a new document. Autosave may create the document in the middle of its title,
 * so the slug follows the title until the editor changes the slug.
 */
export function followed({ fields }: EntitySchema, doc: Doc, data: Edits): Edits {
  const slugs = fields.flatMap(({ type, name, from, maxLength }) => {
    if (type !== 'slug' || from === undefined || Object.hasOwn(data, name)) return []
    const source = data[from]
    if (typeof source !== 'string' || !isDerived(doc[name], doc[from], maxLength)) return []
    const slug = slugify(source, maxLength)
    return slug === '' ? [] : [[name, slug] as const]
  })
  return Object.fromEntries(slugs)
}

/** Whether a save was refused only because of derived values: another document has the slug, or it is read-only. */
export function isRefusedFor(error: unknown, added: Edits): boolean {
  return (
    isApiError(error, 'validation') &&
    error.issues.length > 0 &&
    error.issues.every(({ path }) => Object.hasOwn(added, path))
  )
}

/** Whether the slug is derived; the service adds a number to one that is taken. */
function isDerived(slug: unknown, source: unknown, maxLength: number | undefined): boolean {
  const made = typeof source === 'string' ? slugify(source, maxLength) : ''
  if (typeof slug !== 'string') return made === ''
  return slug === made || (slug.startsWith(`${made}-`) && /^\d+$/.test(slug.slice(made.length + 1)))
}
