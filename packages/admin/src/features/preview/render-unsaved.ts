import { isApiError } from '../../data/api-error.ts'
import { collection, global } from '../../data/client.ts'
import type { DocumentPlace } from '../../data/document-api.ts'

type Data = Readonly<Record<string, unknown>>

/** Options that pages may send; the service validates their values. */
const ASKED = ['depth', 'populate', 'select', 'joins'] as const

/**
 * Renders the document with the edits. Invalid values, such as half an address, keep their stored value, so that they
 * don't block other edits.
 */
export async function renderUnsaved(
  place: DocumentPlace,
  edits: Data,
  asked: Data,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    return await render(place, edits, asked, signal)
  } catch (error) {
    const wrong = isApiError(error, 'validation') ? error.issues : undefined
    if (!wrong) throw error
    const names = new Set(wrong.map(({ path }) => path.split('.')[1]))
    const rest = Object.fromEntries(Object.entries(edits).filter(([name]) => !names.has(name)))
    return render(place, rest, asked, signal)
  }
}

function render(
  { kind, entity, id, locale }: DocumentPlace,
  data: Data,
  asked: Data,
  signal: AbortSignal,
): Promise<unknown> {
  const wanted = Object.fromEntries(ASKED.flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]]])))
  const options = { ...wanted, ...(locale !== undefined && { locale }), signal }
  return kind === 'global'
    ? global(entity.slug).renderPreview({ data }, options)
    : collection(entity.slug).renderPreview(id ?? '', { data }, options)
}
