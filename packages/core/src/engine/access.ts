import { type KeyScopes, type Rule, type RuleArguments, type RuleName, traitsOf } from '../contracts/access.ts'
import type { Condition } from '../contracts/condition.ts'
import type { Entity } from '../contracts/entity.ts'
import { QuireError } from '../contracts/errors.ts'
import type { JsonObject } from '../contracts/json.ts'
import { ALWAYS, NEVER } from '../query/conditions.ts'
import { namedPaths, type ParsedWhere, parseWhere } from '../query/where/parse-where.ts'
import { resolveWhere } from '../query/where/resolve-where.ts'
import { NO_LIMITS, LONGEST_PATH } from '../query/query-problems.ts'
import { answerBasis, answerTags, notingUse, refuseIfGone } from './waiting-client.ts'
import { type Call, localeCode } from './call.ts'
import { type Operation, type OperationDescription, pluginOf } from '../contracts/operation.ts'
import { nearestName } from '../fields/nearest-name.ts'
import { openPaths } from '../query/open-paths.ts'
import type { OtherCollection } from '../query/path-root.ts'
import type { FieldNode } from '../contracts/field.ts'

export interface Subject {
  readonly id?: string | undefined
  readonly data?: JsonObject | undefined
  readonly doc?: JsonObject | undefined
  /**
   * `data` depends on the stored document, which is not loaded yet: a rule that reads `data` also depends on the
   * document.
   */
  readonly isRelative?: boolean
}

/**
 * The error for a rule that denies: `unauthenticated` without an actor, `forbidden` with one, or the key's missing
 * scope (docs/contract/errors.md#refusals).
 */
export function refusalOf(call: Call, rule: RuleName | undefined = call.operation.rule): QuireError {
  if (rule && !isInScope(call, rule)) return outOfScope(actionOf(call, rule), call.entity.slug)
  return call.caller.actor
    ? new QuireError('forbidden', 'You are not allowed to do this.')
    : new QuireError('unauthenticated', 'Sign in to do this.')
}

/**
 * Asks a rule of an entity for the documents that it allows. `never` is an unconditional denial, also by the scopes of
 * a key. Always allowed for the system.
 */
export async function ask(
  call: Call,
  rule: RuleName,
  subject: Subject,
  entity: Entity<Call> = call.entity,
): Promise<Condition> {
  if (entity === call.entity) call.checkedRules?.add(rule)
  if (call.caller.system) return ALWAYS
  refuseIfGone()
  if (!isInScope(call, rule, entity)) return NEVER
  const evaluateRule = ruleNamed(rule, entity)
  const args = rule === 'read' ? notingUse(ruleArguments(call, subject)) : ruleArguments(call, subject)
  const { watch } = call.runtime
  const verdict = await (watch
    ? watch({ kind: 'rule', rule, entity: entity.slug }, async () => evaluateRule(args))
    : evaluateRule(args))
  noteVerdict(rule, verdict)
  return conditionOf(verdict, rule, entity, call)
}

/** Fails closed: an entity without this rule denies everyone. */
function ruleNamed(name: RuleName, { slug, rules }: Entity<Call>): Rule {
  if (Object.hasOwn(rules, name)) return rules[name]
  throw new QuireError('internal', `"${slug}" has no rule "${name}": no feature defines it.`)
}

/**
 * Marks the response as partial or personal. Rules other than `read` reveal what is not public: drafts, the trash,
 * versions.
 */
function noteVerdict(rule: RuleName, verdict: Awaited<ReturnType<Rule>>): void {
  const basis = answerBasis()
  if (!basis) return
  if (rule === 'read') basis.isPartial ||= verdict !== true
  else basis.isPersonal ||= verdict !== false
}

/**
 * Records that the engine decided in place of the rule: creating the first user of an application needs no permission.
 */
export function decideInsteadOf(rule: RuleName, call: Call): void {
  call.checkedRules?.add(rule)
}

/**
 * Asks a rule, by default that of the operation, without a document. The rule gets no `doc`; one that throws counts as
 * no.
 */
export async function askWithoutDocument(call: Call, rule: RuleName = ruleOf(call)): Promise<Condition> {
  try {
    return await ask(call, rule, {})
  } catch {
    return NEVER
  }
}

export function ruleOf({ operation: { name, rule } }: Call): RuleName {
  if (!rule) throw new QuireError('internal', `The operation "${name}" names no rule.`)
  return rule
}

export function ruleArguments(call: Call, subject: Subject): RuleArguments {
  return new LazyRuleArguments(call, subject)
}

class LazyRuleArguments implements RuleArguments {
  readonly actor: RuleArguments['actor']
  readonly key: RuleArguments['key']
  readonly id: RuleArguments['id']
  declare readonly data: RuleArguments['data']
  readonly operation: string
  readonly locale: RuleArguments['locale']
  readonly context: RuleArguments['context']
  readonly request: RuleArguments['request']
  readonly #subject: Subject

  constructor(call: Call, subject: Subject) {
    this.actor = call.caller.actor
    this.key = call.caller.key ?? null
    this.id = subject.id
    if (subject.isRelative) Object.defineProperty(this, 'data', { enumerable: true, get: () => subject.data })
    else this.data = subject.data
    this.operation = call.operation.name
    this.locale = localeCode(call)
    this.context = call.caller.context
    this.request = call.caller.request ?? null
    this.#subject = subject
  }

  /** Created lazily, because most rules never read it. */
  get doc(): JsonObject | undefined {
    return this.#subject.doc
  }
}

/** A rule's verdict as a condition. Rules are trusted: they may use every path, hidden ones too. */
export async function conditionOf(
  verdict: Awaited<ReturnType<Rule>>,
  rule: string,
  entity: Entity<Call>,
  call: Call,
): Promise<Condition> {
  if (verdict === true) return ALWAYS
  if (typeof verdict !== 'object' || verdict === null) return NEVER
  try {
    const where = parseWhere(verdict, NO_LIMITS)
    notePaths(call, entity, namedPaths(where))
    const condition = resolveWhere(where, await trustedPaths(entity, call, where), { at: `access.${entity.slug}` })
    // A query without matches is not a denial: lists are empty, documents are not found
    // (docs/contract/errors.md#refusals).
    return condition.kind === 'never' ? { kind: 'or', of: [] } : condition
  } catch (error) {
    const what = `The access rule "${rule}" of "${entity.slug}" returned a wrong query`
    throw new QuireError('internal', `${what}: ${(error as Error).message}${hintFor(error, entity)}`, { cause: error })
  }
}

/**
 * What the first unknown path of a rule was probably meant to be. Clients never see it: their paths may be unreadable.
 */
function hintFor(error: unknown, { fields, systemFields }: Entity<Call>): string {
  const issues = error instanceof QuireError ? (error.issues ?? []) : []
  const names = [...fields, ...systemFields].map(({ name }) => name)
  const [meant] = issues.flatMap(({ code, path }) => {
    const [, given] = code === 'unknown_field' ? (OWN_PATH.exec(path) ?? []) : []
    return given === undefined ? [] : (nearestName(given, names) ?? [])
  })
  return meant === undefined ? '' : ` Did you mean "${meant}"?`
}

/** The place of a path without dots in the query of a rule: `access.posts.or.0.titel`. */
const OWN_PATH = /^access\.[^.]+\.(?:(?:and|or)\.\d+\.|not\.)*([^.]+)$/

/**
 * Subject of a rule before the document is loaded. Records whether the rule read the document; if not, its answer holds
 * for every document.
 */
export class UnseenDocument implements Subject {
  readonly id: string | undefined
  readonly #data: JsonObject | undefined
  readonly isRelative: boolean
  #isLookedAt = false

  /** With `isRelative`, the written data depends on the document, too. */
  constructor(id: string | undefined, data: JsonObject | undefined, isRelative = false) {
    this.id = id
    this.#data = data
    this.isRelative = isRelative
  }

  get data(): JsonObject | undefined {
    if (this.isRelative) this.#isLookedAt = true
    return this.#data
  }

  get doc(): never {
    this.#isLookedAt = true
    throw new Error('This document has not been looked up yet.')
  }

  /** The rule's answer for every document; undefined if it reads the document. */
  async ask<Verdict>(rule: (subject: Subject) => Verdict | Promise<Verdict>): Promise<Verdict | undefined> {
    try {
      const verdict = await rule(this)
      return this.#isLookedAt ? undefined : verdict
    } catch (error) {
      if (this.#isLookedAt) return undefined
      throw error
    }
  }
}

const EVERY = '*'

/** Whether the scopes of the call's key allow the rule. Without scopes, every rule is allowed. */
export function isInScope(call: Call, rule: RuleName, entity: Entity<Call> = call.entity): boolean {
  const { scopes } = call.caller
  return !scopes || allows(scopes, entity, rule, actionOf(call, rule, entity))
}

function allows(scopes: KeyScopes, entity: NamedEntity, rule: RuleName, action: string): boolean {
  if (scopes.drafts === false && traitsOf(rule).showsMore) return false
  return includesAction(actionsIn(scopes, entity), action)
}

type NamedEntity = Pick<Entity<Call>, 'kind' | 'slug'>

/** Whether scopes allow calling an operation at all. */
export function isOpenTo(scopes: KeyScopes, entity: NamedEntity, operation: Operation<Call>): boolean {
  const plugin = pluginOf(operation)
  if (operation.inEveryScope) return true
  if (plugin !== undefined) return includesAction(actionsOf(scopes.plugins ?? {}, plugin), operation.name)
  const { rule } = operation
  return entity.kind !== 'service' && rule !== undefined && allows(scopes, entity, rule, nameOfAction(operation, rule))
}

/** The action of a rule for scopes: the capability of its operation, or else the rule. */
function actionOf({ entity: own, operation }: Call, rule: RuleName, entity: Entity<Call> = own): string {
  return entity === own && rule === operation.rule ? nameOfAction(operation, rule) : rule
}

/** The action of an operation for scopes: its capability, or else its rule. */
export function nameOfAction({ capability }: Pick<OperationDescription, 'capability'>, rule: RuleName): string {
  return capability?.name ?? rule
}

function actionsIn({ collections = {}, globals = {} }: KeyScopes, { kind, slug }: NamedEntity): readonly string[] {
  return actionsOf(kind === 'global' ? globals : collections, slug)
}

/** The actions for a name, or those of `*` if it is not named. */
function actionsOf(part: Readonly<Record<string, readonly string[]>>, name: string): readonly string[] {
  if (Object.hasOwn(part, name)) return part[name] ?? []
  return Object.hasOwn(part, EVERY) ? (part[EVERY] ?? []) : []
}

function includesAction(actions: readonly string[], action: string): boolean {
  return actions.includes(EVERY) || actions.includes(action)
}

/**
 * Refuses operations without a collection's rule before they run: those of plugins outside of the scopes, and all
 * others except those that declare `inEveryScope`. Fails closed.
 */
export function refuseOutOfScope({ caller: { scopes }, entity }: Call, operation: Operation<Call>): void {
  // Rules are checked where they are asked.
  const isRuled = entity.kind !== 'service' && operation.rule !== undefined && pluginOf(operation) === undefined
  if (scopes && !isRuled && !isOpenTo(scopes, entity, operation)) throw outOfScope(operation.name, pluginOf(operation))
}

/** Refuses to schedule what the API key may not do now: scopes are checked here, not when the scheduled work runs. */
export function refuseQueueing(call: Call, action: string): void {
  if (!hasAction(call, action)) throw outOfScope(action, call.entity.slug)
}

export function hasAction({ caller: { scopes }, entity }: Call, action: string): boolean {
  return !scopes || includesAction(actionsIn(scopes, entity), action)
}

/** How scopes of keys name actions. */
export const scopeActions = {
  /** Stands for all names, and for all actions. */
  every: EVERY,
  of: actionsOf,
  include: includesAction,
}

/** Refuses a call whose key has no scope for the rule. */
export function requireScope(call: Call, rule: RuleName): void {
  if (!isInScope(call, rule)) throw outOfScope(rule, call.entity.slug)
}

/** Error for a missing scope. Independent of the user's rights. */
export function outOfScope(action: string, where?: string): QuireError {
  const what = where === undefined ? `"${action}"` : `"${action}" in "${where}"`
  return new QuireError('forbidden', `This key may not do ${what}. Use a key whose scopes include it.`)
}

/**
 * Paths of an entity as the application itself may use them, in the locale of the call. They lead into the copy that
 * the caller reads: a rule must not reveal another copy. Most rules stay in their document (`where`) and need no
 * lookup.
 */
export async function trustedPaths(entity: Entity<Call>, call: Call, where?: ParsedWhere): Promise<OtherCollection> {
  const { localization, collections } = call.runtime.manifest
  // Rules decide on one value; with `locale=all`, on that of the default locale.
  const locale = localization && (call.locale ?? { all: true, locales: localization.locales })
  const copies = new Map<string, string>()
  if (where === undefined || mayLeave(entity, where)) {
    for (const other of Object.values(collections))
      if (other.copies) copies.set(other.slug, await other.copies.forPaths({ ...call, entity: other }))
  }
  return openPaths(entity, { collections, localization, locale, copies })
}

/** Whether a query may read other documents, by a path or a join. */
function mayLeave(entity: Entity<Call>, where: ParsedWhere): boolean {
  return namedPaths(where).some((path) => !isOwnValue(entity, path))
}

function isOwnValue({ fields, systemFields }: Entity<Call>, name: string): boolean {
  if (systemFields.some((field) => field.name === name)) return true
  return fields.find((field) => field.name === name)?.structure === 'value'
}

/** Notes that a response depends on all collections that these paths lead into. */
export function notePaths(call: Call, from: Entity<Call>, paths: readonly string[]): void {
  const tags = answerTags()
  if (!tags) return
  for (const slug of reachedCollections(call, from, paths)) tags.addCollection(slug)
}

/** Collections that these paths lead into, regardless of read access. */
export function reachedCollections(
  { runtime, locale }: Call,
  from: Entity<Call>,
  paths: readonly string[],
): Set<string> {
  const { collections, localization } = runtime.manifest
  const seen = new Set<string>()
  const reached = new Set<string>()
  const enter = (slug: string, segments: readonly string[]): void => {
    // Several paths may lead to the same place, and continue alike.
    const place = [slug, ...segments].join('.')
    if (seen.has(place)) return
    seen.add(place)
    reached.add(slug)
    visit(collections[slug]?.fields ?? [], segments)
  }
  const visit = (fields: readonly FieldNode[], [name, ...rest]: readonly string[]): void => {
    const node = fields.find((field) => field.name === name)
    if (!node) return
    const namesLocale = node.localized && locale?.all && localization?.locales.includes(rest[0] ?? '')
    const below = namesLocale ? rest.slice(1) : rest
    if (node.join) enter(node.join.collection, below)
    if (below.length === 0) return
    for (const slug of node.targets) enter(slug, below)
    if (node.structure !== 'blocks') return visit(node.fields, below)
    const [block = '', ...inside] = below
    if (Object.hasOwn(node.blocks, block)) visit(node.blocks[block] ?? [], inside)
  }
  for (const path of paths) if (path.length <= LONGEST_PATH) visit(from.fields, path.split('.'))
  return reached
}
