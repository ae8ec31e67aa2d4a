import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { mayPass } from './api-error.ts'
import { find } from './client.ts'
import { isUpload, namesIn, newestOf, titleFieldOf } from './entities.ts'
import type { EntitySchema } from './schema.ts'
import { keys, may } from './use-documents.ts'
import { useSchema } from './use-session.ts'
import { useRightsOf } from './use-rights.ts'

/** A referenced document, as far as it is known. */
interface Pointed {
  readonly collection: string
  readonly id: string
  readonly doc?: Readonly<Record<string, unknown>>
  /** The request is in flight. */
  readonly isAwaited?: boolean
  /** The request failed, so it is unknown whether the target exists. */
  readonly isUnknown?: boolean
}

const TOGETHER = 50

/**
 * Adds the documents to the targets, as far as they are readable. Targets with a document are not requested. One filter
 * per collection finds them, so that missing or unreadable ones are left out instead of refused.
 */
export function useTargets<Target extends Pointed>(targets: readonly Target[]): Target[] {
  const { collections } = useSchema()
  const groups = groupsOf(targets)
  const found = useQueries({
    queries: groups.map(({ slug, ids }) => ({
      queryKey: [...keys.collection(slug), 'targets', ids],
      queryFn: () =>
        find(slug, {
          where: { id: { in: ids } },
          limit: ids.length,
          select: targetSelection(collections[slug]),
          // Include unpublished documents.
          ...newestOf(collections[slug]),
        }),
      placeholderData: keepPreviousData,
      retry: false,
      staleTime: 60_000,
    })),
    combine: (answers) => ({
      docs: new Map(
        answers.flatMap(({ data }, index) =>
          (data?.docs ?? []).map((doc) => [`${groups[index]?.slug}/${doc.id}`, doc] as const),
        ),
      ),
      isKnown: !answers.some(({ error }) => error !== null && mayPass(error)),
      isComplete: answers.every(({ isPending, isPlaceholderData }) => !isPending && !isPlaceholderData),
    }),
  })
  return targets.map((target) => {
    const doc = target.doc ?? found.docs.get(`${target.collection}/${target.id}`)
    if (doc !== undefined) return { ...target, doc }
    if (!found.isComplete) return { ...target, isAwaited: true }
    return found.isKnown ? target : { ...target, isUnknown: true }
  })
}

interface Group {
  readonly slug: string
  readonly ids: readonly string[]
}

function groupsOf(targets: readonly Pointed[]): Group[] {
  const unknown = targets.filter(({ doc }) => doc === undefined)
  return [...Map.groupBy(unknown, ({ collection }) => collection)].flatMap(([slug, pointed]) => {
    const ids = [...new Set(pointed.map(({ id }) => id))]
    return Array.from({ length: Math.ceil(ids.length / TOGETHER) }, (_, at) => ({
      slug,
      ids: ids.slice(at * TOGETHER, (at + 1) * TOGETHER),
    }))
  })
}

/** Fields of a thumbnail. Some collections have no sizes or alternative texts. */
const FILE_FIELDS = ['url', 'mimeType', 'filename', 'width', 'height', 'sizes', 'alt']

/** The fields that a title and a thumbnail need. */
export function targetSelection(entity: EntitySchema | undefined): Record<string, true> {
  const title = entity && titleFieldOf(entity)
  const file = entity && isUpload(entity) ? namesIn(entity, FILE_FIELDS) : []
  return {
    ...(title && ({ [title.name]: true } as const)),
    ...Object.fromEntries(file.map((name) => [name, true as const])),
    ...(entity?.upload?.images && ({ srcset: true } as const)),
  }
}

/** Loads the documents that a log names in batches, without collections that the actor may not read. */
export function useReadableTargets(
  named: readonly { readonly collection: string; readonly id: string }[],
): (collection: string | null, id: string | null) => Pointed | undefined {
  const { collections } = useSchema()
  const rights = useRightsOf(Object.keys(collections))
  const readable = named.filter(({ collection }) => may(rights[collection], 'read'))
  const each = new Map(readable.map((one) => [`${one.collection}/${one.id}`, one]))
  const found = useTargets<Pointed>([...each.values()])
  return (collection, id) => found.find((target) => target.collection === collection && target.id === id)
}
