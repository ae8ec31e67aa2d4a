import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A mutation that waits until it is over before it begins again: a second click comes before anything is drawn that
 * would take it.
 */
export function useOnce<Answer, Given = void>(
  options: UseMutationOptions<Answer, Error, Given>,
): UseMutationResult<Answer, Error, Given> {
  const mutation = useMutation(options)
  const begun = useRef<Promise<void>>(null)
  const over = () => {
    begun.current = null
  }
  const mutate: typeof mutation.mutate = (...given) => {
    begun.current ??= mutation.mutateAsync(...given).then(over, over)
  }
  return { ...mutation, mutate }
}
