import { lazy, Suspense, useEffect, useState } from 'react'
import { type ToastMessage, onceTold, tell } from './told-in-passing.ts'
import { UnlessMissing } from './unless-missing.tsx'

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
