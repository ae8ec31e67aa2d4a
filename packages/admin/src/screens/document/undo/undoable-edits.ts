import type { Doc } from '../../../data/document.ts'
import { sameJson } from '../../../data/same-json.ts'
import type { EditingParts } from '../editing-parts.ts'
import type { Edits } from '../edits.ts'
import { reverted } from './reverted.ts'
import { type UndoStep, UndoHistory } from './undo-history.ts'
import { changeOf, type Deed } from './what-changed.ts'

export interface UndoableChange {
  /** Name of the step in the editor's language: "Undo {name}". Derived from the values by default. */
  readonly name?: string | undefined
  readonly values: Edits
}

/** The result of an undo or redo. */
export interface Travel {
  readonly step: UndoStep
  /** False if others changed a part since, which stays. */
  readonly isWhole: boolean
  /** False if nothing could be undone. */
  readonly isDone: boolean
}

interface Form {
  /** The displayed value of a field. */
  readonly shown: (name: string) => unknown
  readonly apply: (values: Edits) => void
}

/** The edits of a form and their undo steps, which survive saves. */
export class UndoableEdits {
  readonly #parts: Pick<EditingParts, 'fields' | 'clock' | 'history'>
  readonly #form: Form
  readonly #history: UndoHistory
  /** Values at the start of a combined step. */
  #gathered: Map<string, unknown> | undefined
  #isFollowing = false

  constructor(parts: Pick<EditingParts, 'fields' | 'clock' | 'history'>, form: Form) {
    this.#parts = parts
    this.#history = parts.history ?? new UndoHistory()
    this.#history.seal()
    this.#form = form
  }

  get ends(): { readonly undoable: UndoStep | undefined; readonly redoable: UndoStep | undefined } {
    return { undoable: this.#history.last, redoable: this.#history.next }
  }

  change({ name, values }: UndoableChange): void {
    this.#observe(name, Object.keys(values), () => this.#form.apply(values))
  }

  /** Records changes of these fields inside of `run`, which does not call `change`. */
  observe(names: readonly string[], run: () => void): void {
    this.#observe(undefined, names, run)
  }

  gather(name: string | undefined, run: () => void): void {
    if (this.#gathered) return run()
    const gathered = new Map<string, unknown>()
    this.#gathered = gathered
    try {
      run()
    } finally {
      this.#gathered = undefined
    }
    this.#record(name, gathered)
  }

  follow(run: () => void): void {
    this.#isFollowing = true
    try {
      run()
    } finally {
      this.#isFollowing = false
    }
  }

  undo(): Travel | undefined {
    return this.#travel(
      () => this.#history.takeLast(),
      (step) => this.#history.putUndone(step),
      true,
    )
  }

  redo(): Travel | undefined {
    return this.#travel(
      () => this.#history.takeNext(),
      (step) => this.#history.putDone(step),
      false,
    )
  }

  takeBack(id: number): Travel | undefined {
    if (this.#history.last?.id === id) return this.undo()
    const step = this.#history.find(id)
    if (!step) return undefined
    const { values, isWhole } = this.#without(step, true)
    const isDone = Object.keys(values).length > 0
    if (isDone) this.change({ values })
    return { step, isWhole, isDone }
  }

  /** The service may normalize values; steps then refer to the normalized ones. */
  noteStored(edits: Edits, sent: Edits, stored: Doc): void {
    for (const [name, value] of Object.entries(sent))
      if (edits[name] === value && !sameJson(value, stored[name])) this.#history.noteStored(name, value, stored[name])
    this.#history.seal()
  }

  #observe(name: string | undefined, fields: readonly string[], run: () => void): void {
    const before = new Map(fields.map((field) => [field, this.#form.shown(field)]))
    run()
    const gathered = this.#gathered
    if (!gathered) return this.#record(name, before)
    for (const [field, value] of before) if (!gathered.has(field)) gathered.set(field, value)
    return undefined
  }

  #record(name: string | undefined, before: ReadonlyMap<string, unknown>): void {
    const changes = [...before]
      .map(([field, value]) => [field, { before: value, after: this.#form.shown(field) }] as const)
      .filter(([, sides]) => sides.before !== sides.after && !sameJson(sides.before, sides.after))
    if (changes.length === 0) return
    const step = Object.fromEntries(changes)
    const deed = this.#deedOf(step)
    if (this.#isFollowing && this.#history.follow(deed, step)) return
    this.#history.record(deed, step, this.#parts.clock.now(), name)
  }

  #deedOf(changes: UndoStep['changes']): Deed {
    const [first, ...others] = Object.entries(changes)
    if (!first || others.length > 0) return { kind: 'changed', path: first?.[0] ?? '', field: undefined, rows: [] }
    const [name, { before, after }] = first
    return changeOf(this.#fieldOf(name), before, after, name)
  }

  #fieldOf(name: string) {
    return this.#parts.fields.find((field) => field.name === name)
  }

  /** Skips steps that were already undone by others or by a text editor. */
  #travel(take: () => UndoStep | undefined, put: (step: UndoStep) => void, isBack: boolean): Travel | undefined {
    for (let step = take(); step; step = take()) {
      const { values, isWhole } = this.#without(step, isBack)
      const names = Object.keys(values)
      if (names.length === 0 && isWhole) continue
      const changes = Object.fromEntries(
        names.map((name) => {
          const [now, next] = [this.#form.shown(name), values[name]]
          return [name, isBack ? { before: next, after: now } : { before: now, after: next }]
        }),
      )
      if (names.length === 0) return { step, isWhole, isDone: false }
      this.#form.apply(values)
      const moved = { ...step, changes }
      put(moved)
      return { step: moved, isWhole, isDone: true }
    }
    return undefined
  }

  /** The values that an undo or redo of the step changes. */
  #without({ changes }: UndoStep, isBack: boolean): { readonly values: Edits; readonly isWhole: boolean } {
    let isAllWhole = true
    const values: Record<string, unknown> = {}
    for (const [name, { before, after }] of Object.entries(changes)) {
      const shown = this.#form.shown(name)
      const [from, to] = isBack ? [after, before] : [before, after]
      const { value, isWhole } = reverted(this.#fieldOf(name), shown, from, to)
      isAllWhole &&= isWhole
      if (!sameJson(shown, value)) values[name] = value ?? null
    }
    return { values, isWhole: isAllWhole }
  }
}
