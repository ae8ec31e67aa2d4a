import type { Entity } from '../contracts/entity.ts'
import type { Caller, Operation, OperationInput, Parameter } from '../contracts/operation.ts'
import { type Call, chooseLocale, type Runtime } from '../engine/call.ts'
import { list } from './list.ts'
import { read } from './read.ts'
import { createHash } from 'node:crypto'
import type { LookupPurpose, Source } from '../contracts/source.ts'
import type { Storage } from '../contracts/storage.ts'
import type { NotedGrounds } from '../engine/answer-basis.ts'
import { hasHooks } from '../engine/hooks.ts'
import { sourceOf } from '../engine/source.ts'
import { readPlanOf } from '../engine/read/read-form.ts'

/** The known implementations; a feature that replaces one disables caching. */
const KNOWN: ReadonlySet<unknown> = new Set([read, list].map(codeOf))

/**
 * Whether an answer to these parameters may be given again. Fails closed: an answer to a parameter that does not
 * declare it is never cached, also if a plugin added the parameter.
 */
export function isCacheable(
  { cacheable }: Pick<Operation<never>, 'cacheable'>,
  { parameters }: { readonly parameters: Readonly<Record<string, Parameter>> },
  query: OperationInput['query'],
): boolean {
  return cacheable === true && Object.keys(query).every((name) => parameters[name]?.cacheable === true)
}

/** Begins to record what a response depends on; undefined if it is not cacheable. */
export function groundsOf(
  runtime: Runtime,
  entity: Entity<Call>,
  name: string,
  input: OperationInput,
  caller: Caller,
): AnswerGrounds | undefined {
  const operation = entity.operations[name]
  const { stateOf } = runtime.storage
  if (!operation || !stateOf || !KNOWN.has(codeOf(operation)) || operation.implies || operation.steps) return undefined
  if (caller.actor || caller.system || caller.credential || input.refusedQuery) return undefined
  if (!isCacheable(operation, runtime.manifest, input.query)) return undefined
  try {
    return new AnswerGrounds(runtime, entity, operation, input, caller, stateOf)
  } catch {
    // The call itself reports the error.
    return undefined
  }
}

/** The implementation of an operation, for comparison. */
function codeOf(operation: Operation<Call>): unknown {
  return Reflect.get(operation, 'run')
}

interface SeenSource {
  readonly entity: Entity<Call>
  readonly purpose: LookupPurpose
  readonly key: string
}

/**
 * What an anonymous response depends on: the tables of all entities that were read, and what the call could see of
 * each. While the table states are the same and another call sees the same of them, the same request has the same
 * response. Rules are evaluated for every caller: they may depend on the time, other documents, or the request.
 *
 * Fails closed: not cacheable if hooks, virtual fields or joins took part.
 */
export class AnswerGrounds implements NotedGrounds {
  readonly #call: Omit<Call, 'caller'>
  /** The caller of the request. Cleared in `settle`. */
  #caller: Caller | undefined
  readonly #stateOf: NonNullable<Storage['stateOf']>
  readonly #stateBefore: string | undefined
  readonly #rank: string
  readonly #seen = new Map<string, SeenSource>()
  readonly #lookedAt = new Set<Entity<Call>>()
  #isUncertain = false
  #tables: readonly string[] = []
  #state: string | undefined

  /** Created before the call is answered. Throws for invalid input. */
  constructor(
    runtime: Runtime,
    entity: Entity<Call>,
    operation: Operation<Call>,
    input: OperationInput,
    caller: Caller,
    stateOf: NonNullable<Storage['stateOf']>,
  ) {
    const locale = chooseLocale(runtime.manifest.localization, input.query)
    this.#call = { runtime, entity, operation, input, locale }
    this.#caller = caller
    this.#stateOf = stateOf
    this.#stateBefore = stateOf()
    this.#rank = rankOf({ ...this.#call, caller })
  }

  saw({ caller }: Call, entity: Entity<Call>, purpose: LookupPurpose, source: Source): void {
    const name = `${purpose} ${entity.kind} ${entity.slug}`
    const key = sourceKey(source)
    const before = this.#seen.get(name)
    // Another caller's data was read, perhaps by a rule, or the rule's verdict has changed meanwhile.
    if (caller !== this.#caller || (before && before.key !== key)) this.#isUncertain = true
    this.#lookedAt.add(entity)
    this.#seen.set(name, { entity, purpose, key })
  }

  lookAt(collection: string): void {
    const entity = this.#call.runtime.manifest.collections[collection]
    if (entity) this.#lookedAt.add(entity)
    else this.#isUncertain = true
  }

  /** Called once the response is complete. Returns whether it is cacheable. */
  settle(): boolean {
    this.#caller = undefined
    const entities = [...this.#lookedAt]
    if (this.#isUncertain || this.#seen.size === 0 || !entities.every(isReadAsStored)) return false
    // No commit happened meanwhile, so the response shows a single state.
    if (this.#stateBefore === undefined || this.#stateOf() !== this.#stateBefore) return false
    this.#tables = entities.flatMap(({ table, tables }) => [table, ...tables].map(({ name }) => name))
    this.#state = this.#stateOf(this.#tables)
    return this.#state !== undefined
  }

  /**
   * Whether the response is still valid for this caller. Evaluates rules first and reads the table state after them, as
   * the call itself would.
   */
  async hold(caller: Caller): Promise<boolean> {
    const call: Call = { ...this.#call, caller }
    try {
      for (const { entity, purpose, key } of this.#seen.values())
        if (sourceKey(await sourceOf(call, entity, purpose)) !== key) return false
      if (rankOf(call) !== this.#rank) return false
    } catch {
      // Computing the response meets the same error, and reports it.
      return false
    }
    return this.#stateOf(this.#tables) === this.#state
  }
}

/** Whether reading an entity runs no application code, and uses only tables of recorded entities. */
function isReadAsStored(entity: Entity<Call>): boolean {
  const { asksApplication, onRequest, joins } = readPlanOf(entity)
  if (asksApplication || onRequest.length > 0 || joins) return false
  return !(['beforeOperation', 'beforeRead', 'afterRead'] as const).some((name) => hasHooks(entity, name))
}

/** The ranking of a list, which a feature defines. */
function rankOf(call: Call): string {
  return call.entity.rank ? JSON.stringify(call.entity.rank(call)) : ''
}

/** Longer keys are hashed: a rule may name thousands of documents, and each cached response keeps its own key. */
const LONGEST_KEY = 200

/** Conditions are plain data, so they can be serialized. */
function sourceKey(source: Source): string {
  if (source.where.kind === 'always' && !source.fallback) return source.table
  const text = JSON.stringify(source)
  return text.length <= LONGEST_KEY ? text : createHash('sha256').update(text).digest('base64')
}
