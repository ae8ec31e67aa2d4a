import { QuireError, type ClientErrorCode } from '@quirecms/sdk'
import type { Doc } from '../../../packages/admin/src/data/document.ts'
import type { FieldSchema } from '../../../packages/admin/src/data/schema.ts'
import { Editing } from '../../../packages/admin/src/screens/document/editing.ts'
import type { Unsaved } from '../../../packages/admin/src/screens/document/editing-parts.ts'
import type { Edits } from '../../../packages/admin/src/screens/document/edits.ts'

/** How a call ends: with an answer, a refusal, or none; in the last case it may have been done all the same. */
export type Outcome = 'answer' | 'refuse' | 'lose' | 'lose the answer'

interface PendingCall {
  readonly what: string
  readonly end: (outcome: Outcome) => void
}

interface WorldOptions {
  /** A document that exists from the start; without it, a new one is begun. */
  readonly stored?: Edits
  /** Undefined for documents that are only saved on request. */
  readonly pause?: number | undefined
}

export const PAUSE = 1500

const text = fieldOf('text', 'value', 'text')
const nested = fieldOf('parts', 'rows', 'array', { fields: [text] })

const FIELDS: readonly FieldSchema[] = [
  fieldOf('title', 'value', 'text'),
  fieldOf('body', 'value', 'richText'),
  fieldOf('kind', 'value', 'select'),
  fieldOf('tags', 'value', 'text', { many: true }),
  fieldOf('seo', 'group', 'group', { fields: [text] }),
  fieldOf('sections', 'blocks', 'blocks', {
    blocks: { part: { fields: [text, nested] }, note: { fields: [text] } },
  }),
]

/** A service with one collection, a clock, a device, and an editor in front of them. Nothing happens unless it is told to. */
export class EditingWorld {
  readonly docs: Doc[] = []
  readonly pending: PendingCall[] = []
  /** Everything that was asked of the service, in order. */
  readonly calls: string[] = []
  readonly published: Edits[] = []
  readonly kept = new Map<string | null, Unsaved>()
  editing: Editing
  /** Another user has the lock. */
  isLocked = false
  /** Called before a write is applied, to check it. */
  onWrite: (data: Edits, before: Doc | undefined, isAutosave: boolean) => void = () => undefined
  /** What the service makes of what it stores. */
  onStored: (doc: Doc) => Doc = (doc) => doc
  #visits = 0
  #now = Date.parse('2026-01-01T10:00:00Z')
  #timers: { at: number; run: () => void }[] = []
  #close: () => void = () => undefined
  readonly #pause: number | undefined

  constructor({ stored, ...options }: WorldOptions = {}) {
    this.#pause = 'pause' in options ? options.pause : PAUSE
    if (stored) this.docs.push(this.#made(stored))
    this.editing = this.#begin(true)
  }

  get doc(): Doc | undefined {
    return this.docs[0]
  }

  /** What the editor sees. */
  get shown(): Edits {
    const { stored, edits } = this.editing.state
    return { ...stored, ...edits }
  }

  /** As if the page were reloaded: requests on their way may arrive, but their answers are lost. */
  async reload(): Promise<void> {
    this.#close()
    this.#timers = []
    this.#visits += 1
    for (const call of this.pending.splice(0)) call.end('lose the answer')
    await this.#rest()
    // The address still says that it is new, until an answer has brought its id.
    this.editing = this.#begin(this.editing.state.stored !== undefined)
  }

  /** Another person writes. */
  change(data: Edits): void {
    const { doc } = this
    if (doc) this.docs[0] = { ...doc, ...data, revision: doc.revision + 1 }
  }

  publish(): Promise<Doc | undefined> {
    return this.editing.act('publish', (doc) =>
      this.#call(`publish ${doc.revision}`, () => {
        this.#check(doc.id, doc.revision)
        const live: Doc = { ...doc, revision: doc.revision + 1, _status: 'published' }
        this.docs[0] = live
        this.published.push(live)
        return live
      }),
    )
  }

  /** Ends the oldest call that is on its way. */
  async end(outcome: Outcome): Promise<void> {
    this.pending.shift()?.end(outcome)
    await this.#rest()
  }

  /** Ends all calls, and those that they lead to. */
  async endAll(outcome: Outcome = 'answer'): Promise<void> {
    await this.#rest()
    for (let left = 30; this.pending.length > 0 && left > 0; left -= 1) await this.end(outcome)
  }

  async pass(milliseconds: number): Promise<void> {
    const until = this.#now + milliseconds
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#timers = this.#timers.filter((timer) => timer !== next)
      this.#now = Math.max(this.#now, next.at)
      next.run()
      await this.#rest()
    }
    this.#now = until
    await this.#rest()
  }

  #after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.#now + milliseconds, run }
    this.#timers.push(timer)
    return () => (this.#timers = this.#timers.filter((one) => one !== timer))
  }

  #begin(isKnown: boolean): Editing {
    const editing = new Editing({
      initial: isKnown ? this.doc : undefined,
      pause: this.#pause,
      fields: FIELDS,
      clock: {
        now: () => this.#now,
        after: (milliseconds, run) => this.#after(milliseconds, run),
        whenIdle: (milliseconds, run) => this.#after(milliseconds, run),
      },
      memory: {
        read: (id) => this.kept.get(id),
        keep: (id, unsaved) => this.kept.set(id, unsaved),
        forget: (id) => this.kept.delete(id),
      },
      service: {
        read: (id) => this.#call('read', () => this.#find(id)),
        findMade: ({ data }) =>
          this.#call('find', () =>
            this.docs.find((doc) => Object.entries(data).every(([name, value]) => doc[name] === value)),
          ),
        create: (data) =>
          this.#call(`create ${JSON.stringify(data)}`, () => {
            this.onWrite(data, undefined, false)
            const doc = this.#made(data)
            this.docs.push(doc)
            return doc
          }),
        save: ({ id, revision }, data, { isAutosave }) =>
          this.#call(`save ${revision} ${JSON.stringify(data)}`, () => {
            this.#check(id, revision)
            const before = this.#find(id)
            this.onWrite(data, before, isAutosave)
            const doc = this.onStored({ ...before, ...data, revision: before.revision + 1, _status: 'draft' })
            this.docs[this.docs.indexOf(before)] = doc
            return doc
          }),
        isHeld: () => Promise.resolve(this.isLocked),
      },
    })
    this.#close = editing.open()
    return editing
  }

  #made(data: Edits): Doc {
    const at = new Date(this.#now).toISOString()
    return {
      title: null,
      body: null,
      ...data,
      id: `doc-${this.docs.length + 1}`,
      revision: 1,
      createdAt: at,
      updatedAt: at,
      _status: 'draft',
    }
  }

  #find(id: string): Doc {
    const doc = this.docs.find((one) => one.id === id)
    if (!doc) throw new QuireError('not_found', 'It is gone.')
    return doc
  }

  #check(id: string, ifMatch: number): void {
    if (this.isLocked) throw new QuireError('locked', 'Another user has it.')
    if (this.#find(id).revision !== ifMatch) throw new QuireError('revision_conflict', 'Another user was faster.')
  }

  #call<Answer>(what: string, run: () => Answer): Promise<Answer> {
    this.calls.push(what)
    const visit = this.#visits
    return new Promise<Answer>((resolve, reject) => {
      const end = (outcome: Outcome) => {
        try {
          if (outcome === 'refuse') throw refusal(what)
          if (outcome === 'lose') throw error('network')
          const answer = run()
          if (outcome === 'lose the answer') throw error('network')
          if (visit === this.#visits) resolve(answer)
        } catch (failure) {
          if (visit === this.#visits) reject(failure instanceof Error ? failure : new Error(String(failure)))
        }
      }
      this.pending.push({ what, end })
    })
  }

  /** Until every promise that can be kept has been. */
  async #rest(): Promise<void> {
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
  }
}

function refusal(what: string): QuireError {
  if (what === 'read' || what === 'find') return error('forbidden')
  return new QuireError('validation', 'Not so.', {
    status: 422,
    issues: [{ code: 'required', path: 'author', message: 'Name the author.' }],
  })
}

function error(code: ClientErrorCode): QuireError {
  return new QuireError(code, code)
}

function fieldOf(
  name: string,
  structure: FieldSchema['structure'],
  type: string,
  options: Partial<FieldSchema> = {},
): FieldSchema {
  return { name, path: name, type, structure, label: null, description: null, ...options } as FieldSchema
}
