import type { Context } from '../contracts/access.ts'
import type { Answer } from '../contracts/answer.ts'
import type { Entity } from '../contracts/entity.ts'
import { type Issue, QuireError } from '../contracts/errors.ts'
import type { AnyCollectionMethods } from '../contracts/local.ts'
import type { Operation, OperationInput } from '../contracts/operation.ts'
import { parseDuration } from '../config/quantities.ts'
import { isObject } from '../content/json-object.ts'
import type { Call } from '../engine/call.ts'
import { leavingLocalCall } from '../engine/hooks.ts'
import { newestCopies } from '../engine/read/requested.ts'
import { SmallerPages } from '../engine/read/every-document.ts'
import type { PortionOutcome } from '../engine/write/in-portions.ts'
import { wrongOption } from './read-arguments.ts'
import { failureOf, notTried, FailurePatience } from '../operations/bulk-results.ts'

/** Documents in memory at a time. */
const AT_ONCE = 100

interface Calls {
  readonly invoke: (
    operation: Operation<Call>,
    args: readonly unknown[],
    more?: Pick<OperationInput, 'withoutTotal'>,
  ) => Promise<Answer>
  /** The same inside of a batch, with the context of the method's call. */
  readonly invokeInPortion: (operation: Operation<Call>, args: readonly unknown[], context: unknown) => Promise<Answer>
  /** Throws for options that the operation does not have. */
  readonly checkOptions: (operation: Operation<Call>, options: Options) => void
  /** Whether this context belongs to a transaction. */
  readonly isInOne: (context: unknown) => boolean
  /** Runs `work` in one transaction; calls join it with the context that it gets. */
  readonly inOne: <T>(context: unknown, work: (context: Context) => Promise<T>, timeout?: number) => Promise<T>
  /** Attempts documents in batches. Stops at the deadline. */
  readonly inPortions: <T>(
    operation: Operation<Call>,
    ids: readonly string[],
    attempt: (id: string) => Promise<T>,
  ) => AsyncGenerator<PortionOutcome<T>>
  /** Logs an error of application code. */
  readonly report: (error: QuireError) => void
  /** Logs for commands that some documents failed. */
  readonly tell: (message: string) => void
}

type Options = Readonly<Record<string, unknown>>

/**
 * Methods for more documents than one call can return. Each document goes through the operation of a single call, with
 * its rules and hooks. Not available over HTTP.
 */
export function manyDocuments({ operations }: Entity<Call>, calls: Calls): AnyCollectionMethods {
  const { list, create, update, delete: remove } = operations
  const { invoke } = calls

  /** In the order of ids, so that concurrent changes skip or repeat no other document. */
  async function* pages(options: Options): AsyncGenerator<Extract<Answer, { kind: 'list' }>['docs']> {
    if (!list) return
    for (const name of ['sort', 'limit', 'page'])
      if (options[name] !== undefined) throw wrongOption(name, `There is no option "${name}" here.`)
    const { where } = options
    const size = new SmallerPages(AT_ONCE)
    for (let last: string | undefined; ; ) {
      const after = last === undefined ? undefined : { id: { greater_than: last } }
      const asked = where === undefined || !after ? (where ?? after) : { and: [where, after] }
      const page = { ...options, where: asked, sort: 'id' }
      const answer = await size.read((limit) => invoke(list, [{ ...page, limit }], { withoutTotal: true }))
      if (answer.kind !== 'list') return
      yield answer.docs
      if (answer.docs.length < size.size) return
      last = answer.docs.at(-1)?.id
    }
  }

  async function* each(options: Options = {}): AsyncGenerator {
    for await (const docs of pages(options)) for (const { value } of docs) yield value
  }

  /**
   * Changes all matching documents. Their ids are determined first, except in one transaction, which sees one state.
   */
  async function changeAll(
    operation: Operation<Call>,
    where: unknown,
    given: Options,
    argsOf: (id: string, options: Options) => readonly unknown[],
  ): Promise<ManyOutcomes> {
    if (!isObject(where))
      throw wrongOption('where', '"where" must be an object. With `where: {}`, the call applies to all documents.')
    const { atomic, timeout, context, options } = readMany(given)
    const found = { ...newestCopies(list), ...options, select: { id: true }, where }
    const outcomes = new ManyOutcomes(calls.report)
    if (atomic || calls.isInOne(context)) {
      const inOne = async (within: Context) => {
        const ids: string[] = []
        const asked = { ...found, context: within }
        for await (const docs of pages(asked))
          for (const { id } of docs)
            if (await unlessGone(id, asked, () => invoke(operation, argsOf(id, { ...options, context: within }))))
              ids.push(id)
        return ids
      }
      for (const id of await calls.inOne(context, inOne, timeout)) outcomes.add(id)
      return outcomes
    }
    const ids: string[] = []
    for await (const docs of pages({ ...found, context })) ids.push(...docs.map(({ id }) => id))
    const attempt = (id: string) =>
      unlessGone(id, { ...found, context }, () => calls.invokeInPortion(operation, argsOf(id, options), context))
    for await (const one of calls.inPortions(operation, ids, attempt)) {
      if ('error' in one) outcomes.fail(one.id, one.error)
      else if (one.value) outcomes.add(one.id)
      else outcomes.skip()
      if (outcomes.isOver) break
    }
    outcomes.leave(ids)
    outcomes.tellFailures(operation.name, calls.tell)
    return outcomes
  }

  /**
   * Returns false if the document was deleted after it was found, together with another one or by a concurrent writer.
   * A refusal still throws.
   */
  async function unlessGone(
    id: string,
    { where, ...options }: Options,
    change: () => Promise<unknown>,
  ): Promise<boolean> {
    try {
      await change()
      return true
    } catch (error) {
      if (!(error instanceof QuireError) || error.code !== 'not_found') throw error
      for await (const docs of pages({ ...options, where: { and: [where, { id: { equals: id } }] } }))
        if (docs.length > 0) throw error
      return false
    }
  }

  async function createAll(operation: Operation<Call>, all: unknown, given: Options): Promise<unknown> {
    if (!Array.isArray(all)) throw wrongOption('createMany', 'Give a list of documents.')
    const { atomic, timeout, context, options } = readMany(given)
    calls.checkOptions(operation, options)
    const outcomes = new ManyOutcomes(calls.report)
    const made: unknown[] = []
    const keep = (answer: Answer) => {
      if (answer.kind !== 'doc') return
      made.push(answer.doc.value)
      outcomes.add(answer.doc.id)
    }
    if (atomic || calls.isInOne(context)) {
      const inOne = async (within: Context) => {
        const answers: Answer[] = []
        for (const [index, data] of all.entries())
          answers.push(await atIndex(index, () => invoke(operation, [data, { ...options, context: within }])))
        return answers
      }
      for (const answer of await calls.inOne(context, inOne, timeout)) keep(answer)
      return outcomes.besideDocs(made)
    }
    const attempt = (index: string) =>
      atIndex(Number(index), () => calls.invokeInPortion(operation, [all[Number(index)], options], context))
    const indexes = all.map((_, index) => String(index))
    for await (const one of calls.inPortions(operation, indexes, attempt)) {
      if ('error' in one) outcomes.fail(null, one.error)
      else keep(one.value)
      if (outcomes.isOver) break
    }
    outcomes.leave(all.map(() => null))
    outcomes.tellFailures(operation.name, calls.tell)
    return outcomes.besideDocs(made)
  }

  return {
    each,
    ...(create && {
      createMany: async (all: unknown, options: Options = {}) => createAll(create, all, options),
    }),
    ...(update && {
      updateMany: async ({ where, data }: Options = {}, options: Options = {}) => {
        const outcomes = await changeAll(update, where, options, (id, asked) => [id, data, asked])
        return { updated: outcomes.succeeded, ...outcomes.told() }
      },
    }),
    ...(remove && {
      deleteMany: async ({ where }: Options = {}, options: Options = {}) => {
        const outcomes = await changeAll(remove, where, options, (id, { context }) => [id, context ? { context } : {}])
        return { deleted: outcomes.succeeded, ...outcomes.told() }
      },
    }),
    // An index signature can't exclude `each`, which returns no promise.
  } as unknown as AnyCollectionMethods
}

interface ManyOptions {
  readonly atomic: boolean
  readonly timeout: number | undefined
  readonly context: unknown
  readonly options: Options
}

function readMany({ atomic, transactionTimeout, context, ...options }: Options): ManyOptions {
  if (atomic !== undefined && typeof atomic !== 'boolean')
    throw wrongOption('atomic', '"atomic" must be true or false.')
  if (transactionTimeout === undefined) return { atomic: atomic === true, timeout: undefined, context, options }
  if (atomic !== true) throw wrongOption('transactionTimeout', '"transactionTimeout" only works with `atomic: true`.')
  try {
    const timeout = parseDuration(transactionTimeout)
    if (timeout > 0) return { atomic: true, timeout, context, options }
  } catch (error) {
    throw wrongOption('transactionTimeout', `"transactionTimeout" ${(error as Error).message}.`)
  }
  throw wrongOption('transactionTimeout', '"transactionTimeout" must be more than 0.')
}

/** Issues contain the index of the document: `3.title`. */
async function atIndex<T>(index: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // Options belong to the whole call.
    if (!(error instanceof QuireError) || !error.issues || error.code === 'invalid_query') throw error
    const issues = error.issues.map((issue) => ({ ...issue, path: `${index}.${issue.path}` }))
    throw leavingLocalCall(new QuireError(error.code, error.message, { issues, cause: error }))
  }
}

/** The outcome for one document, by its index. */
export type ManyResult =
  | { readonly id: string; readonly ok: true }
  | {
      /** Null for a document that was not created. */
      readonly id: string | null
      readonly ok: false
      readonly error: {
        readonly code: QuireError['code']
        readonly message: string
        readonly issues?: readonly Issue[]
      }
    }

/** The result of `createMany`, `updateMany` and `deleteMany`. */
export interface ManyTold {
  readonly failed: number
  readonly results: readonly ManyResult[]
}

/** Errors of the call as a whole: if nothing else happened, they are thrown. */
const OF_CALL = new Set(['unauthenticated', 'forbidden', 'invalid_query'])

class ManyOutcomes {
  readonly #report: (error: QuireError) => void
  readonly #results: ManyResult[] = []
  readonly #patience = new FailurePatience()
  #tried = 0
  #failed = 0
  readonly #refusals: QuireError[] = []

  constructor(report: (error: QuireError) => void) {
    this.#report = report
  }

  add(id: string): void {
    this.#tried += 1
    this.#patience.hear({ id, ok: true })
    this.#results.push({ id, ok: true })
  }

  fail(id: string | null, thrown: unknown): void {
    this.#tried += 1
    const error = failureOf(thrown)
    if (error.code === 'internal') this.#report(error)
    this.#patience.hear({ id: id ?? '', ok: false, error })
    this.#note(id, error)
  }

  /** The document was deleted before its turn, so it is not reported. */
  skip(): void {
    this.#tried += 1
  }

  /** If the database is unavailable or code hangs, the rest is skipped. */
  get isOver(): boolean {
    return this.#patience.isOver
  }

  /** Reports the rest as not attempted. */
  leave(all: readonly (string | null)[]): void {
    for (const id of all.slice(this.#tried)) this.#note(id, notTried(id ?? '').error)
    const [first] = this.#refusals
    const isOfCall = first && OF_CALL.has(first.code) && this.#refusals.length === all.length
    if (isOfCall && this.#refusals.every(({ code }) => code === first.code)) throw first
  }

  tellFailures(operation: string, tell: (message: string) => void): void {
    const [first] = this.#refusals
    if (!first) return
    const why = first.issues?.map(({ path, message }) => `${path}: ${message}`).join(' ') ?? first.message
    tell(`${operation}Many: ${this.#failed} of ${this.#results.length} documents failed. The first: ${why}`)
  }

  get succeeded(): number {
    return this.#results.length - this.#failed
  }

  told(): ManyTold {
    return { failed: this.#failed, results: this.#results }
  }

  /** The list of new documents, with outcomes as further properties. */
  besideDocs(docs: readonly unknown[]): unknown {
    const told = this.told()
    // Not enumerable: as an array, it contains documents only.
    return Object.defineProperties([...docs], {
      failed: { value: told.failed },
      results: { value: told.results },
    })
  }

  #note(id: string | null, error: QuireError): void {
    this.#failed += 1
    this.#refusals.push(error)
    const { code, message, issues } = error
    this.#results.push({ id, ok: false, error: { code, message, ...(issues && { issues }) } })
  }
}
