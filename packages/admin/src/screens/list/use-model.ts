import { useMemo } from 'react'
import { type Limits, type Model, type ModelPath, pathAt, pathsOf } from '../../data/model/model-path.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useAllRights } from '../../data/use-rights.ts'
import { useSchema } from '../../data/use-session.ts'
import { listWords } from '../../words/list.ts'
import { statusWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'

/** What a list can filter by, sort by and show. */
export interface ListPaths {
  readonly paths: readonly ModelPath[]
  readonly at: (path: string) => ModelPath | undefined
  /** Whether the caller's rights are loaded: before that, nothing is offered, and nothing counts as unknown. */
  readonly isKnown: boolean
}

const OPEN: Limits = {}

/** The paths of a collection that the caller may use, also into related documents. */
export function useListPaths(entity: EntitySchema): ListPaths {
  const said = useWords(listWords)
  const status = useWords(statusWords)
  const { collections } = useSchema()
  const rights = useAllRights()
  return useMemo(() => {
    const names = {
      id: 'ID',
      revision: said.revision,
      createdAt: said.created,
      updatedAt: said.changed,
      blockType: said.kindOfSection,
      relationTo: said.kindOfTarget,
      _status: said.status,
      draft: status.draft,
      published: status.published,
    }
    const model: Model = {
      collections,
      names,
      // Until the rights are loaded, the service decides about paths in the URL.
      limitsOf(slug) {
        if (!rights) return OPEN
        const own = rights.collections[slug]
        return own?.operations['read'] === true ? (own.fields ?? OPEN) : undefined
      },
    }
    const paths = pathsOf(entity, model)
    const known = new Map<string, ModelPath | undefined>()
    return {
      paths,
      at(path) {
        if (!known.has(path)) known.set(path, pathAt(paths, path))
        return known.get(path)
      },
      isKnown: rights !== undefined,
    }
  }, [entity, said, status, collections, rights])
}
