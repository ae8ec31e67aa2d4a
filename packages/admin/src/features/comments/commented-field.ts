import { useSyncExternalStore } from 'react'

/** The target of the comment box, shared between the field and the margin. */
export interface CommentedField {
  readonly id: string
  /** The name of the field, or '' for the document as a whole. */
  readonly field: string
  /** Incremented on each request for the box, so that it takes the focus again. */
  readonly wishes: number
}

let current: CommentedField | null = null
let wishes = 0
const listeners = new Set<() => void>()

function set(next: CommentedField | null): void {
  current = next
  for (const listener of listeners) listener()
}

export function commentOn(id: string, field: string): void {
  wishes += 1
  set({ id, field, wishes })
}

export function changeField(field: string): void {
  if (current) set({ ...current, field })
}

export function stopCommenting(): void {
  set(null)
}

export function useCommentedField(id: string): CommentedField | null {
  const found = useSyncExternalStore(subscribe, () => current)
  return found?.id === id ? found : null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
