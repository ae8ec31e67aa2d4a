import { isObject } from '../content/json-object.ts'
import type { Entity } from '../contracts/entity.ts'
import { QuireError } from '../contracts/errors.ts'
import type { AnyCollectionMethods, AnyLocalApi, AnyMethods, OverviewMethods } from '../contracts/local.ts'
import { type Caller, type Operation, pluginOf } from '../contracts/operation.ts'
import { type Call, type Runtime, systemCall } from '../engine/call.ts'
import { leavingLocalCall } from '../engine/hooks.ts'
import { contextForCall, currentUnit, runAlong, runCall } from '../engine/unit-of-work.ts'
import { inPortions } from '../engine/write/in-portions.ts'
import { inOneTransaction, invoke, invokeInPortion, methodOf, refuseIfOver } from './local-method.ts'
import { manyDocuments } from './many-documents.ts'
import { readArguments, wrongOption } from './read-arguments.ts'
import { queueJob, type QueueOptions } from '../engine/named-jobs/queue-job.ts'

/**
 * Creates local APIs for callers. The manifest determines the methods. They are created lazily and cached, so that a
 * hook pays only for those that it uses.
 */
export function localApiFactory(runtime: Runtime): (caller: Caller) => AnyLocalApi {
  const { manifest } = runtime
  const make = (caller: Caller): AnyLocalApi => {
    let collections: AnyLocalApi['collections'] | undefined
    let globals: AnyLocalApi['globals'] | undefined
    let auth: AnyLocalApi['auth'] | undefined
    let account: AnyMethods | undefined
    let plugins: AnyLocalApi['plugins'] | undefined
    let jobs: AnyLocalApi['jobs'] | undefined
    let queue: AnyMethods | undefined
    const local: AnyLocalApi = {
      ...overviewMethods(runtime, caller),
      ...broughtMethods(runtime, caller),
      // Names that no collection can have, such as inherited ones, are missing, too.
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
      get jobs() {
        jobs ??= jobMethods(runtime, caller)
        return jobs
      },
      get queue() {
        queue ??= demanding(methodsOf(runtime, manifest.service, caller, isOfQueue), lackOf('method'))
        return queue
      },
      transaction: (work) =>
        inOneTransaction(runtime, caller, undefined, (context) => work(make({ ...caller, context }))),
      // Another actor inherits only the context, not session or address.
      as: (actor, { scopes } = {}) =>
        make({ actor, system: false, context: caller.context, signal: caller.signal, ...(scopes && { scopes }) }),
      asSystem: () => make({ actor: null, system: true, context: caller.context, signal: caller.signal }),
    }
    return local
  }
  return make
}

type OperationFilter = (operation: Pick<Operation<Call>, 'endpoint' | 'local'>) => boolean

const isAuth: OperationFilter = ({ endpoint }) => endpoint.base === 'auth'

const isMethod: OperationFilter = ({ local }) => local.on !== 'nothing'

const isOfApplication: OperationFilter = ({ local }) => local.on === 'application'

const isOfQueue: OperationFilter = ({ local }) => local.on === 'queue'

const isOfAccount: OperationFilter = (operation) =>
  pluginOf(operation) === undefined && !isOfApplication(operation) && !isOfQueue(operation)

function methodsOf(
  runtime: Runtime,
  entity: Entity<Call>,
  caller: Caller,
  chosen: OperationFilter = (operation) => !isAuth(operation),
): AnyMethods {
  const operations = Object.values(entity.operations).filter((operation) => isMethod(operation) && chosen(operation))
  return grouped(
    operations.map((operation) => [operation.local.method, methodOf(runtime, entity, caller, operation)] as const),
  )
}

/** A method such as `passkeys.list` belongs to a group. */
function grouped(methods: readonly (readonly [name: string, method: AnyMethods[string]])[]): AnyMethods {
  const all: Record<string, AnyMethods[string] | Record<string, AnyMethods[string]>> = {}
  for (const [name, method] of methods) {
    const [group = '', own] = name.split('.')
    if (own === undefined) all[group] = method
    else all[group] = Object.assign(all[group] ?? {}, { [own]: method })
  }
  // `AnyMethods` is untyped: callers with application types know the groups; to others, every member is a method.
  return all as AnyMethods
}

function broughtMethods(runtime: Runtime, caller: Caller): Pick<AnyLocalApi, 'changes' | 'mail'> {
  const { service } = runtime.manifest
  const methods = Object.entries(service.methods).map(([name, make]) => {
    const method = (...args: unknown[]) => {
      const answer = make({ ...systemCall(runtime, service, name), caller })(...args)
      if (!(answer instanceof Promise)) return answer
      return answer.catch((error: unknown) => {
        throw leavingLocalCall(error)
      })
    }
    return [name, method as AnyMethods[string]] as const
  })
  return grouped(methods) as unknown as Pick<AnyLocalApi, 'changes' | 'mail'>
}

function overviewMethods(runtime: Runtime, caller: Caller): Omit<OverviewMethods, 'changes'> {
  const { service } = runtime.manifest
  const ask = (operation: string): AnyMethods[string] => {
    return async (...args: unknown[]): Promise<unknown> =>
      methodOf(runtime, service, caller, operationOf(service, operation))(...args)
  }
  return {
    access: ask('accessToAll'),
    counts: ask('countsOfAll'),
    search: ask('searchInAll'),
    documents: ask('documentsOfAll'),
    scheduledAll: ask('scheduledInAll'),
    startPage: ask('startPage'),
    readChanges: ask('readChanges'),
  }
}

function operationOf({ operations, slug }: Entity<Call>, name: string): Operation<Call> {
  const operation = operations[name]
  if (!operation) throw new QuireError('not_found', `"${slug}" has no operation "${name}".`)
  return operation
}

function collectionMethods(runtime: Runtime, entity: Entity<Call>, caller: Caller): AnyCollectionMethods {
  const many = manyDocuments(entity, {
    invoke: (operation, args, extra) => invoke(runtime, entity, caller, operation, args, extra),
    invokeInPortion: (operation, args, context) => invokeInPortion(runtime, entity, caller, operation, args, context),
    checkOptions: (operation, options) => void readArguments(operation, [{}, options]),
    isInOne: (context) => currentUnit(runtime.storage, isObject(context) ? context : caller.context) !== undefined,
    inOne: (context, work, timeout) =>
      inOneTransaction(runtime, caller, context, work, { gathers: true, ...(timeout !== undefined && { timeout }) }),
    inPortions: (operation, ids, attempt) => {
      refuseIfOver(caller)
      const call: Call = { runtime, entity, operation, caller, input: { query: {}, params: {} }, locale: null }
      return inPortions(call, ids, attempt, { stop: caller.signal, gathers: true })
    },
    tell: (message) => {
      // A command may discard the response, so the log reports it.
      if (runtime.isCommand) runtime.log('warn', message, { collection: entity.slug })
    },
    report: (error) => runtime.reportError(`one of many documents in "${entity.slug}" failed`, error.cause ?? error),
  })
  return Object.assign(methodsOf(runtime, entity, caller), many)
}

function usersOf({ collections }: Runtime['manifest']): Runtime['manifest']['collections'] {
  const entries = Object.entries(collections)
  return Object.fromEntries(entries.filter(([, { operations }]) => Object.values(operations).some(isAuth)))
}

function lackOf(kind: string): (name: string) => string {
  return (name) => `There is no ${kind} "${name}" in this application.`
}

/** An object with lazily created, cached members. Missing ones throw. */
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

const OPTIONS: ReadonlySet<string> = new Set(['at', 'in', 'key', 'context'])

/** Methods that queue jobs in the call's transaction, by job name. */
function jobMethods(runtime: Runtime, caller: Caller): AnyLocalApi['jobs'] {
  const { storage, manifest } = runtime
  const queue =
    (name: string) =>
    async (input?: unknown, options: unknown = {}) => {
      try {
        refuseIfOver(caller)
        if (!isObject(options)) throw wrongOption('options', 'The options of a job are an object: { at, in, key }.')
        const unknown = Object.keys(options).find((option) => !OPTIONS.has(option))
        if (unknown !== undefined)
          throw wrongOption(unknown, `There is no option "${unknown}". The options are at, in and key.`)
        const { context: given, ...when } = options
        const context = contextForCall(storage, isObject(given) ? given : caller.context)
        const call = { ...systemCall(runtime, manifest.service, 'queueJob'), caller: { ...caller, context } }
        return await runCall(storage, context, () =>
          runAlong(storage, context, (unit) => queueJob(call, unit, name, input, when as QueueOptions)),
        )
      } catch (error) {
        throw leavingLocalCall(error)
      }
    }
  const methods = Object.fromEntries(Object.keys(manifest.jobs).map((name) => [name, queue(name)]))
  return demanding(methods, (name) => `There is no job "${name}" in this application.`)
}

/** Maximum number of names in an error message. */
const NAMED = 30

/**
 * A proxy that throws for missing members, because code with a wrong name would otherwise do nothing. `in` and
 * `Object.keys` tell which exist. `lack` creates the error.
 */
function demanding<Member>(
  members: Readonly<Record<string, Member>>,
  lack: (name: string) => string,
): Readonly<Record<string, Member>> {
  return new Proxy(members, {
    get: (all, name) => (isProbe(all, name) ? undefined : demanded(all, name as string, lack)),
  })
}

/** Returns a member that must exist. Like every error of a local call, a missing one is a fault of the calling code. */
function demanded<Member>(
  members: Readonly<Record<string, Member>>,
  name: string,
  lack: (name: string) => string,
): Member {
  // Names such as "constructor" are members of every object.
  if (Object.hasOwn(members, name)) return members[name] as Member
  const names = Object.keys(members).toSorted()
  const known = names.length === 0 ? '' : ` Available: ${names.slice(0, NAMED).join(', ')}${more(names)}.`
  throw leavingLocalCall(new QuireError('not_found', `${lack(name)}${known}`))
}

function more({ length }: readonly string[]): string {
  return length > NAMED ? ` and ${length - NAMED} more` : ''
}

/**
 * JavaScript and tools read these names to find out what an object is, such as a promise or a framework's type. No
 * collection and no method has such a name, and throwing would break code outside of the application.
 */
function isProbe(all: object, name: string | symbol): boolean {
  if (typeof name === 'symbol') return true
  return !Object.hasOwn(all, name) && (name === 'then' || name === 'toJSON' || !/^[a-z]/i.test(name))
}
