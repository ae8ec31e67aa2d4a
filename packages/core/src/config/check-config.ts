import { aFunction, aListOfFunctions, aText, anObject, anything, isObject } from '../fields/option-kinds.ts'
import { checkFields, type FieldSurroundings } from './check-fields.ts'
import { checkLocalization } from './check-localization.ts'
import { checkSlug } from './check-names.ts'
import { checkDatabase, checkServer } from './check-server.ts'
import { COLLECTION_HOOKS, COLLECTION_RULES } from './collection.ts'
import type { QuireConfig } from './define-config.ts'
import { GLOBAL_HOOKS, GLOBAL_RULES } from './global.ts'
import { join, ProblemList } from './problem-list.ts'

const configKinds: { readonly [Name in keyof QuireConfig]-?: typeof anything } = {
  collections: anObject,
  globals: anObject,
  localization: anObject,
  database: anything,
  server: anObject,
}

const entityKinds = { fields: anything, access: anObject, hooks: anObject, label: aText, description: aText }

/**
 * Throws one `ConfigurationError` with everything that is wrong and where, or returns. A configuration may come from JavaScript, so
 * nothing about its shape is taken for granted.
 */
export function checkConfig(config: unknown): asserts config is QuireConfig {
  const problems = new ProblemList()
  if (!isObject(config)) {
    problems.add('', 'the configuration must be an object: export default defineConfig({ … })')
    problems.throwIfAny()
    return
  }
  problems.members(config, '', configKinds, ['collections'])
  const collections = isObject(config['collections']) ? config['collections'] : {}
  const globals = isObject(config['globals']) ? config['globals'] : {}
  const surroundings: FieldSurroundings = {
    collections: new Set(Object.keys(collections)),
    hasLocalization: config['localization'] !== undefined,
    problems,
  }
  if (isObject(config['localization'])) checkLocalization(config['localization'], 'localization', problems)
  if (config['database'] !== undefined) checkDatabase(config['database'], 'database', problems)
  if (isObject(config['server'])) checkServer(config['server'], 'server', problems)
  for (const [slug, entity] of Object.entries(collections)) {
    checkEntity(slug, entity, `collections.${slug}`, COLLECTION_RULES, COLLECTION_HOOKS, surroundings)
  }
  for (const [slug, entity] of Object.entries(globals)) {
    checkEntity(slug, entity, `globals.${slug}`, GLOBAL_RULES, GLOBAL_HOOKS, surroundings)
  }
  problems.throwIfAny()
}

function checkEntity(
  slug: string,
  value: unknown,
  place: string,
  rules: readonly string[],
  hooks: readonly string[],
  surroundings: FieldSurroundings,
): void {
  const { problems } = surroundings
  checkSlug(slug, place, problems)
  const entity = problems.members(value, place, entityKinds, ['fields'])
  if (!entity) return
  const { access, hooks: given, fields } = entity
  if (isObject(access)) {
    problems.members(access, join(place, 'access'), Object.fromEntries(rules.map((name) => [name, aFunction])))
  }
  if (isObject(given)) {
    problems.members(given, join(place, 'hooks'), Object.fromEntries(hooks.map((name) => [name, aListOfFunctions])))
  }
  if (fields !== undefined) checkFields(fields, join(place, 'fields'), surroundings)
}
