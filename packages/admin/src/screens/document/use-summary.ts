import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { DocumentForm } from './use-document-form.ts'

interface Summary {
  readonly summary: RefObject<HTMLDivElement | null>
  /** Leads there. */
  readonly attend: () => void
}

/**
 * The summary of what was refused. Whoever asked for something looks for the answer, and it may be far above what they see; what was
 * saved by itself comes and goes without moving anything.
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
