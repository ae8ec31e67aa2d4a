import { useQuery } from '@tanstack/react-query'
import { contentOf } from './entities.ts'
import { ROWS, startQuery } from './start.ts'
import { entriesIn, type Entry, type Planned, plannedIn } from './use-overview.ts'
import { useSchema } from './use-session.ts'

interface StartPage {
  /** The documents that the actor opened last; for a new user, those that any user changed last. */
  readonly continued: { readonly isOwn: boolean; readonly entries: readonly Entry[] }
  readonly drafts: readonly Entry[]
  readonly published: readonly Entry[]
  readonly planned: readonly Planned[]
  readonly failed: readonly Planned[]
}

/** Data of the start page cards from one response; undefined while loading. */
export function useStart(): StartPage | undefined {
  const schema = useSchema()
  const { data } = useQuery(startQuery(schema))
  if (!data) return undefined
  const content = new Set(contentOf(schema).map(({ slug }) => slug))
  const written = (found: typeof data.newest) =>
    entriesIn(schema.collections, found).filter(({ entity }) => content.has(entity.slug))
  const kept = entriesIn(schema.collections, data.kept).slice(0, ROWS)
  return {
    continued: {
      isOwn: kept.length > 0,
      entries: kept.length > 0 ? kept : written(data.newest).slice(0, ROWS),
    },
    drafts: written(data.drafts),
    published: written(data.published),
    planned: plannedIn(schema, data.planned),
    failed: plannedIn(schema, data.failed),
  }
}
