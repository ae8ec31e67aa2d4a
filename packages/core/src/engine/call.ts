import type { RuleName } from '../contracts/access.ts'
import type { Mailer } from '../contracts/auth.ts'
import type { MeantCopies } from '../contracts/copies.ts'
import type { Entity, Manifest } from '../contracts/entity.ts'
import type { Files } from '../contracts/files.ts'
import type { ProviderClient } from '../contracts/identity-provider.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { AnyLocalApi } from '../contracts/local.ts'
import type { Trace, Watch } from '../contracts/instruments.ts'
import type { Metrics } from '../contracts/metrics.ts'
import type { LocaleChoice } from '../contracts/localization.ts'
import type { Caller, Operation, OperationInput } from '../contracts/operation.ts'
import type { PasskeyChecks } from '../contracts/passkeys.ts'
import type { SendRequest } from '../contracts/outgoing-request.ts'
import type { DocumentReader } from '../contracts/document-storage.ts'
import type { Storage } from '../contracts/storage.ts'
import type { EventBus } from './events.ts'
import type { Keyring } from './identity/keyring.ts'
import type { Population } from '../query/parse-populate.ts'
import { isDocumentId } from './new-id.ts'
import { currentUnit } from './unit-of-work.ts'
import type { ChangedList } from './write/changed-list.ts'

/** What every call shares: the application as it runs. */
export interface Runtime {
  readonly manifest: Manifest<Call>
  readonly storage: Storage
  readonly events: EventBus
  readonly clock: () => Date
  /** The local API that acts for a caller; hooks get it. Injected, because it stands on top of the engine. */
  readonly localFor: (caller: Caller) => AnyLocalApi
  /** Where links in mails point; null where the application does not say. */
  readonly publicUrl: string | null
  /** What tags of answers are hashed with, as caches see them; undefined where they are not. */
  readonly tagSecret: string | undefined
  readonly mailer: Mailer
  /** Seals what must be read again; null where there is no `QUIRE_SECRET`. */
  readonly keyring: Keyring | null
  /** Their library is loaded when a passkey is first looked at. */
  readonly passkeys: PasskeyChecks
  /** Opened when they are first asked for: only upload collections need them. */
  readonly files: () => Promise<Files>
  /** Sends requests to addresses that users or third parties influence. */
  readonly send: SendRequest
  /** Speaks with the providers that users sign in with. */
  readonly providers: ProviderClient
  /** Work that no answer waits for. What it throws is logged; closing the application waits for it. */
  readonly background: (what: string, work: () => Promise<void>) => void
  /** Fires when the application begins to stop: jobs of the application go back to the queue. */
  readonly stopping: AbortSignal
  /** A command of `quire`, which ends by itself, and not a service. */
  readonly isCommand?: boolean
  /** A line of the log. */
  readonly log: (level: 'info' | 'warn' | 'error', message: string, details: Readonly<Record<string, unknown>>) => void
  /** What went wrong after an answer was settled: a throwing `afterCommit` hook or event listener. */
  readonly reportError: (message: string, error: unknown) => void
  /** Discards everything unless metrics are on. */
  readonly metrics: Metrics
  /** Records durations; undefined if timing is off, and then nothing is measured. */
  readonly watch: Watch | undefined
  /** Undefined where nothing is traced. */
  readonly trace: Trace | undefined
}

/** One operation on its way through the engine. */
export interface Call {
  readonly runtime: Runtime
  readonly entity: Entity<Call>
  /** What the steps of a call need to know of its operation. */
  readonly operation: Pick<Operation<Call>, 'name' | 'rule' | 'capability' | 'steps' | 'implies' | 'tells'>
  readonly caller: Caller
  readonly input: OperationInput
  /** Null in applications without localization. */
  readonly locale: LocaleChoice | null
  /** The rules of its entity that were asked on the way: an answer is only given if the operation's own is among them. */
  readonly asked?: Set<RuleName>
  /** New values of the fields that a feature maintains (`FieldDefinition.maintained`): no client and no hook can write them. */
  readonly maintained?: JsonObject | undefined
  /** Unique fields whose values are not looked up beforehand: that one is taken shows when it is stored. */
  readonly unchecked?: readonly string[]
  /** Lists that relative changes of the input made of stored ones, by path. */
  readonly changedLists?: ReadonlyMap<string, ChangedList>
  readonly copies?: MeantCopies<Call>
  /** Whom all other documents of the answer are read for; absent where that is the caller. */
  readonly others?: ForOthers
}

/** How a call reads documents that its answer holds beside its own. */
export interface ForOthers {
  readonly call: Call
  /** The places whose documents are read for the caller all the same. */
  readonly opened: Population | null
}

/** The call that documents are read for which the answer holds beside its own; `isOpened` says that they are in an opened place. */
export function callForOthers(call: Call, isOpened: boolean): Call {
  return isOpened || !call.others ? call : call.others.call
}

/** An operation of the framework, which goes through the steps of the engine itself. */
export function defineOperation(operation: Operation<Call>): Operation<Call> {
  return { ...operation, asksItself: true }
}

/** Reads go where the call's transaction is, so that it sees its own writes; without one they read committed state. */
export function readerOf(call: Call): DocumentReader {
  return currentUnit(call.runtime.storage, call.caller.context)?.tx ?? call.runtime.storage.reader
}

/** A global's document is named by its slug; a collection's by a UUID, and anything else names none. */
export function documentId({ entity, input }: Pick<Call, 'entity' | 'input'>): string | null {
  if (entity.kind === 'global') return entity.slug
  return input.id !== undefined && isDocumentId(input.id) ? input.id : null
}

/** The locale's code for rules and hooks: undefined without localization. */
export function localeCode(call: Call): string | undefined {
  if (!call.locale) return undefined
  return call.locale.all ? 'all' : call.locale.locale
}
