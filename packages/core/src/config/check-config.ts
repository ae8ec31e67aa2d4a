import type { RuleName } from '../contracts/access.ts'
import type { OptionSchemas } from '../contracts/plugin-api.ts'
import { isObject, mapValues } from '../content/json-object.ts'
import {
  aBoolean,
  aFunction,
  aListOfFunctions,
  aLocalizedText,
  aText,
  anObject,
  anything,
  type OptionKind,
} from '../fields/option-kinds.ts'
import { compileSchema } from '../fields/compile-schema.ts'
import { checkAdmin } from './check-admin.ts'
import { checkFields, type FieldSurroundings } from './check-fields.ts'
import { checkLocalization } from './check-localization.ts'
import { checkSlug } from './check-names.ts'
import { checkRenamed } from './check-renamed.ts'
import { checkDatabase, checkServer } from './check-server.ts'
import { checkAuthCollection, checkNoLogins, checkWhatNeedsUsers } from './check-users.ts'
import { COLLECTION_HOOKS, COLLECTION_RULES } from './collection.ts'
import type { QuireConfig } from './define-config.ts'
import { GLOBAL_HOOKS, GLOBAL_RULES } from './global.ts'
import { checkJobs, checkQueue } from './check-jobs.ts'
import { checkIndexes } from './check-indexes.ts'
import { checkLocks, checkSearch, checkPreview, checkTrash } from './collection-options.ts'
import { checkCookie, checkMail, checkBulk, checkPopulation, checkStorage } from './service-options.ts'
import { checkEmail } from './email.ts'
import { checkLog } from './log.ts'
import { checkBackups } from './backups.ts'
import { checkChanges } from './changes.ts'
import { aCacheLife } from './cache.ts'
import { checkPresentation } from './presentation.ts'
import { checkPublicUrl } from './providers.ts'
import { join, ProblemList } from './problem-list.ts'
import { checkRoutes } from './route.ts'
import { checkUpload } from './upload.ts'
import { checkVersions, draftsOf } from './versions.ts'

const aMailer: OptionKind = (value) =>
  isObject(value) && typeof value['send'] === 'function' ? null : 'must be an object with a function `send`'

const configKinds: { readonly [Name in keyof QuireConfig]-?: typeof anything } = {
  collections: anObject,
  globals: anObject,
  localization: anObject,
  database: anything,
  admin: anObject,
  email: anObject,
  server: anObject,
  storage: anything,
  backups: anObject,
  changes: anything,
  log: anObject,
  name: aText,
  description: aText,
  mailer: aMailer,
  mail: anObject,
  identify: aFunction,
  cookie: anObject,
  population: anObject,
  bulk: anObject,
  routes: anything,
  jobs: anything,
  queue: anObject,
  plugins: anything,
}

const aSort: OptionKind = (value) =>
  [value].flat().length > 0 && [value].flat().every((one) => typeof one === 'string')
    ? null
    : "must be a sort field such as '-createdAt', or a list of them"

const collectionKinds = {
  fields: anything,
  access: anObject,
  hooks: anObject,
  label: aLocalizedText,
  description: aLocalizedText,
  admin: anObject,
  auth: anything,
  trash: anything,
  upload: anything,
  versions: anything,
  locks: anything,
  preview: anything,
  defaultSort: aSort,
  indexes: anything,
  search: anything,
  authors: aBoolean,
  comments: aBoolean,
  transfers: aBoolean,
  cache: aCacheLife,
  renamedFrom: aText,
  routes: anything,
}
const {
  auth: _auth,
  trash: _trash,
  upload: _upload,
  locks: _locks,
  defaultSort: _defaultSort,
  indexes: _indexes,
  search: _search,
  transfers: _transfers,
  ...globalKinds
} = collectionKinds

interface OfFeatures {
  readonly rules?: readonly RuleName[]
  readonly options?: OptionSchemas
}

/**
 * Throws one `ConfigurationError` that lists everything that is wrong, and where. The configuration may come from
 * JavaScript, so this doesn't assume anything about its shape.
 */
export function checkConfig(config: unknown, ofFeatures: OfFeatures = {}): asserts config is QuireConfig {
  const problems = new ProblemList()
  if (!isObject(config)) {
    problems.add('', 'the configuration must be an object: export default defineConfig({ … })')
    problems.throwIfAny()
    return
  }
  problems.members(config, '', configKinds, ['collections'])
  const { rules = [], options = {} } = ofFeatures
  const ownKinds = mapValues(options, () => anything)
  const collections = isObject(config['collections']) ? config['collections'] : {}
  const globals = isObject(config['globals']) ? config['globals'] : {}
  const surroundings: FieldSurroundings = {
    collections: new Set(Object.keys(collections)),
    uploads: new Set(Object.keys(collections).filter((slug) => holdsFiles(collections[slug]))),
    hasLocalization: config['localization'] !== undefined,
    types: new Map(),
    problems,
  }
  if (isObject(config['localization'])) checkLocalization(config['localization'], 'localization', problems)
  if (config['database'] !== undefined) checkDatabase(config['database'], 'database', problems)
  if (isObject(config['server'])) checkServer(config['server'], 'server', problems)
  if (config['storage'] !== undefined) checkStorage(config['storage'], 'storage', problems)
  if (isObject(config['backups'])) checkBackups(config['backups'], 'backups', problems)
  if (config['changes'] !== undefined) checkChanges(config['changes'], 'changes', problems)
  if (isObject(config['log'])) checkLog(config['log'], 'log', problems)
  if (isObject(config['cookie'])) checkCookie(config['cookie'], 'cookie', problems)
  if (isObject(config['population'])) checkPopulation(config['population'], 'population', problems)
  if (isObject(config['bulk'])) checkBulk(config['bulk'], 'bulk', problems)
  if (config['routes'] !== undefined) checkRoutes(config['routes'], 'routes', problems)
  if (config['jobs'] !== undefined) checkJobs(config['jobs'], 'jobs', problems)
  if (isObject(config['queue'])) checkQueue(config['queue'], 'queue', problems)
  for (const [slug, entity] of Object.entries(collections)) {
    const place = `collections.${slug}`
    checkEntity(
      slug,
      entity,
      place,
      { kinds: { ...ownKinds, ...collectionKinds }, rules: [...COLLECTION_RULES, ...rules], hooks: COLLECTION_HOOKS },
      surroundings,
    )
    if (isObject(entity) && entity['auth'] !== undefined) checkAuthCollection(config, entity, place, problems)
    else if (isObject(entity)) checkNoLogins(entity, place, problems)
    if (isObject(entity) && entity['upload'] !== undefined) checkUpload(entity, place, problems)
    if (isObject(entity) && entity['auth'] !== undefined && draftsOf(entity['versions'])) {
      problems.add(
        join(place, 'versions.drafts'),
        'does not work in a collection with `auth`, because a draft cannot sign in: leave it out',
      )
    }
    if (isObject(entity) && entity['trash'] !== undefined) checkTrash(entity['trash'], join(place, 'trash'), problems)
    if (isObject(entity) && entity['indexes'] !== undefined)
      checkIndexes(entity['indexes'], join(place, 'indexes'), problems)
    if (isObject(entity) && entity['search'] !== undefined)
      checkSearch(entity['search'], join(place, 'search'), problems)
    if (isObject(entity) && entity['locks'] !== undefined) checkLocks(entity['locks'], join(place, 'locks'), problems)
  }
  for (const [slug, entity] of Object.entries(globals)) {
    const allowed = { kinds: { ...ownKinds, ...globalKinds }, rules: [...GLOBAL_RULES, ...rules], hooks: GLOBAL_HOOKS }
    checkEntity(slug, entity, `globals.${slug}`, allowed, surroundings)
  }
  for (const [kind, entities] of Object.entries({ collections, globals })) {
    for (const [slug, entity] of Object.entries(entities)) checkOwnOptions(entity, options, join(kind, slug), problems)
    checkRenamed(
      entities,
      (entity) => (isObject(entity) ? entity['renamedFrom'] : undefined),
      (slug) => join(kind, slug),
      problems,
    )
  }
  checkAdmin(config, collections, problems)
  checkWhatNeedsUsers(config, collections, problems)
  checkPublicUrl(config['server'], collections, problems)
  if (isObject(config['email'])) checkEmail(config['email'], 'email', problems)
  if (isObject(config['mail'])) checkMail(config['mail'], 'mail', problems)
  problems.throwIfAny()
}

function checkOwnOptions(entity: unknown, schemas: OptionSchemas, place: string, problems: ProblemList): void {
  if (!isObject(entity)) return
  for (const [name, schema] of Object.entries(schemas)) {
    const value = entity[name]
    if (value === undefined || Object.hasOwn(collectionKinds, name)) continue
    for (const { path, message } of compileSchema(schema)(value)) {
      const at = join(place, path === '' ? name : `${name}.${path}`)
      problems.add(at, `${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`)
    }
  }
}

export const COLLECTION_OPTIONS: readonly string[] = Object.keys(collectionKinds)

function holdsFiles(collection: unknown): boolean {
  return isObject(collection) && (collection['upload'] === true || isObject(collection['upload']))
}

interface Allowed {
  readonly kinds: Readonly<Record<string, OptionKind>>
  readonly rules: readonly string[]
  readonly hooks: readonly string[]
}

function checkEntity(
  slug: string,
  value: unknown,
  place: string,
  { kinds, rules, hooks }: Allowed,
  surroundings: FieldSurroundings,
): void {
  const { problems } = surroundings
  checkSlug(slug, place, problems)
  const entity = problems.members(value, place, kinds, ['fields'])
  if (!entity) return
  const { access, hooks: given, fields, routes } = entity
  if (isObject(access)) {
    problems.members(access, join(place, 'access'), Object.fromEntries(rules.map((name) => [name, aFunction])))
  }
  if (isObject(given)) {
    problems.members(given, join(place, 'hooks'), Object.fromEntries(hooks.map((name) => [name, aListOfFunctions])))
  }
  if (routes !== undefined) checkRoutes(routes, join(place, 'routes'), problems)
  if (entity['versions'] !== undefined) checkVersions(entity['versions'], join(place, 'versions'), problems)
  if (entity['preview'] !== undefined) checkPreview(entity['preview'], join(place, 'preview'), problems)
  if (isObject(entity['admin'])) checkPresentation(entity['admin'], join(place, 'admin'), problems)
  if (fields !== undefined) checkFields(fields, join(place, 'fields'), surroundings)
}
