import { isApiError, mayPass } from '../../data/api-error.ts'
import type { Doc } from '../../data/document.ts'
import { shareEqual } from '../../data/share-equal.ts'
import { Alarm } from './alarm.ts'
import { DeviceNote } from './device-note.ts'
import type { EditingParts, Tried } from './editing-parts.ts'
import { startOf } from './editing-start.ts'
import { type Action, amended, type EditingState, failureOf, isDirty, isUndecided } from './editing-state.ts'
import { type Edits, withEdit, withoutSaved } from './edits.ts'
import { conflictsWith, decided, met, newerThan, withoutName } from './meeting-others.ts'
import { OneAtATime } from './one-at-a-time.ts'
import { dueIn } from './saving-by-itself.ts'
import { type Change, type Travel, UndoableEdits } from './undo/undoable-edits.ts'
import { Watched } from './watched.ts'

/** Maximum number of retries after revision conflicts. */
const ATTEMPTS = 5

const NOTHING: Edits = {}

/**
 * A document while it is edited, apart from any screen. Whatever happens to the network, it holds what was typed, and
 * so does the device. Everything that changes the document goes through here, one after the other: a save that is asked
 * for while another one is on its way sends what is left when that has arrived, and a document that does not exist yet
 * is created once.
 */
export class Editing extends Watched<EditingState> {
  readonly #parts: EditingParts
  readonly #onDevice: DeviceNote
  readonly #queue = new OneAtATime<Doc | undefined>()
  /** Sent, and not answered yet. */
  #underway: Edits = NOTHING
  /** Sent, and never answered: it may have arrived. */
  #unanswered: Edits = NOTHING
  #tried: Tried | undefined
  /** Sending the same again would be refused again. */
  #isRefused = false
  /** The editor asked for it, and it is not done yet. */
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

  /** While it is open it saves by itself. Returns how to close it; what is on its way then still arrives. */
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

  /** Changes fields, which is one step to undo. Without a name, it is called after what the values say. */
  readonly change = (change: Change): void => {
    this.#undoable.change(change)
    this.#set(this.#undoable.ends)
  }

  /** All changes while `run` runs are one step to undo. */
  readonly asOneStep = (name: string | undefined, run: () => void): void => {
    this.#undoable.gather(name, run)
    this.#set(this.#undoable.ends)
  }

  /** What changes while `run` runs was undone or redone by the history of a text editor. */
  readonly asOwnUndo = (run: () => void): void => {
    this.#undoable.follow(run)
    this.#set(this.#undoable.ends)
  }

  readonly undo = (): Travel | undefined => this.#travelled(this.#undoable.undo())

  readonly redo = (): Travel | undefined => this.#travelled(this.#undoable.redo())

  /** Undoes one step, whatever was done after it. */
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
      // What is put off must not be decided by typing on.
      ...(conflict && {
        conflict: {
          ...conflict,
          names: conflictsWith(conflict.theirs, { ...this.state, edits: next }, this.#unanswered),
        },
      }),
    })
    const { conflict: left } = this.state
    // Where nothing is left to decide, it is as if others had changed something else.
    if (left?.isQuiet && left.names.length === 0) this.#meet(left.theirs, true)
  }

  /** Undefined if it was refused, or did not arrive; the state then says why. */
  readonly save = (isAutosave = false): Promise<Doc | undefined> => {
    if (!isAutosave) this.#accept()
    this.#isAsked ||= !isAutosave
    // Typing goes on while a save is under way, so the next one has something to do; to publish twice makes no sense.
    const flush = () => {
      // The response to an autosave that was under way has not answered the editor.
      if (!isAutosave && this.#parts.pause !== undefined) this.#isAsked = true
      return this.#ended(this.#flush(isAutosave))
    }
    return this.#queue.run('save', flush, false)
  }

  /**
   * Something else than editing. What is unsaved is saved first. `run` gets the document as it is stored then, and may
   * return what has become of it.
   */
  readonly act = (action: Action, run: (doc: Doc) => Promise<Doc | undefined>): Promise<Doc | undefined> => {
    this.#accept()
    return this.#queue.run(action, () => this.#ended(this.#saveAndRun(action, run)), true)
  }

  /** The document was changed in another way. */
  readonly accept = (doc: Doc): void => this.#take(doc, NOTHING)

  /** Recovered text is the editor's own again. */
  readonly keepRecovered = (): void => this.#accept()

  readonly discard = (): void => {
    this.#isRefused = false
    this.#isAsked = false
    this.#unanswered = NOTHING
    this.#decide(NOTHING)
  }

  /** Ends a conflict: their state is the ground now, and these are the edits on it. */
  readonly settle = (edits: Edits): Promise<Doc | undefined> => {
    if (!this.state.conflict) return Promise.resolve(undefined)
    this.#unanswered = NOTHING
    this.#decide(edits)
    return this.save()
  }

  /** Fetches changes of other users: untouched fields follow, edited ones become a conflict. */
  readonly follow = (): Promise<Doc | undefined> => this.#queue.run('follow', () => this.#look(), false)

  /** Another user has acquired or released the lock. */
  readonly hold = (isHeld: boolean): void => {
    if (isHeld !== this.state.isHeld) this.#set({ isHeld })
  }

  /** The network, or the session, may be back: what waits tries at once. */
  readonly nudge = (): void => {
    const { failure } = this.state
    const isSignedOut = isApiError(failure?.error, 'unauthenticated')
    if (isSignedOut) this.#isRefused = false
    if (this.#isDue() !== undefined) void this.save(true)
  }

  /** Writes down on the device what is not saved. */
  readonly note = (): void => this.#onDevice.write(this.state, this.#tried)

  /** What the editor lets go of can be brought back as well. */
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
        // What was typed meanwhile is something else, and may be taken.
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

  /** Takes up what was created though its answer never came. */
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

  /** Returns why it could not be found out what others have done. */
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
    // An answer that was overtaken by a newer one says nothing new.
    if (stored && doc.id === stored.id && doc.revision < stored.revision) return
    this.#unanswered = NOTHING
    this.#tried = undefined
    this.#isAsked = false
    this.#isRefused = false
    if (!stored) this.#parts.memory.forget(null)
    // Rows that were not edited stay the same objects, so that they are not rendered for the answer.
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

  /** With `keepsTime`, what is about to be saved is not put off: others may change more often than it takes. */
  #set(changed: Partial<EditingState>, keepsTime = false): void {
    this.replace(changed)
    const due = this.#isDue()
    if (!keepsTime || !this.#alarm.isSet || due === undefined) this.#alarm.set(due)
  }
}
