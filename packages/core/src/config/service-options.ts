import { aFunction, aText, isLanguageTag, oneOf, type OptionKind } from '../fields/option-kinds.ts'
import type { ObjectStore } from '../contracts/object-store.ts'
import { isObject } from '../content/json-object.ts'
import type { ProblemList } from './problem-list.ts'
import { aPositiveCount, aQuantity } from './check-server.ts'
import type { MailLayout } from '../contracts/mail.ts'
import type { PopulationLimits } from '../contracts/entity.ts'
import { parseSize, type Size } from './quantities.ts'
import type { Rule } from '../contracts/access.ts'

export interface DiskConfig {
  readonly kind: 'disk'
  readonly path: string
}

/** Any other file storage: a package such as `@quirecms/s3` makes one of these. */
export interface OtherStorageConfig {
  readonly kind: 'other'
  /** Called once, when the first file is needed. */
  open(): ObjectStore | Promise<ObjectStore>
}

export type StorageConfig = DiskConfig | OtherStorageConfig

/**
 * Stores files in a folder; a relative path starts from the configuration's own folder.
 *
 * @example
 * const storage = disk('./data/uploads')
 */
export function disk(path: string): DiskConfig {
  return { kind: 'disk', path }
}

export function checkStorage(value: unknown, place: string, problems: ProblemList): void {
  const kind = isObject(value) ? value['kind'] : undefined
  if (kind === 'disk') problems.members(value, place, { kind: aText, path: aText }, ['path'])
  else if (kind === 'other') problems.members(value, place, { kind: aText, open: aFunction }, ['open'])
  else problems.add(place, "must be a storage such as disk('./data/uploads')")
}

export interface BulkConfig {
  /**
   * Maximum number of documents that a bulk call with `where` changes; 10,000 by default. If more match, it changes
   * none.
   */
  readonly documents?: number
}

const kinds = { documents: aPositiveCount }

export function checkBulk(value: unknown, place: string, problems: ProblemList): void {
  problems.members(value, place, kinds)
}

export function resolveBulk({ documents = 10_000 }: BulkConfig = {}): Required<BulkConfig> {
  return { documents }
}

/** Options of the session cookie. */
export interface CookieConfig {
  /**
   * `'lax'` by default. `'none'` lets pages of other sites use the session, if `server.cors` allows them; browsers then
   * require https.
   */
  readonly sameSite?: 'lax' | 'strict' | 'none'
  /**
   * A domain whose subdomains share the session: `'example.com'`. By default, browsers send it only to the host itself.
   */
  readonly domain?: string
}

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i

const aDomain: OptionKind = (value) =>
  typeof value === 'string' && DOMAIN.test(value) ? null : "must be a domain such as 'example.com'"

const COOKIE_OPTIONS = { sameSite: oneOf('lax', 'strict', 'none'), domain: aDomain }

export function checkCookie(value: unknown, place: string, problems: ProblemList): void {
  problems.members(value, place, COOKIE_OPTIONS)
}

export interface LocalizationConfig<Locale extends string = string> {
  readonly locales: readonly Locale[]
  readonly defaultLocale: NoInfer<Locale>
  /** In which locales missing values are looked up, nearest first. */
  readonly fallback?: { readonly [From in NoInfer<Locale>]?: readonly NoInfer<Locale>[] }
}

/** The layout of all mails, independent of their texts and transport. */
export interface MailConfig {
  /** Makes the HTML of mails without HTML of their own, instead of the layout of Quire. */
  readonly layout?: MailLayout
  /** A footer for every mail: who sends it, and how to reach them. */
  readonly footer?: string
  /** The language of your mails: `'de'`. It also sets the text direction. `'en'` by default. */
  readonly language?: string
}

const LONGEST_FOOTER = 2_000

const aFooter: OptionKind = (value) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_FOOTER
    ? null
    : `must be a text of up to ${LONGEST_FOOTER} characters`

const aLanguage: OptionKind = (value) =>
  typeof value === 'string' && isLanguageTag(value) ? null : "must be a language tag such as 'en' or 'pt-BR'"

const mailKinds: { readonly [Name in keyof MailConfig]-?: OptionKind } = {
  layout: aFunction,
  footer: aFooter,
  language: aLanguage,
}

export function checkMail(value: unknown, place: string, problems: ProblemList): void {
  problems.members(value, place, mailKinds)
}

/** Limits of populated documents in one response. Beyond them, ids stay ids. */
export interface PopulationConfig {
  /** By default 1,000 over HTTP, and 10,000 in process. A document in several places counts in each of them. */
  readonly documents?: number
  /** The total size of their JSON, counting each place; by default 4 MiB over HTTP, and no limit in process. */
  readonly bytes?: Size
}

const POPULATION_OPTIONS = { documents: aPositiveCount, bytes: aQuantity(parseSize) }

export function checkPopulation(value: unknown, place: string, problems: ProblemList): void {
  problems.members(value, place, POPULATION_OPTIONS)
}

/** A configured limit applies to both. */
export function resolvePopulation({ documents, bytes }: PopulationConfig = {}): {
  remote: PopulationLimits
  inProcess: PopulationLimits
} {
  const configured = bytes === undefined ? undefined : parseSize(bytes)
  return {
    remote: { documents: documents ?? 1_000, bytes: configured ?? 4 * 1024 * 1024 },
    inProcess: { documents: documents ?? 10_000, bytes: configured ?? Number.POSITIVE_INFINITY },
  }
}

/** Who shares views of lists in the admin app, and with whom (docs/admin.md). */
export interface ViewsConfig {
  /**
   * Who may share views, and change and remove shared ones. `data` is the view: `collection`, `name`, `value` and
   * `roles`.
   */
  readonly share: Rule
  readonly roles?: string
}

export function checkViews(
  views: Record<string, unknown>,
  users: Record<string, unknown> | undefined,
  problems: ProblemList,
): void {
  const { share, roles } = problems.members(views, 'admin.views', { share: aFunction, roles: aText }) ?? {}
  if (share === undefined) problems.add('admin.views.share', 'is missing: say who may share views')
  if (typeof roles !== 'string') return
  const fields = users?.['fields']
  const field = isObject(fields) ? fields[roles] : undefined
  const type = isObject(field) ? field['type'] : undefined
  if (!isObject(type) || type['name'] !== 'select')
    problems.add('admin.views.roles', `names "${roles}", which is not a select field of the admin users`)
}
