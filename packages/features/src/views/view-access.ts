import {
  type Actor,
  ask,
  type Call,
  type Entity,
  type JsonObject,
  type QuireConfig,
  QuireError,
  refusalOf,
  ruleArguments,
  signedIn,
} from '@quirecms/core/feature'

export type ViewRules = NonNullable<NonNullable<QuireConfig['admin']>['views']>

export interface ViewCaller {
  readonly actor: Actor
  readonly entity: Entity<Call>
}

/**
 * Lets in users of the admin app who may read the collection. To others, it does not exist
 * (docs/contract/access.md#shared-views).
 */
export async function viewCaller(call: Call): Promise<ViewCaller> {
  const { actor } = signedIn(call)
  const { collections, admins } = call.runtime.manifest
  if (actor.collection !== admins) throw refusalOf(call)
  const slug = call.input.params['collection'] ?? ''
  const entity = Object.hasOwn(collections, slug) ? collections[slug] : undefined
  if (!entity || !(await mayRead(call, entity))) throw new QuireError('not_found', 'There is no such collection.')
  return { actor, entity }
}

/** A rule that reads the document throws without one: this counts as no. */
async function mayRead(call: Call, entity: Entity<Call>): Promise<boolean> {
  const { read } = entity.operations
  if (!read) return false
  try {
    return (await ask({ ...call, entity, operation: read }, 'read', {})).kind !== 'never'
  } catch {
    return false
  }
}

/** The same for callers who may share views there, asked with the view as `data`. */
export async function viewSharer(call: Call, config: ViewRules, view: JsonObject): Promise<ViewCaller> {
  const found = await viewCaller(call)
  if (!(await allowsSharing(call, config, { ...view, collection: found.entity.slug }))) throw refusalOf(call)
  return found
}

/** Any answer but `true` means no: a condition can't apply to views. */
async function allowsSharing(call: Call, { share }: ViewRules, data: JsonObject): Promise<boolean> {
  return (await share(ruleArguments(call, { data }))) === true
}

/** Whether the caller may share some view of the collection. A rule that throws counts as no. */
export function maySomeView(call: Call, config: ViewRules, { entity }: ViewCaller): Promise<boolean> {
  return allowsSharing(call, config, { collection: entity.slug }).catch(() => false)
}

/** Whether a view for these roles is for this user. Without a field that holds roles, only a view for all is. */
export function isFor(roles: readonly string[], actor: Actor, { roles: field }: ViewRules): boolean {
  if (roles.length === 0) return true
  const own: readonly unknown[] = field === undefined ? [] : [actor[field]].flat()
  return roles.some((role) => own.includes(role))
}
