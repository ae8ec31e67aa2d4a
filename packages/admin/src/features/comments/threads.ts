import type { Comment } from './use-comments.ts'

export interface Thread {
  readonly first: Comment
  readonly answers: readonly Comment[]
}

/**
 * Comments by thread, oldest first. An answer whose beginning was deleted meanwhile is left out: the next read is
 * without it.
 */
export function threadsOf(comments: readonly Comment[]): readonly Thread[] {
  const answers = Map.groupBy(comments, ({ thread }) => thread)
  return (answers.get(null) ?? []).map((first) => ({ first, answers: answers.get(first.id) ?? [] }))
}

export const isOpen = ({ first }: Thread): boolean => first.resolvedAt === null

/** How many threads about a field, or anything inside it, are open. */
export function openOn(threads: readonly Thread[], field: string): number {
  return threads.filter((thread) => isOpen(thread) && isAbout(thread.first.field, field)).length
}

function isAbout(path: string | null, field: string): boolean {
  return path !== null && (path === field || path.startsWith(`${field}.`))
}
