import { type Rule, RULE_NAMES, type RuleName, traitsOf } from '../contracts/access.ts'
import type { AuthOptions } from '../contracts/auth.ts'
import type { CredentialScheme } from '../contracts/credential-scheme.ts'
import type { Contribution, EntityDraft, Feature } from '../contracts/contribution.ts'
import { DOCUMENT_EVENTS, eventName } from '../contracts/document-events.ts'
import type { Entity, EntityKind, SystemField } from '../contracts/entity.ts'
import type { Localization } from '../contracts/localization.ts'
import type { Operation, Parameter } from '../contracts/operation.ts'
import { flatten, hasLocalized } from '../content/field-tree.ts'
import type { CollectionConfig, CompoundIndex } from '../config/collection.ts'
import type { QuireConfig } from '../config/define-config.ts'
import type { GlobalConfig } from '../config/global.ts'
import type { ProblemList } from '../config/problem-list.ts'
import { resolveCache } from '../config/cache.ts'
import { byName, mergeWithoutClash, resolveOperations } from './resolve-operations.ts'
import { compoundIndexes } from './compound-indexes.ts'
import { resolveAuth } from './resolve-auth.ts'
import { resolveFields } from './resolve-fields.ts'
import type { OwnedTable } from './resolve-records.ts'
import { tableOf } from './table.ts'
import { reportUnclaimed } from './unclaimed-options.ts'
import { type Hook, HOOK_NAMES, type HookName, type Hooks } from '../contracts/hooks.ts'
import type { JsonSchema } from '../contracts/json.ts'
import { equality, order } from '../contracts/operators.ts'

export interface Parts<Call> {
  readonly features: readonly Feature<Call>[]
  /** Makes the bulk operation from the actions that an entity's features contribute. */
  readonly bulk: (actions: Entity['bulk']) => Operation<Call>
}

interface EntityInput<Call> {
  readonly kind: EntityKind
  readonly slug: string
  readonly options: CollectionConfig | GlobalConfig
  readonly localization: Localization | null
  readonly parts: Parts<Call>
  readonly admins: string | null
  /** The settings of the application that apply to all users. */
  readonly application: Pick<QuireConfig, 'name' | 'mail'>
  readonly rules: readonly RuleName[]
  readonly hasUsers: boolean
  readonly userCollections: readonly string[]
  /** The collections without users: texts may mention their documents by default. */
  readonly mentionable: readonly string[]
  readonly authCollections: EntityDraft['authCollections']
  readonly usesFiles: boolean
  readonly sendsMail: boolean
  readonly namedJobs: EntityDraft['namedJobs']
  readonly parametersOfCollections: EntityDraft['parametersOfCollections']
  /** The paths of relationships that joins of other collections read backwards. */
  readonly joined: ReadonlySet<string>
  /** Collects unclaimed options. */
  readonly problems: ProblemList
}

export function resolveEntity<Call>(input: EntityInput<Call>): ResolvedEntity<Call> {
  const { kind, slug, options, localization, parts, admins, joined } = input
  const auth = 'auth' in options && options.auth ? resolveAuth(options.auth, slug === admins, input.application) : null
  const draft = draftOf(input, auth)
  const { fields } = draft
  const enabled = enabledFor(draft, parts.features)
  if (kind !== 'service') reportUnclaimed(draft, enabled, `${kind}s.${slug}`, input.problems)
  const contributions = enabled.map((feature) => [feature.name, feature.adds(draft)] as const)
  const place = `${kind} "${slug}"`
  const each = <Value>(what: string, pick: (part: Contribution<Call>) => Readonly<Record<string, Value>>) =>
    mergeWithoutClash(
      `${place}: ${what}`,
      contributions.map(([name, part]) => [name, pick(part)] as const),
    )
  const all = <Value>(pick: (part: Contribution<Call>) => Value | readonly Value[] | undefined): Value[] =>
    contributions.flatMap(([, part]) => pick(part) ?? [])

  const bulk = each('bulk action', (part) => part.bulk ?? {})
  const own = each('operation', (part) => byName(part.operations ?? []))
  const withBulk = Object.keys(bulk).length > 0 ? { ...own, bulk: parts.bulk(bulk) } : own
  const columns = Object.values(each('column', (part) => byName(part.columns ?? [])))
  const systemFields = [
    ...baseSystemFields(kind),
    ...Object.values(each('system field', (part) => byName(part.systemFields ?? []))),
  ]
  const given = withIndexes(
    ('indexes' in options && options.indexes) || [],
    all((part) => part.indexes),
  )
  const compound = compoundIndexes({ slug, fields, systemFields }, given, localization)
  const copies = onlyOne(
    `${place}: copies`,
    all((part) => part.copies),
  )
  const renamed = { from: options.renamedFrom, contents: all((part) => part.renamedContent) }
  const stored = tableOf(
    {
      kind,
      slug,
      fields,
      joined,
      renamed,
      isComplete: kind !== 'global',
      isForDrafts: copies?.mayBeIncomplete === true,
    },
    columns,
    localization,
    compound,
  )
  const search = onlyOne(
    `${place}: search`,
    all((part) => part.search),
  )
  const table = search ? { ...stored, search: search() } : stored
  const declared = enabled.flatMap(({ events = [] }) => events)
  return {
    kind,
    slug,
    label: options.label ?? slug,
    description: options.description ?? null,
    presentation: options.admin ?? null,
    addedParameters: all((part) => part.parameters).map(({ name }) => name),
    descriptions: each('description', (part) => part.describes ?? {}),
    fields,
    systemFields,
    rules: draft.rules,
    hooks: completeHooks(options.hooks ?? {}),
    operations: resolveOperations(place, withBulk, contributions, {
      locales: localization !== null,
      joins: flatten(fields).some(({ join }) => join !== null),
    }),
    bulk,
    scopes: all((part) => part.scope),
    guards: all((part) => part.guard),
    events: declared.map(eventName),
    hidingEvents: declared.flatMap((event) => (typeof event === 'string' ? [] : [event.name])),
    table,
    tables: Object.values(each('table', (part) => byName(part.tables?.(table) ?? []))),
    jobs: Object.values(each('job', (part) => byName(part.jobs ?? []))),
    namedJobs: all((part) => part.namedJobs),
    methods: each('method', (part) => part.methods ?? {}),
    registerMetrics: all((part) => part.registerMetrics),
    localized: hasLocalized(fields),
    auth,
    loadActor: onlyOne(
      `${place}: who acts`,
      all((part) => part.loadActor),
    ),
    loadKey: onlyOne(
      `${place}: whose keys`,
      all((part) => part.loadKey),
    ),
    defaultSort: ('defaultSort' in options && options.defaultSort) || null,
    rank: onlyOne(
      `${place}: ranking`,
      all((part) => part.rank),
    ),
    cache: resolveCache(options.cache),
    capabilities: all((part) => part.capabilities),
    copies,
    rewrite: onlyOne(
      `${place}: rewriting`,
      all((part) => part.rewrite),
    ),
    onChange: all((part) => part.onChange),
    stamps: all((part) => part.stamp),
    onStore: all((part) => part.onStore),
    onRemove: all((part) => part.onRemove),
    onEvent: all((part) => part.onEvent),
    onAccess: all((part) => part.onAccess),
    doctorChecks: each('examination', (part) => part.doctorChecks ?? {}),
    doctorFileChecks: each('examination of files', (part) => part.doctorFileChecks ?? {}),
    retainedContents: all((part) => part.retainedContents),
    readableContents: all((part) => part.readableContents),
    usesFiles: contributions.some(([, part]) => part.usesFiles),
    parameters: all((part) => part.parameters),
    records: enabled.flatMap((feature, at) =>
      (contributions[at]?.[1].records ?? []).map((one) => ({ table: one, feature })),
    ),
    credentials: all((part) => part.credentials),
  }
}

function onlyOne<Value>(what: string, given: readonly Value[]): Value | null {
  if (given.length > 1) throw new Error(`${what}: two features define it`)
  return given[0] ?? null
}

function enabledFor<Call>(draft: EntityDraft, features: readonly Feature<Call>[]): readonly Feature<Call>[] {
  return features.filter((feature) => feature.for(draft))
}

/**
 * The part of an entity that features see. Some features read the fields that others add. So features are first asked
 * only for fields, and then for everything.
 */
function draftOf<Call>(input: EntityInput<Call>, auth: AuthOptions | null): EntityDraft {
  const { kind, slug, options, localization, parts, admins, rules } = input
  const { hasUsers, userCollections, mentionable, authCollections, usesFiles, sendsMail, namedJobs } = input
  const { parametersOfCollections } = input
  const fields = resolveFields(options.fields, localization, mentionable)
  const draft: EntityDraft = {
    kind,
    slug,
    options: { ...options },
    fields,
    localization,
    auth,
    rules: rulesOf(options, slug, auth !== null, admins, rules),
    hasUsers,
    events: new Set([...DOCUMENT_EVENTS, ...parts.features.flatMap(({ events = [] }) => events.map(eventName))]),
    userCollections,
    authCollections,
    usesFiles,
    sendsMail,
    namedJobs,
    parametersOfCollections,
  }
  const added = enabledFor(draft, parts.features).map(
    (feature) => [feature.name, feature.adds(draft).fields ?? {}] as const,
  )
  mergeWithoutClash(`${kind} "${slug}": field`, [...added, ['the configuration', options.fields]])
  return { ...draft, fields: [...added.flatMap(([, own]) => resolveFields(own, localization, mentionable)), ...fields] }
}

function rulesOf(
  { access = {} }: CollectionConfig | GlobalConfig,
  slug: string,
  hasUsers: boolean,
  admins: string | null,
  ofFeatures: readonly RuleName[],
): Entity['rules'] {
  const rules = completeRules(access, admins, ofFeatures)
  if (!hasUsers) return rules
  return { ...rules, read: withOwnDocument(rules.read, slug), update: withOwnDocument(rules.update, slug) }
}

interface ResolvedEntity<Call> extends Entity<Call> {
  readonly parameters: readonly Parameter[]
  readonly records: readonly OwnedTable<Call>[]
  readonly credentials: readonly CredentialScheme<Call>[]
}

/** Adds the indexes that features need; equal ones are created once. */
function withIndexes(
  given: readonly CompoundIndex[],
  needed: readonly (readonly string[])[],
): readonly CompoundIndex[] {
  const isGiven = (paths: readonly string[]) => given.some(({ fields }) => fields.join() === paths.join())
  return [...given, ...needed.filter((paths) => !isGiven(paths)).map((fields) => ({ fields }))]
}

/**
 * All rules of an entity. A rule that is not set allows only users of the admin auth collection
 * (docs/contract/access.md#default-rules).
 */
function completeRules(
  given: { readonly [name in RuleName]?: Rule | undefined },
  adminCollection: string | null,
  ofFeatures: readonly RuleName[],
): Readonly<Record<RuleName, Rule>> {
  const admins: Rule = ({ actor }) => adminCollection !== null && actor?.collection === adminCollection
  const names = [...RULE_NAMES, ...ofFeatures]
  const ruleOf = (name: RuleName): Rule => {
    const { or } = traitsOf(name)
    return given[name] ?? (or === undefined ? undefined : given[or as RuleName]) ?? admins
  }
  return Object.fromEntries(names.map((name) => [name, ruleOf(name)])) as Record<RuleName, Rule>
}

/**
 * Lets actors read and update their own document (docs/contract/access.md#oneself). It is a `Where`, so it also applies
 * to lists and counts.
 */
function withOwnDocument(rule: Rule, slug: string): Rule {
  return async (args) => {
    const verdict = await rule(args)
    if (verdict === true || args.actor?.collection !== slug) return verdict
    const own = { id: { equals: args.actor.id } }
    return typeof verdict === 'object' && verdict !== null ? { or: [verdict, own] } : own
  }
}

/** Each hook is called with what it expects (`HookSubjects`). */
function completeHooks(given: object): Readonly<Record<HookName, readonly Hook[]>> {
  return Object.fromEntries(HOOK_NAMES.map((name) => [name, (given as Hooks)[name] ?? []])) as Record<
    HookName,
    readonly Hook[]
  >
}

const TIMESTAMP: JsonSchema = { type: 'string', format: 'date-time' }

export function baseSystemFields(kind: EntityKind): readonly SystemField[] {
  const id: JsonSchema = kind === 'collection' ? { type: 'string', format: 'uuid' } : { type: 'string' }
  return [
    { name: 'id', column: 'id', schema: id, storedAs: 'text', operators: [...equality, ...order] },
    {
      name: 'revision',
      column: 'revision',
      schema: { type: 'integer', minimum: 1 },
      storedAs: 'number',
      operators: [...equality, ...order],
    },
    timestamp('createdAt'),
    timestamp('updatedAt'),
  ]
}

function timestamp(name: string): SystemField {
  return { name, column: name, schema: TIMESTAMP, storedAs: 'instant', operators: [...equality, ...order] }
}
