import type { Context } from '../contracts/access.ts'
import type { Entity } from '../contracts/entity.ts'
import { QuireError } from '../contracts/errors.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { AnyCollectionMethods, AnyLocalApi, AnyMethods, OverviewMethods } from '../contracts/local.ts'
import { type Answer, type BulkResult, totalsOf } from '../contracts/answer.ts'
import { type Caller, type Operation, type OperationInput, pluginOf } from '../contracts/operation.ts'
import { isObject } from '../content/json-object.ts'
import type { Call, Runtime } from '../engine/call.ts'
import { writtenTag } from '../engine/answer-tags.ts'
import { execute } from '../engine/execute.ts'
import { leavingLocalCall } from '../engine/nested-errors.ts'
import { notingTags } from '../engine/noted-basis.ts'
import { contextForCall, isolateUnit, runCall, runInTransaction } from '../engine/unit-of-work.ts'
import { parseJson } from '../content/parse-json.ts'
import { demanded, demanding } from './demanded.ts'
import { givenFile } from './given-file.ts'
import { manyDocuments } from './many-documents.ts'
import { wrongOption } from './wrong-option.ts'

/**
 * Makes local APIs for callers. The manifest alone decides which methods there are. They are made when they are first
 * used, and then kept, so that a hook that asks one collection for one thing doesn't pay for all the others.
 */
export function localApiFactory(runtime: Runtime): (caller: Caller) => AnyLocalApi {
  const { manifest } = runtime
  const make = (caller: Caller): AnyLocalApi => {
    let collections: AnyLocalApi['collections'] | undefined
    let globals: AnyLocalApi['globals'] | undefined
    let auth: AnyLocalApi['auth'] | undefined
    let account: AnyMethods | undefined
    let plugins: AnyLocalApi['plugins'] | undefined
    const local: AnyLocalApi = {
      ...overviewMethods(runtime, caller),
      // With these, a name that no collection can have is missing as well, rather than a question of the language.
      collection: (slug) => demanded(local.collections, slug, lackOf('collection')),
      global: (slug) => demanded(local.globals, slug, lackOf('global')),
      users: (slug) => demanded(local.auth, slug, lackOf('collection with users')),
      plugin: ({ key }) => demanded(local.plugins, key, lackOf('plugin with operations')) as never,
      get collections() {
        collections ??= membersOnDemand(manifest.collections, 'collection', (entity) =>
          collectionMethods(runtime, entity, caller),
        )
        return collections
      },
      get globals() {
        globals ??= membersOnDemand(manifest.globals, 'global', (entity) => methodsOf(runtime, entity, caller))
        return globals
      },
      get auth() {
        auth ??= membersOnDemand(usersOf(manifest), 'collection with users', (entity) =>
          methodsOf(runtime, entity, caller, isAuth),
        )
        return auth
      },
      get account() {
        account ??= methodsOf(runtime, manifest.service, caller, isOfAccount)
        return account
      },
      get plugins() {
        const keys = new Set(Object.values(manifest.service.operations).flatMap((one) => pluginOf(one) ?? []))
        const byKey = Object.fromEntries([...keys].map((key) => [key, key]))
        plugins ??= membersOnDemand(byKey, 'plugin with operations', (key) =>
          methodsOf(runtime, manifest.service, caller, (operation) => pluginOf(operation) === key),
        )
        return plugins
      },
      transaction: (work) =>
        inOneTransaction(runtime, caller, undefined, (context) => work(make({ ...caller, context }))),
      // Somebody else has neither the caller's session nor its address: only the surroundings of the call go on.
      as: (actor) => make({ actor, system: false, context: caller.context }),
      asSystem: () => make({ actor: null, system: true, context: caller.context }),
    }
    return local
  }
  return make
}

type Chosen = (operation: Pick<Operation<Call>, 'endpoint' | 'local'>) => boolean

const isAuth: Chosen = ({ endpoint }) => endpoint.base === 'auth'

const isOfApplication: Chosen = ({ local }) => local.on === 'application'

const isOfAccount: Chosen = (operation) => pluginOf(operation) === undefined && !isOfApplication(operation)

function methodsOf(
  runtime: Runtime,
  entity: Entity<Call>,
  caller: Caller,
  chosen: Chosen = (operation) => !isAuth(operation),
): AnyMethods {
  const operations = Object.values(entity.operations).filter(chosen)
  return Object.fromEntries(
    operations.map((operation) => [operation.local.method, methodOf(runtime, entity, caller, operation)]),
  )
}

function methodOf(
  runtime: Runtime,
  entity: Entity<Call>,
  caller: Caller,
  operation: Operation<Call>,
): AnyMethods[string] {
  return async (...args: unknown[]) => {
    const [options] = args
    if (operation.name === 'list' && isObject(options) && 'tags' in options) {
      const { tags: _, ...query } = options
      const ask = () => invoke(runtime, entity, caller, operation, [query])
      if (!takesTags(options)) return unwrap(await ask())
      const { made, tags } = await notingTags(ask)
      return { ...(unwrap(made) as object), tags: tags.list().map((tag) => writtenTag(tag, runtime.tagSecret)) }
    }
    const answer = await invoke(runtime, entity, caller, operation, args)
    if (answer.kind === 'results') reportFailures(runtime, entity, answer.results)
    return unwrap(answer)
  }
}

function takesTags({ tags }: Readonly<Record<string, unknown>>): boolean {
  if (tags !== undefined && typeof tags !== 'boolean') throw wrongOption('tags', '"tags" must be true or false.')
  return tags === true
}

/** What is asked of the whole application; every application has these. */
function overviewMethods(runtime: Runtime, caller: Caller): OverviewMethods {
  const { service } = runtime.manifest
  const ask = (operation: string): AnyMethods[string] => {
    return (...args: unknown[]) => methodOf(runtime, service, caller, operationOf(service, operation))(...args)
  }
  return {
    access: ask('accessToAll'),
    counts: ask('countsOfAll'),
    search: ask('searchInAll'),
    documents: ask('documentsOfAll'),
    planned: ask('plannedInAll'),
  }
}

function operationOf({ operations, slug }: Entity<Call>, name: string): Operation<Call> {
  const operation = operations[name]
  if (!operation) throw new QuireError('not_found', `"${slug}" has no operation "${name}".`)
  return operation
}

function collectionMethods(runtime: Runtime, entity: Entity<Call>, caller: Caller): AnyCollectionMethods {
  const many = manyDocuments(entity, {
    invoke: (operation, args, more) => invoke(runtime, entity, caller, operation, args, more),
    inOne: (context, work) => inOneTransaction(runtime, caller, context, work),
  })
  return Object.assign(methodsOf(runtime, entity, caller), many)
}

async function invoke(
  runtime: Runtime,
  entity: Entity<Call>,
  caller: Caller,
  operation: Operation<Call>,
  args: readonly unknown[],
  more?: Pick<OperationInput, 'withoutTotal'>,
): Promise<Answer> {
  const { input, context } = readArguments(operation, args)
  return call(
    runtime,
    entity,
    operation,
    { ...input, ...more },
    {
      ...caller,
      context: contextForCall(runtime.storage, isObject(context) ? context : caller.context),
    },
  )
}

/** What is done with the context that `work` gets happens in one transaction, or in a part of the one that is running. */
async function inOneTransaction<T>(
  { storage }: Runtime,
  caller: Caller,
  given: unknown,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const context = contextForCall(storage, isObject(given) ? given : caller.context)
  isolateUnit(storage, context)
  return runCall(storage, context, () => runInTransaction(storage, context, () => work(context), { isolated: true }))
}

async function call(
  runtime: Runtime,
  entity: Entity<Call>,
  { name }: Operation<Call>,
  input: OperationInput,
  caller: Caller,
): Promise<Answer> {
  try {
    isolateUnit(runtime.storage, caller.context)
    return await execute(runtime, entity, name, input, caller)
  } catch (error) {
    throw leavingLocalCall(error)
  }
}

/** Reads `update(id, data, { ifMatch, locale, … })`: first the arguments that the operation names, then options. */
function readArguments(
  operation: Operation<Call>,
  args: readonly unknown[],
): { input: OperationInput; context: unknown } {
  const { local, parameters } = operation
  const query: Record<string, unknown> = {}
  const params: Record<string, string> = {}
  const input: { id?: string; ifMatch?: number } & Pick<OperationInput, 'body' | 'parts'> = {}
  for (const [index, name] of local.args.entries()) {
    const value = args[index]
    if (name === 'id') input.id = String(value)
    else if (name === 'body') Object.assign(input, bodyOf(operation, value ?? {}))
    else params[name.slice('params.'.length)] = String(value)
  }
  const options = args[local.args.length] ?? {}
  if (!isObject(options)) throw wrongOption(local.method, 'The options must be an object.')
  const { context, ifMatch, ...rest } = options
  if (ifMatch !== undefined) {
    if (!operation.ifMatch || typeof ifMatch !== 'number' || !Number.isSafeInteger(ifMatch) || ifMatch < 1) {
      throw new QuireError('invalid_if_match', '"ifMatch" must be a revision: a whole number, 1 or more.')
    }
    input.ifMatch = ifMatch
  }
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined) continue
    if (!parameters.includes(name)) throw wrongOption(name, `There is no option "${name}" here.`)
    query[name] = value
  }
  return { input: { ...input, query, params }, context }
}

/** A file is among the data: `create({ file: './cover.png', alt: 'A hill' })`. */
function bodyOf({ body, local }: Operation<Call>, value: unknown): Pick<OperationInput, 'body' | 'parts'> {
  if (body.kind !== 'multipart' || !isObject(value) || !('file' in value)) return { body: asBody(value) }
  const { file, ...rest } = value
  const data = asBody(rest)
  const incoming = givenFile(file)
  if (!incoming) throw wrongOption(local.method, 'A file is a path, a Blob, or an object such as { name, content }.')
  return { parts: { dataPath: '', read: async (onFile) => ({ data, file: await onFile(incoming) }) } }
}

/** What JSON makes of the value: dates become text, undefined disappears, and no object is shared with the caller. */
function asBody(value: unknown): JsonObject {
  try {
    const body: unknown = parseJson(JSON.stringify(value))
    if (isObject(body)) return body as JsonObject
  } catch (error) {
    throw new QuireError('invalid_json', 'The data must be valid as JSON.', { cause: error })
  }
  throw new QuireError('invalid_json', 'The data must be an object.')
}

/** In the results, `internal` says nothing about the cause, so it goes to the log. */
function reportFailures(runtime: Runtime, { slug }: Entity<Call>, results: readonly BulkResult[]): void {
  for (const result of results) {
    if (result.ok || result.error.code !== 'internal') continue
    runtime.reportError(`a document of a bulk in "${slug}" failed`, result.error.cause ?? result.error)
  }
}

/** The document itself for single results, and `{ docs, pagination }` for lists (docs/contract/command-line.md#one-shape). */
function unwrap(answer: Answer): unknown {
  switch (answer.kind) {
    case 'doc':
      return answer.doc.value
    case 'list':
      return { docs: answer.docs.map((doc) => doc.value), pagination: answer.pagination }
    case 'value':
      return answer.value
    case 'stream':
      return answer.content
    case 'results': {
      const results = answer.results.map((result) => {
        if (result.ok) return { id: result.id, ok: true, ...(result.doc && { doc: result.doc.value }) }
        const { code, message, issues } = result.error
        return { id: result.id, ok: false, error: { code, message, ...(issues && { issues }) } }
      })
      return { results, ...totalsOf(answer) }
    }
  }
}

/** The collections that have users. */
function usersOf({ collections }: Runtime['manifest']): Runtime['manifest']['collections'] {
  const entries = Object.entries(collections)
  return Object.fromEntries(entries.filter(([, { operations }]) => Object.values(operations).some(isAuth)))
}

function lackOf(kind: string): (name: string) => string {
  return (name) => `There is no ${kind} "${name}" in this application.`
}

/** An object with the same keys, whose members are made when they are first used, and then kept. What isn't there throws. */
function membersOnDemand<Value, Demanded extends AnyMethods>(
  record: Readonly<Record<string, Value>>,
  kind: string,
  make: (value: Value) => AnyMethods,
): Readonly<Record<string, Demanded>> {
  const members: Record<string, Demanded> = {}
  for (const [key, value] of Object.entries(record)) {
    Object.defineProperty(members, key, {
      enumerable: true,
      configurable: true,
      get() {
        const member = demanding(make(value), (name) => `The ${kind} "${key}" has no method "${name}".`)
        Object.defineProperty(members, key, { value: member, enumerable: true })
        return member
      },
    })
  }
  return demanding(members, lackOf(kind))
}
