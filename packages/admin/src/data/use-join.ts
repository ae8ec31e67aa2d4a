import type { AnySelect } from '@quirecms/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { collection, type ListOptions } from './client.ts'
import { newestOf } from './entities.ts'
import { keys } from './use-documents.ts'
import { useSchema } from './use-session.ts'
import { targetSelection } from './use-targets.ts'

export interface JoinValue {
  readonly docs: readonly JoinedDoc[]
  readonly totalDocs: number
}

export interface JoinedDoc {
  readonly id: string
  readonly [field: string]: unknown
}

export function useJoin(slug: string, id: string | undefined, path: string, from: string) {
  const { collections } = useSchema()
  return useQuery({
    queryKey: [...keys.collection(from), 'join', slug, id ?? null, path],
    queryFn: async (): Promise<JoinValue> => {
      const entity = collections[slug]
      const doc = await collection(slug).findOne(id ?? '', {
        ...newestOf(entity),
        ...joinOnly(path, targetSelection(collections[from])),
      })
      return valueAt(doc, path)
    },
    enabled: id !== undefined,
  })
}

/** Adds documents to a writable join, or removes them. */
export function useChangeJoin(slug: string, id: string | undefined, path: string, from: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: { readonly additions?: string[]; readonly removals?: string[] }) =>
      collection(slug).changeJoin(id ?? '', path, change),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.collection(from) }),
  })
}

/** Selects only this join of a document, with these fields of the joined documents. */
export function joinOnly(path: string, select: AnySelect): Pick<ListOptions, 'select' | 'populate'> {
  return { select: nested(path), populate: { [path]: { select } } }
}

/** `{ seo: { links: true } }` of `seo.links`. */
function nested(path: string): AnySelect {
  const [name = '', ...rest] = path.split('.')
  return { [name]: rest.length === 0 || nested(rest.join('.')) }
}

function valueAt(doc: unknown, path: string): JoinValue {
  const value = path.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], doc)
  const { docs = [], totalDocs = 0 } = (value ?? {}) as { docs?: unknown[]; totalDocs?: number }
  return { docs: docs.map((one) => (typeof one === 'string' ? { id: one } : (one as JoinedDoc))), totalDocs }
}
