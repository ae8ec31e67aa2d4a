import type { EntitySchema } from '../data/schema.ts'
import { useFormats } from '../words/formats.ts'
import { inputWords } from '../words/fields.ts'
import { useWords } from '../words/use-words.ts'
import { toastError } from '../design/toasts.tsx'
import { acceptsType, typesIn } from './accepted-types.ts'

type Sift = (entity: EntitySchema | undefined, files: readonly File[]) => readonly File[]

/**
 * Filters files by the limits of a collection and reports the refused ones before the user describes
 * them. The service checks the files again.
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
      // Without a known type, the service decides.
      const isOfWrongType = type !== '' && !acceptsType(limits.mimeTypes ?? undefined, type)
      if (isTooLarge) toastError(said.tooLarge({ name }), said.largest({ size: bytes(rounded(limits.maxFileSize)) }))
      else if (isOfWrongType)
        toastError(said.notTaken({ name }), said.taken({ types: typesIn(limits.mimeTypes ?? []) }))
      return !isTooLarge && !isOfWrongType
    })
  }
}

/** Keeps configured sizes round: `20mb` is 20 × 1,024 × 1,024 bytes and is shown as 20 MB, not 21 MB. */
function rounded(size: number): number {
  const power = [3, 2, 1].find((one) => size % 1024 ** one === 0) ?? 0
  return (size / 1024 ** power) * 1000 ** power
}
