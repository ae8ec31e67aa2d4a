import { useQueries } from '@tanstack/react-query'
import { collection } from './client.ts'
import { isUpload, titleFieldOf } from './entities.ts'
import type { EntitySchema } from './schema.ts'
import { keys } from './use-documents.ts'
import { useSchema } from './use-session.ts'

interface Pointed {
  readonly collection: string
  readonly id: string
  readonly doc?: Readonly<Record<string, unknown>>
}

/** The same targets with their documents, as far as they can be read. Those that have one already are not asked for. */
export function useTargets<Target extends Pointed>(targets: readonly Target[]): Target[] {
  const { collections } = useSchema()
  return useQueries({
    queries: targets.map((target) => ({
      queryKey: [...keys.collection(target.collection), 'target', target.id],
      queryFn: () => collection(target.collection).findOne(target.id, readAsTarget(collections[target.collection])),
      enabled: target.doc === undefined,
      retry: false,
      staleTime: 60_000,
    })),
    combine: (answers) =>
      targets.map((target, index) => {
        const doc = target.doc ?? answers[index]?.data
        return doc === undefined ? target : { ...target, doc }
      }),
  })
}

/** What a picture of a file is made of. Not every collection has sizes, or texts for who cannot see them. */
const FILE_FIELDS = ['url', 'mimeType', 'filename', 'sizes', 'alt']

/** Just enough of a document to name it, with its picture if it is one. */
export function targetSelection(entity: EntitySchema | undefined): Record<string, true> {
  const title = entity && titleFieldOf(entity)
  const names = new Set(entity?.systemFields.map(({ name }) => name).concat(entity.fields.map(({ name }) => name)))
  const file = entity && isUpload(entity) ? FILE_FIELDS.filter((name) => names.has(name)) : []
  return {
    ...(title && ({ [title.name]: true } as const)),
    ...Object.fromEntries(file.map((name) => [name, true as const])),
  }
}

function readAsTarget(entity: EntitySchema | undefined) {
  return { select: targetSelection(entity) }
}
