import { isApiError, isMissingCode } from './api-error.ts'
import { type Said, words } from '../words/words.ts'

/** User messages by error code. Codes are stable; the service's own messages are English and for developers. */
export const errorWords = words('errors', {
  title: 'Something went wrong',
  refused: 'You don’t have access to this',
  missing: 'Nothing here',
  network: 'The service can’t be reached. Check your connection.',
  unauthenticated: 'You’ve been signed out. Sign in again to continue.',
  forbidden: 'You don’t have permission to do this. Ask someone who manages the site if you need it.',
  not_found: 'It may have been deleted, or you may not have access to it.',
  invalid_credentials: 'Wrong email address or password.',
  second_factor: 'One more step: confirm that it’s you.',
  invalid_token: 'This link is no longer valid. Ask for a new one.',
  unverified: 'Your email address isn’t confirmed yet. Open the link in the email we sent you.',
  too_many_attempts: 'Too many attempts. Wait a few minutes, then try again.',
  rate_limited: 'Too many requests. Wait a moment, then try again.',
  revision_conflict: 'Someone else changed this in the meantime.',
  locked: 'Someone else is editing this.',
  origin_not_allowed:
    'This page is open at an address that the application doesn’t know, so nothing can be changed here. Open it at its public address.',
  referenced: 'Other documents still use this.',
  validation: 'Some fields need fixing.',
  payload_too_large: 'This is too large.',
  timeout: 'This took too long. Try again.',
  unavailable: 'The service is busy. Try again in a moment.',
  internal: 'Something went wrong on the server. Give the number below to the people who run it.',
  misunderstood: 'Something went wrong. Reload the page and try again.',
  invalid_state: 'This isn’t possible right now.',
  conflict: 'This no longer matches the current content.',
  unsupported_media_type: 'This type of file isn’t accepted here.',
  request: 'Request {id}',
})

type ErrorWords = Said<typeof errorWords>

/** Faults of the app or of a proxy. The user can only retry. */
const MISUNDERSTOOD: ReadonlySet<string> = new Set([
  'invalid_json',
  'invalid_query',
  'invalid_request',
  'invalid_if_match',
  'method_not_allowed',
  'range_not_satisfiable',
])

/** Codes that mean the same to the user. */
const LIKE: Readonly<Record<string, string>> = {
  host_not_allowed: 'origin_not_allowed',
  cookie_required: 'unauthenticated',
  not_lock_holder: 'locked',
}

/** Codes whose message says more than the code. */
const DETAILED: ReadonlySet<string> = new Set(['conflict', 'invalid_state'])

export function explain(error: unknown, said: ErrorWords): string {
  if (isMissingCode(error)) return said.network
  if (!isApiError(error)) return error instanceof Error ? error.message : said.title
  const { code, message } = error
  const text = (said as unknown as Record<string, unknown>)[errorWordKey(code)]
  if (typeof text !== 'string') return message
  if (!DETAILED.has(code)) return text
  return said.title === errorWords.english.title ? message : `${text} (${message})`
}

export function errorWordKey(code: string): string {
  return MISUNDERSTOOD.has(code) ? 'misunderstood' : (LIKE[code] ?? code)
}
