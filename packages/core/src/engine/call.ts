import type { RuleName } from '../contracts/access.ts'
import type { MeantCopies } from '../contracts/document-changes.ts'
import type { Entity, Manifest } from '../contracts/entity.ts'
import type { Files } from '../contracts/files.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { AnyLocalApi } from '../contracts/local.ts'
import type { Metrics, Trace, Watch } from '../contracts/metrics.ts'
import type { LocaleChoice, Localization } from '../contracts/localization.ts'
import type { Caller, Operation, OperationInput } from '../contracts/operation.ts'
import type { SendRequest } from '../contracts/outgoing-request.ts'
import type { Services } from '../contracts/service.ts'
import type { DocumentReader } from '../contracts/document-storage.ts'
import type { Storage } from '../contracts/storage.ts'
import type { EventBus } from './events.ts'
import type { Population } from '../query/parse-populate.ts'
import { isDocumentId } from './new-id.ts'
import { currentUnit } from './unit-of-work.ts'
import type { ChangedList } from './write/changed-list.ts'
import { invalidQuery } from '../query/query-problems.ts'

/** What all calls of a running application share. */
export interface Runtime {
  readonly manifest: Manifest<Call>
  readonly storage: Storage
  readonly events: EventBus
  readonly clock: () => Date
  /** Creates the local API for a caller; hooks get it. Injected, because the local API depends on the engine. */
  readonly localFor: (caller: Caller) => AnyLocalApi
  /** Base URL of links in mails; null if not configured. */
  readonly publicUrl: string | null
  /** Secret for hashing cache tags; undefined if tags are sent in plain text. */
  readonly tagSecret: string | undefined
  /** Opened on first use: only upload collections need files. */
  readonly files: () => Promise<Files>
  /** Sends requests to addresses that users or third parties influence. */
  readonly send: SendRequest
  /** What the application provides to its features. */
  readonly services: Services
  /** Runs work that no response waits for. Logs its errors; closing the application waits for it. */
  readonly runInBackground: (what: string, work: () => Promise<void>) => void
  /** Aborted when the application begins to stop: running jobs of the application go back to the queue. */
  readonly stopping: AbortSignal
  /** Runs a command of `quire`, not a service. */
  readonly isCommand?: boolean
  readonly log: (level: 'info' | 'warn' | 'error', message: string, details: Readonly<Record<string, unknown>>) => void
  /** Logs errors after the outcome is settled: a throwing `afterCommit` hook or event listener. */
  readonly reportError: (message: string, error: unknown) => void
  /** Discards everything unless metrics are on. */
  readonly metrics: Metrics
  /** Records durations; undefined if timing is off, and then nothing is measured. */
  readonly watch: Watch | undefined
  /** Undefined if tracing is off. */
  readonly trace: Trace | undefined
}

export interface Call {
  readonly runtime: Runtime
  readonly entity: Entity<Call>
  readonly operation: Pick<
    Operation<Call>,
    'name' | 'rule' | 'copy' | 'capability' | 'steps' | 'implies' | 'accessAction' | 'changesReferrers'
  >
  readonly caller: Caller
  readonly input: OperationInput
  /** Null in applications without localization. */
  readonly locale: LocaleChoice | null
  /** Rules of the entity that were checked. The engine answers only if the operation's own rule is among them. */
  readonly checkedRules?: Set<RuleName>
  /**
   * New values of fields that a feature maintains (`FieldDefinition.maintained`): clients and hooks cannot write them.
   */
  readonly maintained?: JsonObject | undefined
  /** Unique fields that are not checked beforehand: the insert detects conflicts. */
  readonly uncheckedUniques?: readonly string[]
  /** Lists that resulted from relative changes, by path. */
  readonly changedLists?: ReadonlyMap<string, ChangedList>
  /**
   * What this call means by copies: content that must be complete (`writes`), an answer after a write (`answers`, set by
   * `presentWritten`), or another caller's rights (`rightsOf`). `entity.copies` says which copies there are.
   */
  readonly copies?: MeantCopies<Call>
  /** Set by previews: populated documents are read by another call than this one. */
  readonly populatedBy?: PopulatedBy
}

/** The call that reads populated documents, and where it is not used. */
export interface PopulatedBy {
  readonly call: Call
  /** Populated paths that are read as the caller all the same. */
  readonly opened: Population | null
}

/** The call that reads populated documents; `isOpened` if they are in an opened path. */
export function callForPopulated(call: Call, isOpened: boolean): Call {
  return isOpened || !call.populatedBy ? call : call.populatedBy.call
}

/** Reads in the call's transaction, so that the call sees its own writes; without one, reads committed state. */
export function readerOf(call: Call): DocumentReader {
  return currentUnit(call.runtime.storage, call.caller.context)?.tx ?? call.runtime.storage.reader
}

/** A global's id is its slug; a collection's ids are UUIDs. Returns null for anything else. */
export function documentId({ entity, input }: Pick<Call, 'entity' | 'input'>): string | null {
  if (entity.kind === 'global') return entity.slug
  return input.id !== undefined && isDocumentId(input.id) ? input.id : null
}

/** The locale's code for rules and hooks: undefined without localization. */
export function localeCode(call: Call): string | undefined {
  if (!call.locale) return undefined
  return call.locale.all ? 'all' : call.locale.locale
}

/** Resolves `locale` and `fallback-locale` (docs/contract/localization.md#reading-a-locale). */
export function chooseLocale(
  localization: Localization | null,
  query: Readonly<Record<string, unknown>>,
): LocaleChoice | null {
  if (!localization) return null
  const { locale = localization.defaultLocale, fallbackLocale } = query
  const fallback = fallbackLocale === undefined ? undefined : parseFallback(fallbackLocale, localization)
  if (locale === 'all' || locale === '*') return { all: true, locales: localization.locales }
  if (!isLocale(locale, localization)) throw unknownLocale('locale', locale)
  const rest = fallback ?? localization.fallback[locale] ?? []
  return { all: false, locale, chain: [locale, ...rest.filter((other) => other !== locale)] }
}

function parseFallback(given: unknown, localization: Localization): readonly string[] {
  if (given === false || given === 'false') return []
  const chain: readonly unknown[] = Array.isArray(given) ? given : String(given).split(',')
  // Each locale once: repeated lookups find nothing new, and statements would grow.
  return [...new Set(chain)].map((locale) => {
    if (!isLocale(locale, localization)) throw unknownLocale('fallback-locale', locale)
    return locale
  })
}

function isLocale(locale: unknown, { locales }: Localization): locale is string {
  return typeof locale === 'string' && locales.includes(locale)
}

function unknownLocale(path: string, locale: unknown): Error {
  return invalidQuery([{ code: 'option', path, message: `Unknown locale "${String(locale).slice(0, 64)}".` }])
}

/** A call of the system, such as a job or the lookup of a user. Access rules don't apply. */
export function systemCall(runtime: Runtime, entity: Entity<Call>, name: string): Call {
  return {
    runtime,
    entity,
    operation: { name },
    caller: { actor: null, system: true, context: {} },
    input: { query: {}, params: {} },
    locale: chooseLocale(runtime.manifest.localization, {}),
  }
}
