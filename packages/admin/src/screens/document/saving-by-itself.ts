import { mayPass } from '../../data/api-error.ts'
import { type EditingState, isDirty, isUndecided } from './editing-state.ts'
import type { Clock } from './editing-parts.ts'

/** Delay before the next attempt after a failed request. */
const AGAIN = 5000

interface Circumstances {
  /** Milliseconds after the last key; undefined without autosave. */
  readonly pause: number | undefined
  readonly isOpen: boolean
  /** Sending the same edits again would fail again. */
  readonly isRefused: boolean
  /** The editor requested a save that is not complete. */
  readonly isAsked: boolean
}

/** Delay until the next autosave; undefined if there is nothing to save. */
export function dueIn(state: EditingState, { pause, isOpen, isRefused, isAsked }: Circumstances): number | undefined {
  const { phase, failure } = state
  if (!isOpen || isRefused || phase !== 'idle' || !isDirty(state) || isUndecided(state)) return undefined
  const isAgain = failure !== undefined && mayPass(failure.error)
  return isAgain && (pause !== undefined || isAsked) ? AGAIN : pause
}

/** A single resettable timer. */
export class Alarm {
  readonly #clock: Clock
  readonly #ring: () => void
  #stop: (() => void) | undefined

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock
    this.#ring = ring
  }

  get isSet(): boolean {
    return this.#stop !== undefined
  }

  /** Starts the timer unless the same delay is already running; undefined stops it. */
  set(due: number | undefined): void {
    this.#stop?.()
    this.#stop =
      due === undefined
        ? undefined
        : this.#clock.after(due, () => {
            this.#stop = undefined
            this.#ring()
          })
  }
}
