import { useQueries } from '@tanstack/react-query'
import { newestOf, titleFieldOf } from './entities.ts'
import { listQuery } from './use-documents.ts'
import { useSchema } from './use-session.ts'
import { targetSelection } from './use-targets.ts'

const SHOWN = 20

interface FoundTarget {
  readonly collection: string
  readonly id: string
  readonly doc: Readonly<Record<string, unknown>>
}

/** Documents of these collections whose titles fit a text, or the newest ones. */
export function useFoundTargets(slugs: readonly string[], text: string, enabled: boolean): FoundTarget[] {
  const { collections } = useSchema()
  const words = text.trim()
  return useQueries({
    queries: slugs.map((slug) => {
      const entity = collections[slug]
      const title = entity && titleFieldOf(entity)
      return {
        ...listQuery(slug, {
          limit: SHOWN,
          ...newestOf(entity),
          select: targetSelection(entity),
          ...(words !== '' && title && { where: { [title.name]: { like: words } } }),
        }),
        enabled,
        retry: false,
      }
    }),
    combine: (answers) =>
      answers.flatMap(({ data }, index) =>
        (data?.docs ?? []).map((doc) => ({ collection: slugs[index] ?? '', id: doc.id, doc })),
      ),
  })
}
