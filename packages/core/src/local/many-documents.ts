import type { Context } from '../contracts/access.ts'
import type { Entity } from '../contracts/entity.ts'
import { QuireError } from '../contracts/errors.ts'
import type { AnyCollectionMethods } from '../contracts/local.ts'
import type { Answer } from '../contracts/answer.ts'
import type { Operation, OperationInput } from '../contracts/operation.ts'
import { isObject } from '../content/json-object.ts'
import type { Call } from '../engine/call.ts'
import { leavingLocalCall } from '../engine/nested-errors.ts'
import { newestCopies } from '../engine/read/newest-copies.ts'
import { wrongOption } from './wrong-option.ts'

/** How many documents are in memory at a time. */
const AT_ONCE = 100

/** How these methods make the calls that each of them consists of. */
interface Calls {
  readonly invoke: (
    operation: Operation<Call>,
    args: readonly unknown[],
    more?: Pick<OperationInput, 'withoutTotal'>,
  ) => Promise<Answer>
  /** Runs `work` in one transaction; calls join it with the context that it gets. */
  readonly inOne: <T>(context: unknown, work: (context: Context) => Promise<T>) => Promise<T>
}

type Options = Readonly<Record<string, unknown>>

/**
 * Methods for programs that work on more documents than one call could answer with. Each document goes through the same operation as in
 * a single call, with its rules and hooks. There are no such routes: over HTTP, nobody may ask for so much at once.
 */
export function manyDocuments({ operations }: Entity<Call>, { invoke, inOne }: Calls): AnyCollectionMethods {
  const { list, create, update, delete: remove } = operations

  /** In the order of ids, so that documents that come, go or change meanwhile don't move any other. */
  async function* pages(options: Options): AsyncGenerator<Extract<Answer, { kind: 'list' }>['docs']> {
    if (!list) return
    for (const name of ['sort', 'limit', 'page'])
      if (options[name] !== undefined) throw wrongOption(name, `There is no option "${name}" here.`)
    const { where } = options
    for (let last: string | undefined; ; ) {
      const after = last === undefined ? undefined : { id: { greater_than: last } }
      const asked = where === undefined || !after ? (where ?? after) : { and: [where, after] }
      const page = { ...options, where: asked, sort: 'id', limit: AT_ONCE }
      const answer = await invoke(list, [page], { withoutTotal: true })
      if (answer.kind !== 'list') return
      yield answer.docs
      if (answer.docs.length < AT_ONCE) return
      last = answer.docs.at(-1)?.id
    }
  }

  async function* each(options: Options = {}): AsyncGenerator {
    for await (const docs of pages(options)) for (const { value } of docs) yield value
  }

  /** Calls `change` for every document that is found, all in one transaction. Says how many of them it changed. */
  async function changeAll(
    where: unknown,
    { context: given, ...options }: Options,
    change: (id: string, context: Context) => Promise<unknown>,
  ): Promise<number> {
    if (!isObject(where))
      throw wrongOption('where', 'Say which documents you mean. With `where: {}`, you mean all of them.')
    return inOne(given, async (context) => {
      const asked = { ...newestCopies(list), ...options, context }
      let changed = 0
      for await (const docs of pages({ ...asked, where }))
        for (const { id } of docs)
          if (await unlessGone(id, { ...asked, where }, () => change(id, context))) changed += 1
      return changed
    })
  }

  /** False for a document that went after it was found, together with another one or by somebody else's hand. A refusal stays one. */
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

  return {
    each,
    ...(create && {
      createMany: async (all: unknown, options: Options = {}) => {
        if (!Array.isArray(all)) throw wrongOption('createMany', 'Give a list of documents.')
        return inOne(options['context'], async (context) => {
          const docs: unknown[] = []
          for (const [index, data] of all.entries()) {
            const answer = await atIndex(index, () => invoke(create, [data, { ...options, context }]))
            if (answer.kind === 'doc') docs.push(answer.doc.value)
          }
          return docs
        })
      },
    }),
    ...(update && {
      updateMany: async ({ where, data }: Options = {}, options: Options = {}) => ({
        updated: await changeAll(where, options, (id, context) => invoke(update, [id, data, { ...options, context }])),
      }),
    }),
    ...(remove && {
      deleteMany: async ({ where }: Options = {}, options: Options = {}) => ({
        deleted: await changeAll(where, options, (id, context) => invoke(remove, [id, { context }])),
      }),
    }),
    // No index signature can say that all methods but one answer with a promise.
  } as unknown as AnyCollectionMethods
}

/** Issues say which document of the list they are about: `3.title`. */
async function atIndex<T>(index: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof QuireError) || !error.issues) throw error
    const issues = error.issues.map((issue) => ({ ...issue, path: `${index}.${issue.path}` }))
    throw leavingLocalCall(new QuireError(error.code, error.message, { issues, cause: error }))
  }
}
