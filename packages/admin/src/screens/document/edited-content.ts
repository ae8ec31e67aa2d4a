import type { FormModel } from '../../fields/contract.ts'
import { changedIn, valueIn } from '../../fields/form-model.ts'
import type { Editing } from './editing.ts'
import { type EditingState, isDirty, type Sign, signOf } from './editing-state.ts'
import type { Content, Edits } from './edits.ts'

/** The editing state without edits, and what follows from both. */
interface OuterState extends Omit<EditingState, 'edits'> {
  readonly sign: Sign
  readonly isDirty: boolean
}

/** The edited content: the stored document with the edits. */
export class EditedContent implements FormModel {
  readonly #editing: Editing
  readonly #defaults: Content
  #ground: Content | undefined
  #edits: Edits | undefined
  #values: Content = {}
  #outer: OuterState | undefined

  constructor(editing: Editing, defaults: Content) {
    this.#editing = editing
    this.#defaults = defaults
  }

  get values(): Content {
    const { stored, edits } = this.#editing.state
    const ground = stored ?? this.#defaults
    if (ground !== this.#ground || edits !== this.#edits) {
      this.#ground = ground
      this.#edits = edits
      this.#values = { ...ground, ...edits }
    }
    return this.#values
  }

  readonly at = (keys: readonly string[]): unknown => valueIn(this.values, keys)

  readonly change = ([name, ...inside]: readonly string[], next: unknown): void => {
    if (name !== undefined) this.#editing.setValue(name, changedIn(this.values[name], inside, next))
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#editing.subscribe(listener)

  /** Keeps its identity while only the content changes. */
  readonly state = (): OuterState => {
    const { edits: _, ...state } = this.#editing.state
    const now: OuterState = { ...state, sign: signOf(this.#editing.state), isDirty: isDirty(this.#editing.state) }
    const last = this.#outer
    const names = Object.keys(now) as (keyof OuterState)[]
    if (!last || names.some((name) => !isSame(name, last, now))) this.#outer = now
    return this.#outer ?? now
  }
}

/** An undo step that only grew while the user typed counts as the same. */
function isSame(name: keyof OuterState, one: OuterState, other: OuterState): boolean {
  if (name === 'undoable' || name === 'redoable') return one[name]?.id === other[name]?.id
  return one[name] === other[name]
}
