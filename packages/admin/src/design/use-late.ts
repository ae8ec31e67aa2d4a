import { errorWords, explain } from '../data/error-words.ts'
import { useWords } from '../words/use-words.ts'
import { toastError } from './toasts.tsx'

/**
 * Opens something once its code is there. Without a network it may never come: that is said, and takes nothing else
 * with it.
 */
export function useLate(): (load: () => Promise<unknown>, open: () => void) => void {
  const errors = useWords(errorWords)
  return (load, open) => void load().then(open, (error: unknown) => toastError(explain(error, errors)))
}
