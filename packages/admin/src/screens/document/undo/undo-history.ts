import { sameJson, shareEqual } from '../../../data/same-json.ts'
import { isRecord } from '../../../data/members.ts'
import { type Deed, valueWithin } from './what-changed.ts'

/** Value of a field before and after a step. */
export interface Sides {
  readonly before: unknown
  readonly after: unknown
}

/** A change of the document that can be undone. */
export interface UndoStep {
  readonly id: number
  /** Position among the steps of all histories, by the time the step was made. */
  readonly order: number
  /** The same for when it was undone, if it was. */
  readonly undone?: number
  readonly deed: Deed
  /** Name of the step, if it can't be derived from the values. */
  readonly name: string | undefined
  /** Changes by top-level field. */
  readonly changes: Readonly<Record<string, Sides>>
}

interface Burst {
  readonly startedAt: number
  readonly lastAt: number
  /** Whether letters were inserted (also over a selection) or removed. */
  readonly kind: Typing['kind']
}

interface Typing {
  readonly kind: 'inserts' | 'deletes'
  readonly length: number
}

/** Counter for all histories: each language of a document has its own, and undo follows the order across them. */
let lastOrder = 0

function nextOrder(): number {
  lastOrder += 1
  return lastOrder
}

/** A pause of this length ends a burst of typing. */
const REST = 1000
/** A burst of typing ends after this time even without a rest. */
const LONGEST = 15_000
const PASTED = 20
const MOST_STEPS = 200
/** Memory limit of all steps, in characters that their values don't share. */
const MOST_WEIGHT = 16_000_000

/**
 * The undo steps of a form. Each burst of typing in one field is one step. The number and the size of steps are
 * limited; the oldest are removed first.
 */
export class UndoHistory {
  readonly #done: UndoStep[] = []
  readonly #undone: UndoStep[] = []
  readonly #weights = new WeakMap<UndoStep, number>()
  #burst: Burst | undefined
  #lastId = 0

  get last(): UndoStep | undefined {
    return this.#done.at(-1)
  }

  get next(): UndoStep | undefined {
    return this.#undone.at(-1)
  }

  find(id: number): UndoStep | undefined {
    return this.#done.find((step) => step.id === id)
  }

  /** Adds a step, and removes the undone ones. */
  record(deed: Deed, changes: UndoStep['changes'], now: number, name?: string): void {
    this.#undone.length = 0
    const typing = deed.kind === 'typed' && name === undefined ? typingOf(deed, changes) : undefined
    const { last } = this
    const joins = last && typing && this.#joins(last, deed, typing, now)
    if (joins) this.#done[this.#done.length - 1] = { ...withAfter(last, changes), order: nextOrder() }
    else {
      this.seal()
      this.#lastId += 1
      this.#done.push({ id: this.#lastId, order: nextOrder(), deed, name, changes })
      this.#bound()
    }
    const startedAt = (joins && this.#burst?.startedAt) || now
    this.#burst = typing && { startedAt, lastAt: now, kind: typing.kind }
  }

  /**
   * A text editor has undone or redone typing with its own history. Undoes the matching steps here, so that nothing is
   * undone twice. Returns false if there is none: then it is an ordinary change.
   */
  follow(deed: Deed, changes: UndoStep['changes']): boolean {
    const [name] = Object.keys(changes)
    if (name === undefined) return false
    const value = valueWithin(changes[name]?.after, deed.path)
    const isAt = (step: UndoStep | undefined): step is UndoStep =>
      step?.deed.kind === 'typed' && step.deed.path === deed.path
    const is = (side: unknown) => sameJson(valueWithin(side, deed.path), value)
    this.#burst = undefined
    if (isAt(this.next) && is(this.next.changes[name]?.after)) {
      const [step] = this.#undone.splice(-1)
      if (step) this.#done.push(step)
      return true
    }
    let first = this.#done.length
    while (isAt(this.#done[first - 1])) {
      first -= 1
      if (!is(this.#done[first]?.changes[name]?.before)) continue
      this.#undone.push(...this.#done.splice(first).toReversed())
      return true
    }
    const { last } = this
    if (!isAt(last)) return false
    // A part of the step was undone, so the step ends there.
    this.#done[this.#done.length - 1] = withAfter(last, changes)
    return true
  }

  /** Later typing starts a new step. */
  seal(): void {
    this.#burst = undefined
    const { last } = this
    if (!last || this.#weights.has(last)) return
    let weight = 0
    const changes = Object.entries(last.changes).map(([name, { before, after }]) => {
      const known = this.#done.findLast((step) => step !== last && Object.hasOwn(step.changes, name))?.changes[name]
        ?.after
      const shared = shareEqual(known, before)
      const sides = { before: shared, after: shareEqual(shared, after) }
      weight += difference(known, sides.before) + difference(sides.before, sides.after)
      return [name, sides] as const
    })
    const sealed = { ...last, changes: Object.fromEntries(changes) }
    this.#done[this.#done.length - 1] = sealed
    this.#weights.set(sealed, weight)
    this.#bound()
  }

  takeLast(): UndoStep | undefined {
    this.seal()
    return this.#done.pop()
  }

  takeNext(): UndoStep | undefined {
    return this.#undone.pop()
  }

  putUndone(step: UndoStep): void {
    this.#undone.push({ ...step, undone: nextOrder() })
  }

  putDone(step: UndoStep): void {
    this.#burst = undefined
    this.#done.push(step)
  }

  /** The service has normalized a value: removed an empty row, trimmed a text. */
  noteStored(name: string, sent: unknown, stored: unknown): void {
    const index = this.#done.findLastIndex(({ changes }) => Object.hasOwn(changes, name))
    const step = this.#done[index]
    const sides = step?.changes[name]
    if (!step || !sides || !sameJson(sides.after, sent)) return
    this.#done[index] = { ...step, changes: { ...step.changes, [name]: { ...sides, after: stored } } }
  }

  #joins(last: UndoStep, deed: Deed, { kind, length }: Typing, now: number): boolean {
    const burst = this.#burst
    if (!burst || burst.kind !== kind || length > PASTED || last.deed.path !== deed.path) return false
    return now - burst.lastAt <= REST && now - burst.startedAt <= LONGEST
  }

  #bound(): void {
    let weight = 0
    let first = this.#done.length
    while (first > 0 && this.#done.length - first < MOST_STEPS) {
      const step = this.#done[first - 1]
      weight += (step && this.#weights.get(step)) ?? 0
      // The last step stays, whatever its size.
      if (weight > MOST_WEIGHT && first < this.#done.length) break
      first -= 1
    }
    this.#done.splice(0, first)
  }
}

function withAfter(step: UndoStep, changes: UndoStep['changes']): UndoStep {
  const joined = Object.entries(step.changes).map(([name, sides]) => [
    name,
    { before: sides.before, after: changes[name]?.after ?? null },
  ])
  return { ...step, changes: Object.fromEntries(joined) as UndoStep['changes'] }
}

function typingOf({ path }: Deed, changes: UndoStep['changes']): Typing {
  const [sides] = Object.values(changes)
  const [before, after] = [valueWithin(sides?.before, path) ?? '', valueWithin(sides?.after, path) ?? '']
  // Only texts have a meaningful length.
  if (typeof before !== 'string' || typeof after !== 'string') return { kind: 'inserts', length: 0 }
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const [removed, inserted] = [before.length - head - tail, after.length - head - tail]
  return { kind: inserted > 0 ? 'inserts' : 'deletes', length: Math.max(removed, inserted) }
}

/** The size of the parts of `after` that `before` lacks. */
function difference(before: unknown, after: unknown): number {
  if (before === after) return 0
  if (Array.isArray(before) && Array.isArray(after)) {
    const known = new Set<unknown>(before)
    return after.reduce<number>((sum, item) => sum + (known.has(item) ? 1 : sizeOf(item)), 0)
  }
  if (isRecord(before) && isRecord(after))
    return Object.entries(after).reduce((sum, [name, inner]) => sum + 1 + difference(before[name], inner), 0)
  return sizeOf(after)
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + sizeOf(item), 8)
  if (isRecord(value)) return Object.entries(value).reduce((sum, [name, inner]) => sum + name.length + sizeOf(inner), 8)
  return 8
}
