import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { DocumentForm } from './use-document-form.ts'

interface Summary {
  readonly summary: RefObject<HTMLDivElement | null>
  /** Leads there. */
  readonly attend: () => void
}

/**
 * The error summary. It takes the focus after a requested save, because it may be out of view; after an autosave
 * it appears without moving anything.
 */
export function useSummary({ failure }: DocumentForm, reveal: () => Promise<void> = nothing): Summary {
  const summary = useRef<HTMLDivElement>(null)
  const attend = () => void reveal().then(() => requestAnimationFrame(() => summary.current?.focus()))
  const onRefused = useEffectEvent(attend)
  const refused = failure?.isAsked ? failure.error : undefined
  useEffect(() => {
    if (refused !== undefined) onRefused()
  }, [refused])
  return { summary, attend }
}

async function nothing(): Promise<void> {
  // It is on the page.
}
