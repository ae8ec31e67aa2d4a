import { isApiError, mayPass } from '../../data/api-error.ts'
import type { Doc } from '../../data/document.ts'
import { shareEqual } from '../../data/same-json.ts'
import { Alarm, dueIn } from './saving-by-itself.ts'
import { DeviceNote } from './unsaved-store.ts'
import type { EditingParts, Tried } from './editing-parts.ts'
import { type Action, amended, type EditingState, failureOf, isDirty, isUndecided, startOf } from './editing-state.ts'
import { type Edits, withEdit, withoutSaved } from './edits.ts'
import { conflictsWith, decided, met, newerThan, withoutName } from './meeting-others.ts'
import { OneAtATime } from './one-at-a-time.ts'
import { type UndoableChange, type Travel, UndoableEdits } from './undo/undoable-edits.ts'
import { Watched } from './watched.ts'

/** Maximum number of retries after revision conflicts. */
const ATTEMPTS = 5

const NOTHING: Edits = {}

/**
 * Editing of a document, independent of screens. It never loses edits: they are in memory and on the device. All
 * changes of the document are queued here: a save that is requested during another one sends the remaining edits
 * afterwards, and a new document is created once.
 */
export class Editing extends Watched<EditingState> {
  readonly #parts: EditingParts
  readonly #onDevice: DeviceNote
  readonly #queue = new OneAtATime<Doc | undefined>()
  /** Edits in the current request. */
  #underway: Edits = NOTHING
  /** Edits in requests without a response: they may have been saved. */
  #unanswered: Edits = NOTHING
  #tried: Tried | undefined
  /** Sending the same edits again would fail again. */
  #isRefused = false
  /** The editor requested a save that is not complete. */
  #isAsked = false
  #isOpen = false
  readonly #alarm: Alarm
  readonly #undoable: UndoableEdits

  constructor(parts: EditingParts) {
    super(startOf(parts))
    this.#parts = parts
    this.#onDevice = new DeviceNote(parts)
    this.#alarm = new Alarm(parts.clock, () => void this.save(true))
    this.#undoable = new UndoableEdits(parts, {
      shown: (name) => this.#shown(name),
      apply: (values) => this.#apply(values),
    })
    this.#tried = parts.initial ? undefined : parts.memory.read(null)?.tried
    this.#unanswered = this.#tried?.data ?? NOTHING
  }

  /** Enables autosave. Returns the function that disables it; a running request completes. */
  open(): () => void {
    this.#isOpen = true
    this.#alarm.set(this.#isDue())
    return () => {
      this.#isOpen = false
      this.#alarm.set(undefined)
      this.note()
    }
  }

  setValue(name: string, value: unknown): void {
    this.change({ values: { [name]: value } })
  }

  /** Changes fields, as one step to undo. Its name is derived from the values by default. */
  readonly change = (change: UndoableChange): void => {
    this.#undoable.change(change)
    this.#set(this.#undoable.ends)
  }

  /** All changes inside of `run` are one step to undo. */
  readonly asOneStep = (name: string | undefined, run: () => void): void => {
    this.#undoable.gather(name, run)
    this.#set(this.#undoable.ends)
  }

  /** Changes inside of `run` were undone or redone by a text editor's own history. */
  readonly asOwnUndo = (run: () => void): void => {
    this.#undoable.follow(run)
    this.#set(this.#undoable.ends)
  }

  readonly undo = (): Travel | undefined => this.#travelled(this.#undoable.undo())

  readonly redo = (): Travel | undefined => this.#travelled(this.#undoable.redo())

  /** Undoes a particular step, also if others followed. */
  readonly takeBack = (id: number): Travel | undefined => this.#travelled(this.#undoable.takeBack(id))

  #travelled(travel: Travel | undefined): Travel | undefined {
    this.#set(this.#undoable.ends)
    return travel
  }

  #shown(name: string): unknown {
    const { stored, edits } = this.state
    return Object.hasOwn(edits, name) ? edits[name] : (stored ?? this.#parts.defaults ?? NOTHING)[name]
  }

  #apply(values: Edits): void {
    for (const [name, value] of Object.entries(values)) this.#applyOne(name, value)
    this.#onDevice.soon(this.note)
  }

  #applyOne(name: string, value: unknown): void {
    const { stored, edits, conflict, failure, followed } = this.state
    const ground = stored ?? this.#parts.defaults ?? NOTHING
    const before = this.#shown(name)
    const next = withEdit(edits, ground, name, value, { ...this.#unanswered, ...this.#underway })
    this.#isRefused = false
    // Without autosave, edits made after the request are not sent.
    if (this.#parts.pause === undefined) this.#isAsked = false
    this.#set({
      edits: next,
      failure: failure && amended(failure, name, before, value),
      ...(followed && { followed: withoutName(followed, name) }),
      // Editing must not decide a postponed conflict.
      ...(conflict && {
        conflict: {
          ...conflict,
          names: conflictsWith(conflict.theirs, { ...this.state, edits: next }, this.#unanswered),
        },
      }),
    })
    const { conflict: left } = this.state
    // Without remaining conflicts, merge the other user's changes.
    if (left?.isQuiet && left.names.length === 0) this.#meet(left.theirs, true)
  }

  /** Resolves to undefined on failure; the state then has the reason. */
  readonly save = (isAutosave = false): Promise<Doc | undefined> => {
    if (!isAutosave) this.#accept()
    this.#isAsked ||= !isAutosave
    // Edits during a save need another save. Publishing twice does not.
    const flush = () => {
      // The autosave did not answer the editor's request.
      if (!isAutosave && this.#parts.pause !== undefined) this.#isAsked = true
      return this.#ended(this.#flush(isAutosave))
    }
    return this.#queue.run('save', flush, false)
  }

  /**
   * Runs an action other than editing, after saving unsaved edits. `run` gets the stored document and may return the
   * new one.
   */
  readonly act = (action: Action, run: (doc: Doc) => Promise<Doc | undefined>): Promise<Doc | undefined> => {
    this.#accept()
    return this.#queue.run(action, () => this.#ended(this.#saveAndRun(action, run)), true)
  }

  /** The document was changed by another operation. */
  readonly accept = (doc: Doc): void => this.#take(doc, NOTHING)

  readonly keepRecovered = (): void => this.#accept()

  readonly discard = (): void => {
    this.#isRefused = false
    this.#isAsked = false
    this.#unanswered = NOTHING
    this.#decide(NOTHING)
  }

  /** Resolves a conflict: the other user's state becomes the base of these edits. */
  readonly settle = (edits: Edits): Promise<Doc | undefined> => {
    if (!this.state.conflict) return Promise.resolve(undefined)
    this.#unanswered = NOTHING
    this.#decide(edits)
    return this.save()
  }

  /** Fetches changes of other users: untouched fields follow, edited ones become a conflict. */
  readonly follow = (): Promise<Doc | undefined> => this.#queue.run('follow', () => this.#look(), false)

  readonly hold = (isHeld: boolean): void => {
    if (isHeld !== this.state.isHeld) this.#set({ isHeld })
  }

  /** Retries at once, when the network or the session may be back. */
  readonly nudge = (): void => {
    const { failure } = this.state
    const isSignedOut = isApiError(failure?.error, 'unauthenticated')
    if (isSignedOut) this.#isRefused = false
    if (this.#isDue() !== undefined) void this.save(true)
  }

  readonly note = (): void => this.#onDevice.write(this.state, this.#tried)

  /** Discarded edits can be undone, too. */
  #decide(edits: Edits): void {
    this.#undoable.observe(Object.keys(this.state.edits), () => this.#set(decided(this.state, edits)))
    this.#set(this.#undoable.ends)
    this.note()
  }

  #accept(): void {
    if (this.state.recoveredAt !== undefined && !this.state.conflict) this.#set({ recoveredAt: undefined })
  }

  async #ended(task: Promise<Doc | undefined>): Promise<Doc | undefined> {
    try {
      return await task
    } finally {
      this.#set({ phase: 'idle' })
    }
  }

  async #flush(isAutosave: boolean): Promise<Doc | undefined> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { stored, edits } = this.state
      const isWaiting = isDirty(this.state) && isUndecided(this.state)
      if (isWaiting || (!isDirty(this.state) && (stored || isAutosave))) {
        this.#isAsked = false
        return isWaiting ? undefined : stored
      }
      this.#underway = edits
      this.#set({ phase: this.#isAsked ? 'saving' : 'autosaving' })
      try {
        if (!stored && this.#tried) {
          await this.#findMade(this.#tried)
          if (this.state.stored || this.state.conflict) continue
        }
        const doc = await this.#send(stored, edits, isAutosave)
        this.#take(doc, edits)
        return doc
      } catch (refusal) {
        const isLate = stored !== undefined && isApiError(refusal, 'revision_conflict') && attempt < ATTEMPTS - 1
        const failure = isLate ? await this.#compare(stored.id) : refusal
        if (failure === undefined) continue
        await this.#fail('save', failure, this.#isAsked)
        // Newer edits may be accepted.
        if (this.state.edits !== edits) this.#isRefused = false
        return undefined
      } finally {
        this.#underway = NOTHING
      }
    }
    return undefined
  }

  async #saveAndRun(action: Action, run: (doc: Doc) => Promise<Doc | undefined>): Promise<Doc | undefined> {
    this.#isAsked = true
    const doc = await this.#flush(false)
    if (!doc) return undefined
    this.#set({ phase: 'acting', failure: undefined })
    try {
      const done = await run(doc)
      if (done) this.#take(done, NOTHING)
      return done ?? doc
    } catch (error) {
      // Show the newer state first: an action must not apply to content that the editor has not seen.
      if (isApiError(error, 'revision_conflict')) await this.#compare(doc.id)
      await this.#fail(action, error, true)
      return undefined
    }
  }

  async #send(stored: Doc | undefined, edits: Edits, isAutosave: boolean): Promise<Doc> {
    const { service, clock } = this.#parts
    if (!stored) {
      this.#tried = { data: edits, since: this.#tried?.since ?? clock.now() }
      // Persist the id before the request: after a reload, a retry must not create a second document.
      this.note()
    }
    try {
      return await (stored ? service.save(stored, edits, { isAutosave }) : service.create(edits))
    } catch (error) {
      if (mayPass(error)) this.#unanswered = { ...this.#unanswered, ...edits }
      else if (!stored) this.#tried = undefined
      throw error
    }
  }

  /** Adopts a document whose creation had no response. */
  async #findMade(tried: Tried): Promise<void> {
    const made = await this.#parts.service.findMade(tried)
    this.#tried = undefined
    if (!made) return
    this.#unanswered = tried.data
    this.#parts.memory.forget(null)
    if (made.revision === 1) this.#take(made, tried.data)
    else this.#meet(made)
  }

  #meet(newer: Doc, isQuiet = false): void {
    const theirs = shareEqual(this.state.stored, newer)
    const changed = met(theirs, this.state, this.#unanswered, { now: this.#parts.clock.now(), isQuiet })
    if (!changed.conflict) this.#unanswered = NOTHING
    this.#set(changed, isQuiet)
  }

  async #look(): Promise<Doc | undefined> {
    const theirs = await newerThan(() => this.state, this.#parts.service)
    if (theirs) this.#meet(theirs, true)
    return this.state.stored
  }

  /** Returns the error if the other user's changes could not be fetched. */
  async #compare(id: string): Promise<unknown> {
    try {
      this.#meet(await this.#parts.service.read(id))
      return undefined
    } catch (error) {
      return error
    }
  }

  #take(doc: Doc, sent: Edits): void {
    const { stored, edits } = this.state
    // Ignore responses that are older than the known revision.
    if (stored && doc.id === stored.id && doc.revision < stored.revision) return
    this.#unanswered = NOTHING
    this.#tried = undefined
    this.#isAsked = false
    this.#isRefused = false
    if (!stored) this.#parts.memory.forget(null)
    // Unchanged rows keep their identity, so that they don't render again.
    const answered = shareEqual({ ...stored, ...edits }, doc)
    this.#undoable.noteStored(edits, sent, answered)
    this.#set({
      ...this.#undoable.ends,
      stored: answered,
      edits: withoutSaved(edits, sent, doc),
      savedAt: this.#parts.clock.now(),
      failure: undefined,
    })
    this.note()
  }

  async #fail(action: Action, error: unknown, isAsked: boolean): Promise<void> {
    const { stored } = this.state
    if (action === 'save' && stored && isApiError(error, 'locked')) {
      // If this document isn't locked, the lock is on a document that the operation would change as well.
      const isHeld = await this.#parts.service.isHeld(stored.id).catch(() => false)
      if (isHeld) return this.#set({ isHeld, failure: undefined })
    }
    if (action === 'save') this.#isRefused = !mayPass(error)
    if (this.#isRefused) this.#isAsked = false
    this.#set({ failure: failureOf(action, error, isAsked, this.state.edits) })
  }

  #isDue(): number | undefined {
    const { pause } = this.#parts
    return dueIn(this.state, { pause, isOpen: this.#isOpen, isRefused: this.#isRefused, isAsked: this.#isAsked })
  }

  /** `keepsTime`: the change does not restart the autosave delay, because others may change the document more often. */
  #set(changed: Partial<EditingState>, keepsTime = false): void {
    this.replace(changed)
    const due = this.#isDue()
    if (!keepsTime || !this.#alarm.isSet || due === undefined) this.#alarm.set(due)
  }
}
