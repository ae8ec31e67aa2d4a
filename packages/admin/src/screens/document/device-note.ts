import type { EditingParts, Tried } from './editing-parts.ts'
import { type EditingState, isDirty } from './editing-state.ts'

/** Longest time that edits are only in memory. Writing them with every key would slow typing. */
const NOTED = 200

/** Persists unsaved edits on the device, so that the editor can restore them. */
export class DeviceNote {
  readonly #parts: Pick<EditingParts, 'memory' | 'clock'>
  #callOff: (() => void) | undefined

  constructor(parts: Pick<EditingParts, 'memory' | 'clock'>) {
    this.#parts = parts
  }

  /** Schedules one call of `write`, however often this is called. */
  soon(write: () => void): void {
    this.#callOff ??= this.#parts.clock.whenIdle(NOTED, write)
  }

  write(state: EditingState, tried: Tried | undefined): void {
    this.#callOff?.()
    this.#callOff = undefined
    const { memory, clock } = this.#parts
    const { stored, edits, recoveredAt, conflict } = state
    const id = stored?.id ?? null
    if (!isDirty(state)) return memory.forget(id)
    // Recovered edits keep their original revision until they are accepted.
    const kept = conflict && recoveredAt !== undefined ? memory.read(id) : undefined
    const revision = kept?.revision ?? stored?.revision ?? 0
    const at = recoveredAt ?? new Date(clock.now()).toISOString()
    memory.keep(id, { edits, revision, at, ...(tried && { tried }) })
  }
}
