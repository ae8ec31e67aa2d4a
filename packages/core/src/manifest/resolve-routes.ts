import { ConfigurationError, type ConfigurationProblem } from '../config/configuration-error.ts'
import type { PluginConfig, QuireConfig } from '../config/define-config.ts'
import { parseSize } from '../config/quantities.ts'
import type { RouteConfig } from '../config/route.ts'
import type { Entity } from '../contracts/entity.ts'
import type { Route } from '../contracts/route.ts'
import type { Operation } from '../contracts/operation.ts'

const SERVICE_PATHS = ['/api/schema', '/api/openapi.json', '/api/docs', '/healthz', '/readyz']

/**
 * The routes of the application and its plugins. Throws if two of them, or one and the framework, match the same
 * request.
 */
export function resolveRoutes(
  config: QuireConfig,
  plugins: readonly PluginConfig[],
  entities: readonly Entity[],
): readonly Route[] {
  const all = [
    ...(config.routes ?? []).map((route, index) => resolved(route, '/api', `routes.${index}`, 'Application')),
    ...ofEntities('collections', config.collections),
    ...ofEntities('globals', config.globals ?? {}),
    ...plugins.flatMap(({ key, routes = [] }) =>
      routes.map((route, index) => {
        const base = route.exact === true ? '' : `/api/plugins/${key}`
        return resolved(route, base, `plugin "${key}", routes.${index}`, `Plugin ${key}`)
      }),
    ),
  ]
  refuseClashes(all, entities)
  return all
}

function ofEntities(
  kind: 'collections' | 'globals',
  entities: Readonly<Record<string, { readonly routes?: readonly RouteConfig[] }>>,
): Route[] {
  return Object.entries(entities).flatMap(([slug, { routes = [] }]) => {
    const group = kind === 'collections' ? slug : `global ${slug}`
    return routes.map((route, index) =>
      resolved(route, `/api/${kind}/${slug}`, `${kind}.${slug}.routes.${index}`, group),
    )
  })
}

function resolved(route: RouteConfig, base: string, place: string, group: string): Route {
  const { method, path, auth = false, body = {}, input = null, output = null, handler } = route
  const described = `${base}${path.replaceAll(/:(\w+)/g, '{$1}')}`
  return {
    place,
    method,
    path: described,
    group,
    summary: route.summary ?? `${method} ${described}`,
    description: route.description ?? null,
    auth: auth === true ? 'required' : auth === 'optional' ? 'optional' : 'none',
    body: { as: body.as ?? 'json', limit: body.limit === undefined ? null : parseSize(body.limit) },
    input,
    output,
    handler,
  }
}

function refuseClashes(routes: readonly Route[], entities: readonly Entity[]): void {
  const owners = new Map<string, string>(
    SERVICE_PATHS.map((path) => [routeKey('GET', path), `the framework's ${path}`]),
  )
  for (const entity of entities) {
    for (const operation of Object.values(entity.operations)) {
      const path = pathOf(entity, operation)
      const { method } = operation.endpoint
      owners.set(routeKey(method, path), `the framework's ${method} ${path}`)
    }
  }
  const problems: ConfigurationProblem[] = []
  for (const { method, path, place } of routes) {
    const key = routeKey(method, path)
    const other = owners.get(key)
    if (other !== undefined)
      problems.push({
        place,
        message: `${method} ${path} is already served by ${other}: choose another path or method`,
      })
    else owners.set(key, place)
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
}

/** Parameters match the same segments, whatever their names are. */
function routeKey(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`
}

/** The URL path of an operation: `/api/collections/posts/{id}`. */
export function pathOf(
  { kind, slug }: Pick<Entity, 'kind' | 'slug'>,
  { endpoint }: Pick<Operation<never>, 'endpoint'>,
): string {
  const { base, path } = endpoint
  if (base === 'auth' || base === 'uploads') return `/api/${base}/${slug}${path}`
  if (kind === 'service') return `/api${base === undefined ? '' : `/${base}`}${path}`
  const place = `${kind === 'collection' ? 'collections' : 'globals'}/${slug}`
  return `/api/${base === undefined ? place : `${base}/${place}`}${path}`
}
