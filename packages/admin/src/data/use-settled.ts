import { useEffect, useState } from 'react'

const PAUSE = 200

/** Debounces typed text. Empty text applies at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : settled
}
