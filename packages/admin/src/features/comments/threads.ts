import type { Comment } from './use-comments.ts'

export interface Thread {
  readonly first: Comment
  readonly answers: readonly Comment[]
}

/** Comments by thread, oldest first. Leaves out answers whose thread was deleted meanwhile. */
export function threadsOf(comments: readonly Comment[]): readonly Thread[] {
  const answers = Map.groupBy(comments, ({ thread }) => thread)
  return (answers.get(null) ?? []).map((first) => ({ first, answers: answers.get(first.id) ?? [] }))
}

export const isOpen = ({ first }: Thread): boolean => first.resolvedAt === null

/** Number of open threads on a field, or inside of it. */
export function openOn(threads: readonly Thread[], field: string): number {
  return threads.filter((thread) => isOpen(thread) && isAbout(thread.first.field, field)).length
}

function isAbout(path: string | null, field: string): boolean {
  return path !== null && (path === field || path.startsWith(`${field}.`))
}
