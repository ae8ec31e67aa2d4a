import type { EntitySchema } from '../data/schema.ts'
import { useFormats } from '../words/formats.ts'
import { inputWords } from '../words/field-inputs.ts'
import { useWords } from '../words/use-words.ts'
import { toastError } from '../design/toasts.tsx'
import { acceptsType } from './accepted-types.ts'

type Sift = (entity: EntitySchema | undefined, files: readonly File[]) => readonly File[]

/**
 * Of some files, those that a collection takes. Of the others it says at once what is wrong, before anybody describes
 * them. The service looks again, at the files themselves.
 */
export function useSiftedFiles(): Sift {
  const said = useWords(inputWords)
  const { bytes } = useFormats()
  return (entity, files) => {
    const limits = entity?.upload
    if (!limits) return files
    return files.filter((file) => {
      const { name, size, type } = file
      const isTooLarge = size > limits.maxFileSize
      // What the browser knows no type of is for the service to tell.
      const isOfWrongType = type !== '' && !acceptsType(limits.mimeTypes ?? undefined, type)
      if (isTooLarge) toastError(said.tooLarge({ name }), said.largest({ size: bytes(limits.maxFileSize) }))
      else if (isOfWrongType) toastError(said.notTaken({ name }), said.taken({ types: typesIn(limits.mimeTypes) }))
      return !isTooLarge && !isOfWrongType
    })
  }
}

/** "PNG, WEBP" of `image/png` and `image/webp`, and "image" of all images. */
function typesIn(mimeTypes: readonly string[] | null): string {
  return (mimeTypes ?? [])
    .map((type) => {
      const [kind = '', format = ''] = type.split('/')
      return format === '*' ? kind : format.replace(/^x-|\+.*$/g, '').toUpperCase()
    })
    .join(', ')
}
