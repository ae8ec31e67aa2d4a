import type { AnyClient } from '@quirecms/sdk'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { collection, global } from '../../data/client.ts'
import type { DocumentPlace } from '../../data/document-api.ts'
import { keys } from '../../data/use-documents.ts'

export type Comment = Awaited<ReturnType<ReturnType<AnyClient['collection']>['comment']>>
export type Mention = Comment['mentions'][number]

export interface Written {
  readonly body: string
  readonly mentions: readonly Mention[]
}

/** Page size; a document has at most ten pages. */
const TOGETHER = 100

/** The comments API of a document or a global. */
function apiOf({ kind, entity: { slug }, id }: DocumentPlace) {
  if (kind === 'global') return global(slug)
  const api = collection(slug)
  const one = id ?? ''
  return {
    comments: (options: Parameters<typeof api.comments>[1]) => api.comments(one, options),
    comment: (request: Parameters<typeof api.comment>[1]) => api.comment(one, request),
    editComment: (which: string, change: Written) => api.editComment(one, which, change),
    resolveComment: (which: string) => api.resolveComment(one, which),
    reopenComment: (which: string) => api.reopenComment(one, which),
    deleteComment: (which: string) => api.deleteComment(one, which),
    mentionable: (options: Parameters<typeof api.mentionable>[1]) => api.mentionable(one, options),
  }
}

function commentsKey({ kind, entity: { slug }, id }: DocumentPlace) {
  return [...keys[kind](slug), id, 'comments'] as const
}

/** Loads all comments, because threads are built here. Invalidated with the collection. */
export function useComments(place: DocumentPlace) {
  return useQuery({
    queryKey: commentsKey(place),
    queryFn: async (): Promise<readonly Comment[]> => {
      const all: Comment[] = []
      for (let page = 1; ; page += 1) {
        const { docs, pagination } = await apiOf(place).comments({ page, limit: TOGETHER })
        all.push(...docs)
        if (!pagination.hasNextPage) return all
      }
    },
    retry: false,
  })
}

function refresh(queries: QueryClient, place: DocumentPlace): Promise<void> {
  return queries.invalidateQueries({ queryKey: commentsKey(place) })
}

type CommentChange =
  | ({ readonly kind: 'say'; readonly field: string | null; readonly thread: string | null } & Written)
  | ({ readonly kind: 'edit'; readonly id: string } & Written)
  | { readonly kind: 'resolve'; readonly id: string }
  | { readonly kind: 'reopen'; readonly id: string }
  | { readonly kind: 'delete'; readonly id: string }

/** All changes of comments. Each one refreshes the list, even after an error. */
export function useCommenting(place: DocumentPlace) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (change: CommentChange): Promise<object> => {
      const api = apiOf(place)
      if (change.kind === 'resolve') return api.resolveComment(change.id)
      if (change.kind === 'reopen') return api.reopenComment(change.id)
      if (change.kind === 'delete') return api.deleteComment(change.id)
      const { body, mentions } = change
      if (change.kind === 'edit') return api.editComment(change.id, { body, mentions })
      const { field, thread } = change
      return api.comment({ body, mentions, ...(thread ? { thread } : field !== null && { field }) })
    },
    // Not awaited: the comment is already stored.
    onSettled: () => void refresh(queries, place),
  })
}

export function useMentionable(place: DocumentPlace, named: string | null) {
  return useQuery({
    queryKey: [...commentsKey(place), 'mentionable', named],
    queryFn: async () => (await apiOf(place).mentionable(named ? { named } : {})).users,
    enabled: named !== null,
    placeholderData: (before) => before,
    retry: false,
    staleTime: 30_000,
  })
}
