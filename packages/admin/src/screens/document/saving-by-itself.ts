import { mayPass } from '../../data/api-error.ts'
import { type EditingState, isDirty, isUndecided } from './editing-state.ts'

/** How long after an attempt that did not arrive it tries again. */
const AGAIN = 5000

interface Circumstances {
  /** Milliseconds after the last key; undefined without autosave. */
  readonly pause: number | undefined
  readonly isOpen: boolean
  /** Sending the same again would be refused again. */
  readonly isRefused: boolean
  /** The editor asked for it, and it is not done yet. */
  readonly isAsked: boolean
}

/** How long to wait before a document is saved by itself; undefined if there is nothing to wait for. */
export function dueIn(state: EditingState, { pause, isOpen, isRefused, isAsked }: Circumstances): number | undefined {
  const { phase, failure } = state
  if (!isOpen || isRefused || phase !== 'idle' || !isDirty(state) || isUndecided(state)) return undefined
  const isAgain = failure !== undefined && mayPass(failure.error)
  return isAgain && (pause !== undefined || isAsked) ? AGAIN : pause
}
