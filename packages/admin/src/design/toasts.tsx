import { lazy, Suspense, useEffect, useState } from 'react'
import { onceTold, tell, type ToastMessage } from './told-in-passing.ts'
import { UnlessMissing } from './unless-missing.tsx'
import { errorWords, explain } from '../data/error-words.ts'
import { useWords } from '../words/use-words.ts'

/** Loaded after the first render. */
const ToastList = lazy(async () => ({ default: (await import('./toast-list.tsx')).ToastList }))
const SOON = 500

export function toast(title: string, options: Pick<ToastMessage, 'description' | 'action' | 'until'> = {}): void {
  tell({ ...options, title })
}

export function toastError(title: string, description?: string): void {
  tell({ title, isError: true, ...(description !== undefined && { description }) })
}

export function Toasts() {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const stop = onceTold(() => setWanted(true))
    const timer = setTimeout(() => setWanted(true), SOON)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
  return (
    isWanted && (
      <UnlessMissing>
        <Suspense>
          <ToastList />
        </Suspense>
      </UnlessMissing>
    )
  )
}

/** Opens something after its code was loaded, and reports if it can't be loaded. */
export function useLate(): (load: () => Promise<unknown>, open: () => void) => void {
  const errors = useWords(errorWords)
  return (load, open) => void load().then(open, (error: unknown) => toastError(explain(error, errors)))
}
