import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signOf } from '../../../packages/admin/src/screens/document/editing-state.ts'
import { runs } from '../../setup/runs.ts'
import { EditingWorld, type Outcome, PAUSE } from './editing-world.ts'

/** One thing that happens. Everything between typing and the service is a matter of when. */
type Step =
  | { readonly do: 'type'; readonly name: 'title' | 'body'; readonly value: string | null }
  | {
      readonly do:
        | 'save'
        | 'publish'
        | 'follow'
        | 'leave'
        | 'conflict'
        | 'lock'
        | 'unlock'
        | 'keep'
        | 'theirs'
        | 'mine'
        | 'nudge'
    }
  | { readonly do: 'pass'; readonly milliseconds: number }
  | { readonly do: 'end'; readonly outcome: Outcome }

/** A world, and what must be true in it whatever happens: nothing is lost, doubled, overwritten unseen, or said wrongly. */
class Observed {
  readonly world: EditingWorld
  readonly #typed: Record<string, unknown> = {}
  readonly #seen = new Set<unknown>()
  /** What was stored at any time: others may write over it. */
  readonly #written = new Set<unknown>(['Start', 'Text', null])
  #theirs = 0
  #mayRecover = true

  constructor(isNew: boolean) {
    this.world = new EditingWorld(isNew ? {} : { stored: { title: 'Start', body: 'Text' } })
    this.world.onWrite = (data, before, isAutosave) => {
      for (const value of Object.values(data)) this.#written.add(value)
      // What others have written is only replaced by what was typed in view of it, or chosen beside it.
      for (const name of Object.keys(data)) {
        const old = before?.[name]
        always(
          !isTheirs(old) || old === data[name] || this.#seen.has(old),
          `${JSON.stringify(old)} was overwritten unseen`,
        )
      }
      always(!isAutosave || this.#mayRecover, 'recovered text was saved before it was accepted')
    }
    this.#watch()
  }

  async step(step: Step): Promise<void> {
    const { world } = this
    const { editing } = world
    // Of a document that is new and empty, any other one may be the answer.
    const isBlank = Object.keys(world.shown).length === 0
    if (isBlank && (step.do === 'save' || step.do === 'publish')) return
    if (step.do === 'type') {
      this.#typed[step.name] = step.value
      editing.setValue(step.name, step.value)
    } else if (step.do === 'save') {
      this.#accept()
      void editing.save()
    } else if (step.do === 'publish') {
      this.#accept()
      void world.publish()
    } else if (step.do === 'follow') {
      void editing.follow()
    } else if (step.do === 'conflict') {
      // What its author has not heard of yet is only known by its content.
      if (!editing.state.stored && (world.doc?.['body'] ?? null) !== null) return
      this.#theirs += 1
      world.change({ body: `theirs ${this.#theirs}` })
    } else if (step.do === 'lock') world.isLocked = true
    else if (step.do === 'unlock') this.#unlock()
    else if (step.do === 'keep') {
      this.#accept()
      editing.keepRecovered()
    } else if (step.do === 'theirs' || step.do === 'mine') await this.#settle(step.do)
    else if (step.do === 'nudge') editing.nudge()
    else if (step.do === 'leave') {
      await world.reload()
      this.#mayRecover = world.editing.state.recoveredAt === undefined
      this.#watch()
    } else if (step.do === 'pass') await world.pass(step.milliseconds)
    else if (step.do === 'end') await world.end(step.outcome)
    await world.pass(0)
    this.#check()
  }

  /** The network is back, the lock is free, and the editor confirms all values as typed. */
  async rest(): Promise<void> {
    const { world } = this
    await world.endAll()
    this.#unlock()
    for (let round = 0; round < 2; round += 1) {
      this.#accept()
      await this.#settle('mine')
      // So that nothing is left that was refused before.
      void world.publish()
      await world.endAll()
    }
    this.#check()
    always(signOf(world.editing.state) === 'clean', `it ends as "${signOf(world.editing.state)}"`)
    always(world.kept.size === 0, 'something is still kept on the device')
    for (const [name, value] of Object.entries(this.#typed))
      always((world.doc?.[name] ?? null) === value, `"${String(value)}" was never stored`)
  }

  #accept(): void {
    if (!this.world.editing.state.conflict) this.#mayRecover = true
  }

  #unlock(): void {
    this.world.isLocked = false
    this.world.editing.hold(false)
  }

  async #settle(choice: 'theirs' | 'mine'): Promise<void> {
    const { editing } = this.world
    const { conflict, edits } = editing.state
    if (!conflict) return
    const kept = Object.entries(edits).filter(([name]) => choice === 'mine' || !conflict.names.includes(name))
    if (choice === 'theirs') for (const name of conflict.names) delete this.#typed[name]
    this.#mayRecover = true
    void editing.settle(Object.fromEntries(kept))
    await this.world.pass(0)
  }

  /** What the editor has before them. */
  #watch(): void {
    const { editing } = this.world
    const look = () => {
      const { stored, conflict } = editing.state
      // What is stored is in view only where nothing was typed over it.
      if (!Object.hasOwn(editing.state.edits, 'body')) this.#seen.add(stored?.['body'])
      if (conflict?.names.includes('body')) this.#seen.add(conflict.theirs['body'])
    }
    editing.subscribe(look)
    look()
  }

  #check(): void {
    const { world } = this
    const { state } = world.editing
    // Every typed word is in the form, unless another user has overwritten it after it was stored.
    for (const [name, value] of Object.entries(this.#typed)) {
      const shown = world.shown[name] ?? null
      if (isTheirs(shown) && shown !== value) {
        always(this.#written.has(value), `${JSON.stringify(value)} was typed, and lost to ${JSON.stringify(shown)}`)
        delete this.#typed[name]
      } else always(shown === value, `${JSON.stringify(value)} was typed, but ${name} shows ${JSON.stringify(shown)}`)
    }
    always(world.docs.length <= 1, 'it was created twice')
    always(world.pending.length <= 1, 'two calls were on their way at once')
    if (signOf(state) !== 'clean' || world.pending.length > 0) return
    for (const [name, value] of Object.entries(this.#typed))
      always(
        (world.doc?.[name] ?? null) === value || isTheirs(world.doc?.[name]),
        `it says that it is saved, but "${String(value)}" is not stored`,
      )
  }
}

/** As `expect`, for what is asked a million times. */
function always(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(otherwise)
}

function isTheirs(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('theirs')
}

async function happens(isNew: boolean, steps: readonly Step[]): Promise<void> {
  const observed = new Observed(isNew)
  for (const step of steps) await observed.step(step)
  await observed.rest()
}

const ORDERED: readonly (readonly Step[])[] = [
  [{ do: 'save' }],
  [{ do: 'type', name: 'title', value: 'Typed' }],
  [{ do: 'publish' }],
  [
    { do: 'pass', milliseconds: PAUSE },
    { do: 'end', outcome: 'refuse' },
  ],
  [
    { do: 'pass', milliseconds: PAUSE },
    { do: 'end', outcome: 'lose the answer' },
  ],
  [{ do: 'conflict' }, { do: 'follow' }, { do: 'type', name: 'body', value: 'Mine' }],
  [{ do: 'leave' }],
]

describe('saving, typing, publishing, failing, being offline, conflicts and leaving', () => {
  it.each([true, false])(
    'lose, duplicate and overwrite nothing in any order (new: %s)',
    { tags: ['release'] },
    async (isNew) => {
      let orders = 0
      for (const order of permutations(ORDERED)) {
        orders += 1
        await happens(isNew, order.flat()).catch((error: unknown) => {
          throw new Error(
            `${order
              .flat()
              .map((step) => JSON.stringify(step))
              .join('\n')}\n${String(error)}`,
          )
        })
      }
      expect(orders).toBe(5040)
    },
  )

  it('lose, duplicate and overwrite nothing, in any repetition', async () => {
    await fc.assert(fc.asyncProperty(fc.boolean(), fc.array(anyStep(), { maxLength: 30 }), happens), runs(1500))
  })
})

function anyStep(): fc.Arbitrary<Step> {
  const plain = [
    'save',
    'publish',
    'follow',
    'leave',
    'conflict',
    'lock',
    'unlock',
    'keep',
    'theirs',
    'mine',
    'nudge',
  ] as const
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('type' as const),
        name: fc.constantFrom('title' as const, 'body' as const),
        // Also what is stored at first: to type something and to take it back is where words get lost.
        value: fc.constantFrom('Start', 'Text', 'One', 'Two', null),
      }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constantFrom(...plain) }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('pass' as const), milliseconds: fc.constantFrom(100, PAUSE, 5000) }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('end' as const),
        outcome: fc.constantFrom<Outcome>('answer', 'answer', 'refuse', 'lose', 'lose the answer'),
      }),
    },
  )
}

function* permutations<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  if (items.length === 0) yield []
  for (const [index, first] of items.entries())
    for (const rest of permutations(items.toSpliced(index, 1))) yield [first, ...rest]
}
