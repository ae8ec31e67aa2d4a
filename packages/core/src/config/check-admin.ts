import { isObject } from '../content/json-object.ts'
import { anObject, aText, isLanguageTag, type OptionKind } from '../fields/option-kinds.ts'
import { brandingOptions } from './branding.ts'
import type { ProblemList } from './problem-list.ts'
import { checkViews } from './service-options.ts'

const aPathOrFalse: OptionKind = (value) =>
  value === false || (typeof value === 'string' && /^(\/[\w-]+)+$/.test(value) && !/^\/api(\/|$)/.test(value))
    ? null
    : "must be a path such as '/admin' outside of /api, or false"

/** Files on this machine: the server sends them to browsers unchanged. */
const someModules: OptionKind = (value) =>
  Array.isArray(value) && value.every((one) => one instanceof URL && one.protocol === 'file:')
    ? null
    : 'must be a list of modules, each as a URL: new URL(path, import.meta.url)'

const someLanguages: OptionKind = (value) =>
  isObject(value) && Object.entries(value).every(([code, file]) => isLanguageTag(code) && isJsonFile(file))
    ? null
    : 'must be JSON files by language, each as a URL: { da: new URL(path, import.meta.url) }'

function isJsonFile(file: unknown): boolean {
  return file instanceof URL && file.protocol === 'file:' && file.pathname.endsWith('.json')
}

/**
 * If several collections have users, the configuration must say which of them are the administrators
 * (docs/contract/access.md#default-rules).
 */
export function checkAdmin(
  config: Record<string, unknown>,
  collections: Record<string, unknown>,
  problems: ProblemList,
): void {
  const withUsers = Object.keys(collections).filter((slug) => {
    const collection = collections[slug]
    return isObject(collection) && collection['auth'] !== undefined
  })
  const { admin } = config
  if (isObject(admin)) {
    const { users } =
      problems.members(admin, 'admin', {
        users: aText,
        path: aPathOrFalse,
        extensions: someModules,
        languages: someLanguages,
        branding: anObject,
        views: anObject,
      }) ?? {}
    if (isObject(admin['branding'])) problems.members(admin['branding'], 'admin.branding', brandingOptions)
    if (isObject(admin['views'])) {
      const own = collections[typeof users === 'string' ? users : (withUsers[0] ?? '')]
      checkViews(admin['views'], isObject(own) ? own : undefined, problems)
    }
    if (typeof users === 'string' && !withUsers.includes(users)) {
      problems.add('admin.users', `names "${users}", which is not a collection with \`auth\`: choose one that has it`)
    }
  }
  if (withUsers.length > 1 && !(isObject(admin) && admin['users'] !== undefined)) {
    problems.add(
      'admin',
      `is missing: several collections have \`auth\` (${withUsers.join(', ')}), so choose one with \`admin: { users }\``,
    )
  }
}
