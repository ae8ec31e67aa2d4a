/** Something to be said in passing. */
export interface Told {
  readonly title: string
  readonly description?: string
  readonly action?: { readonly label: string; readonly run: () => void }
  /** Ends it before its time, once there is nothing left to do. */
  readonly until?: AbortSignal
  readonly isError?: boolean
}

let waiting: readonly Told[] = []
let show: ((told: Told) => void) | undefined
let want: (() => void) | undefined

/** Said at once, or as soon as there is what shows it. */
export function tell(told: Told): void {
  if (show) return show(told)
  waiting = [...waiting, told]
  want?.()
  return undefined
}

/** Sets the function that shows messages, and replays earlier ones. Returns the function that removes it. */
export function showTold(shown: (told: Told) => void): () => void {
  show = shown
  for (const told of waiting) shown(told)
  waiting = []
  return () => {
    show = undefined
  }
}

/** Calls back when there is something to say, and nothing to show it. Returns how to end that. */
export function onceTold(wanted: () => void): () => void {
  want = wanted
  if (waiting.length > 0) wanted()
  return () => {
    want = undefined
  }
}
