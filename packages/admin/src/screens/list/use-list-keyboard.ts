import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { addresses } from '../../data/addresses.ts'
import type { Doc } from '../../data/document.ts'
import type { EntitySchema } from '../../data/schema.ts'
import type { Selection } from './use-selection.ts'

interface KeyboardProps {
  readonly entity: EntitySchema
  readonly docs: readonly Doc[]
  readonly selection: Selection
  readonly maySelect: boolean
  readonly onSearch: () => void
}

/** j and k move, x selects, Enter opens, / searches, Escape deselects. Returns the current row. */
export function useListKeyboard({ entity, docs, selection, maySelect, onSearch }: KeyboardProps): number | undefined {
  const [current, setCurrent] = useState<number>()
  const navigate = useNavigate()

  function move(step: number): void {
    const from = current ?? (step > 0 ? -1 : docs.length)
    const to = Math.min(Math.max(from + step, 0), docs.length - 1)
    setCurrent(to)
    document.querySelector(`[data-row="${to}"]`)?.scrollIntoView({ block: 'nearest' })
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTakenBy(event.target, event.key)) return
    const doc = docs[current ?? -1]
    const actions: Readonly<Record<string, () => void>> = {
      j: () => move(1),
      k: () => move(-1),
      x: () => doc && maySelect && selection.toggle(doc.id),
      Enter: () => doc && void navigate(addresses.document(entity.slug, doc.id)),
      '/': onSearch,
      Escape: selection.clear,
    }
    const act = actions[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  return current
}

/** Text inputs, buttons and links handle these keys themselves. */
function isTakenBy(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('[role="dialog"], [role="menu"]')) return true
  if (target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]')) return true
  return key === 'Enter' && target.closest('a, button') !== null
}
