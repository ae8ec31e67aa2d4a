import {
  type FieldDefinitions,
  isObject,
  join,
  ProblemList,
  type QuireConfig,
  rememberFolderOf,
} from '@quirecms/core/feature'
import type { CheckedCode } from './checked-code.ts'
import type { CodeOf, Open } from './code-types.ts'

const JOB_CODE: ReadonlySet<string> = new Set(['run', 'key', 'access'])

type Members = Readonly<Record<string, unknown>>

/**
 * Adds code to a configuration that has none: rules, hooks, checks and routes, which know the types of the whole
 * application. In the configuration itself, that type is not complete yet.
 *
 * @example
 * export default withCode(schema, {
 *   collections: { posts: { hooks: { beforeChange: [({ data }) => ({ ...data, title: data?.title?.trim() })] } } },
 * })
 */
export function withCode<Config extends QuireConfig, const Code extends CodeOf<Config>>(
  config: Config,
  code: Code & CheckedCode<Open<Config>, Code>,
): Config {
  const problems = new ProblemList()
  const {
    collections = {},
    globals = {},
    routes = [],
    jobs = {},
    ...unknown
  } = code as unknown as Readonly<Record<string, Members>>
  for (const name of Object.keys(unknown))
    problems.add(name, 'is not code: give `collections`, `globals`, `jobs` or `routes`')
  const merged = {
    ...config,
    collections: mergeEntities('collections', config.collections, collections, problems),
    ...(config.globals && { globals: mergeEntities('globals', config.globals, globals, problems) }),
    ...(config.jobs && { jobs: mergeJobs(config.jobs, jobs, problems) }),
    ...lists(config, { routes }),
  }
  if (!config.jobs) mergeJobs({}, jobs, problems)
  problems.throwIfAny()
  rememberFolderOf(merged, config)
  return merged
}

function mergeEntities(kind: string, entities: object, code: Members, problems: ProblemList): Members {
  const merged: Record<string, unknown> = { ...entities }
  for (const [slug, given] of Object.entries(code)) {
    const entity = merged[slug]
    if (!isObject(entity)) problems.add(join(kind, slug), 'has code, but is not in the configuration')
    else if (isObject(given)) merged[slug] = mergeEntity(join(kind, slug), entity, given, problems)
  }
  return merged
}

function mergeJobs(own: object, code: Members, problems: ProblemList): Members {
  const merged: Record<string, unknown> = { ...own }
  for (const [name, given] of Object.entries(code)) {
    const place = join('jobs', name)
    const before = merged[name]
    if (!isObject(before)) problems.add(place, 'has code, but is not in the configuration')
    else if (isObject(given)) {
      for (const part of Object.keys(given)) {
        if (!JOB_CODE.has(part)) problems.add(join(place, part), 'is not code: move it to the configuration')
        else if (before[part] !== undefined) problems.add(join(place, part), 'is given twice: remove one of them')
      }
      merged[name] = { ...before, ...given }
    }
  }
  return merged
}

function mergeEntity(place: string, entity: Members, code: Members, problems: ProblemList): Members {
  const { access, hooks, fields, routes, ...others } = code
  for (const name of Object.keys(others)) problems.add(join(place, name), 'is not code: move it to the configuration')
  const rules = isObject(entity['access']) ? entity['access'] : {}
  for (const name of isObject(access) ? Object.keys(access) : [])
    if (rules[name] !== undefined) problems.add(join(place, `access.${name}`), 'is given twice: remove one of them')
  return {
    ...entity,
    ...(isObject(access) && { access: { ...rules, ...access } }),
    ...(isObject(hooks) && { hooks: lists(isObject(entity['hooks']) ? entity['hooks'] : {}, hooks) }),
    ...(isObject(fields) && { fields: mergeFields(place, entity['fields'] as FieldDefinitions, fields, problems) }),
    ...(routes !== undefined && lists(entity, { routes })),
  }
}

function lists(own: object, further: Members): Members {
  const before = own as Members
  const joined = Object.entries(further).map(([name, list]) => {
    const all = [...((before[name] ?? []) as readonly unknown[]), ...((list ?? []) as readonly unknown[])]
    return [name, all] as const
  })
  return { ...('routes' in further ? {} : before), ...Object.fromEntries(joined) }
}

function mergeFields(place: string, fields: FieldDefinitions, code: Members, problems: ProblemList): FieldDefinitions {
  const merged: Record<string, FieldDefinitions[string]> = { ...fields }
  for (const [name, given] of Object.entries(code)) {
    const field = merged[name]
    if (field && isObject(given)) merged[name] = { ...field, options: mergeOptions(field.options, given) }
    else problems.add(join(place, `fields.${name}`), 'has code, but there is no such field')
  }
  return merged
}

function mergeOptions(options: object, code: Members): Members {
  const { hooks, ...others } = code
  const own = (options as Members)['hooks']
  return { ...options, ...others, ...(isObject(hooks) && { hooks: lists(isObject(own) ? own : {}, hooks) }) }
}
