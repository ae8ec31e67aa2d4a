import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { DocumentForm } from './use-document-form.ts'

interface Summary {
  readonly summary: RefObject<HTMLDivElement | null>
  readonly attend: () => void
}

/**
 * The error summary. It takes the focus after a requested save, because it may be out of view, but not after an
 * autosave.
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

async function nothing(): Promise<void> {}
