import {
  type Call,
  type Entity,
  canManageKeys,
  hasFullRead,
  canReadEverything,
  refusalOf,
  ruleArguments,
} from 'quirecms/plugin'
import { deliveryOf, type DeliveryRow, type EntityName } from './delivery-table.ts'
import type { Endpoint, WebhookSettings } from './options.ts'

export interface WebhookVisibility {
  /** Entities whose deliveries may be seen; null for all. */
  readonly entities: readonly EntityName[] | null
  mayUse(endpoint: Endpoint): boolean
  maySee(row: DeliveryRow): boolean
  mayReadBody(row: DeliveryRow): Promise<boolean>
}

const EVERYTHING: WebhookVisibility = {
  entities: null,
  mayUse: () => true,
  maySee: () => true,
  mayReadBody: async () => true,
}

/**
 * Returns what the caller may see; throws if that is nothing. The `access` option, if set, decides on the whole log.
 * Otherwise, users with `manageKeys` see deliveries of collections and globals whose read rule returns `true`, and
 * endpoints that receive events of no others. Scopes of an API key restrict this in every case.
 */
export async function visibilityOf(call: Call, { access }: WebhookSettings): Promise<WebhookVisibility> {
  if (call.caller.system) return EVERYTHING
  const rule = access ?? call.entity.rules.read
  if ((await rule(ruleArguments(call, {}))) !== true) throw refusalOf(call)
  if (!access && !(await canManageKeys(call))) throw refusalOf(call)
  if (access && !call.caller.scopes) return EVERYTHING
  const readable = new Map<string, Entity<Call>>()
  const { collections, globals } = call.runtime.manifest
  const entities = [...Object.values(collections), ...Object.values(globals)]
  for (const entity of entities) if (await hasFullRead(call, entity)) readable.set(nameOf(entity), entity)
  const names = ['none', ...readable.keys()] as EntityName[]
  const maySee = (row: DeliveryRow) => names.includes(row.entity)
  return {
    entities: names,
    maySee,
    mayUse: (endpoint) =>
      entities.filter((entity) => isToldOf(endpoint, entity)).every((entity) => readable.has(nameOf(entity))),
    async mayReadBody(row) {
      const { collection, global } = deliveryOf(row)
      if (collection === null && global === null) return true
      const entity = readable.get(row.entity)
      return entity !== undefined && canReadEverything(call, entity)
    },
  }
}

/**
 * Whether an endpoint receives events of a collection or global. Collections of users must be named explicitly, because
 * their documents contain personal data.
 */
export function isToldOf(
  endpoint: Endpoint,
  { kind, slug, auth }: Pick<Entity<Call>, 'kind' | 'slug'> & { readonly auth: unknown },
): boolean {
  const named = kind === 'collection' ? endpoint.collections : endpoint.globals
  return named === null ? auth === null : named.includes(slug)
}

export function nameOf({ kind, slug }: Pick<Entity<Call>, 'kind' | 'slug'>): EntityName {
  return kind === 'global' ? `global:${slug}` : `collection:${slug}`
}
