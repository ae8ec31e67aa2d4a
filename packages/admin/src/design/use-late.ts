import { errorWords, explain } from '../data/error-words.ts'
import { useWords } from '../words/use-words.ts'
import { toastError } from './toasts.tsx'

/** Opens something after its code was loaded, and reports if it can't be loaded. */
export function useLate(): (load: () => Promise<unknown>, open: () => void) => void {
  const errors = useWords(errorWords)
  return (load, open) => void load().then(open, (error: unknown) => toastError(explain(error, errors)))
}
