import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'

/** A mutation that ignores calls while it runs: a second click may come before the button is disabled. */
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
