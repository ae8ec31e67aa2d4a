export interface ToastMessage {
  readonly title: string
  readonly description?: string
  readonly action?: { readonly label: string; readonly run: () => void }
  /** Closes the message early, when its action is no longer possible. */
  readonly until?: AbortSignal
  readonly isError?: boolean
}

let waiting: readonly ToastMessage[] = []
let show: ((told: ToastMessage) => void) | undefined
let want: (() => void) | undefined

/** Shows a message now, or as soon as the list of toasts is loaded. */
export function tell(told: ToastMessage): void {
  if (show) return show(told)
  waiting = [...waiting, told]
  want?.()
  return undefined
}

/** Sets the function that shows messages, and replays earlier ones. Returns the function that removes it. */
export function showTold(shown: (told: ToastMessage) => void): () => void {
  show = shown
  for (const told of waiting) shown(told)
  waiting = []
  return () => {
    show = undefined
  }
}

/** Calls back when a message arrives before the list of toasts is loaded. Returns the function that unsubscribes. */
export function onceTold(wanted: () => void): () => void {
  want = wanted
  if (waiting.length > 0) wanted()
  return () => {
    want = undefined
  }
}
