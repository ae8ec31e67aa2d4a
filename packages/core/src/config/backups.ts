import { aText, type OptionKind } from '../fields/option-kinds.ts'
import { aListOfTexts, aPositiveCount } from './check-server.ts'
import type { ProblemList } from './problem-list.ts'

/** A daily backup, made by one of the instances (docs/backups.md). */
export interface BackupsConfig {
  /** The time of day, in UTC: `'03:00'`. */
  readonly at: string
  /** A folder, or `s3://bucket/prefix`. Relative paths start at the configuration. */
  readonly to: string
  /** How many backups to keep; all by default. */
  readonly keep?: number
  /** Who gets a mail when one fails: one or several addresses. */
  readonly notify?: string | readonly string[]
  /** The public key of `quire backup key`. Backups are encrypted for its private key. */
  readonly encrypt?: string
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/

const aTimeOfDay: OptionKind = (value) =>
  typeof value === 'string' && TIME.test(value) ? null : "must be a time of day in UTC, such as '03:00'"

const isAddress = (value: unknown) => typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value)

const addresses: OptionKind = (value) =>
  isAddress(value) ||
  (aListOfTexts(value) === null && (value as unknown[]).length > 0 && (value as unknown[]).every(isAddress))
    ? null
    : "must be an email address such as 'ops@example.com', or a list of them"

const PUBLIC_KEY = /^qbk1[A-Za-z0-9_-]{43}$/

const aPublicKey: OptionKind = (value) =>
  typeof value === 'string' && PUBLIC_KEY.test(value)
    ? null
    : "must be the public key that 'quire backup key' prints, which begins with qbk1"

const kinds = { at: aTimeOfDay, to: aText, keep: aPositiveCount, notify: addresses, encrypt: aPublicKey }

export function checkBackups(value: unknown, place: string, problems: ProblemList): void {
  problems.members(value, place, kinds, ['at', 'to'])
}
