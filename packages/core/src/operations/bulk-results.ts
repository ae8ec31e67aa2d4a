import type { BulkAction } from '../contracts/entity.ts'
import { MOST_ISSUES, QuireError } from '../contracts/errors.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { Answer, BulkResult } from '../contracts/answer.ts'
import type { Call } from '../engine/call.ts'
import { execute } from '../engine/execute.ts'
import { contextForCall } from '../engine/unit-of-work.ts'
import type { PortionOutcome } from '../engine/write/in-portions.ts'

/** Gives up after this many documents ran into their deadline: the client would not wait for more. */
const MOST_TIMED_OUT = 2

export interface BulkChange {
  readonly data?: JsonObject | undefined
  readonly locale?: string | undefined
}

/** The operation that a single call would run on this document. */
export function actOn(
  { runtime, entity, caller }: Call,
  { operation, needsData }: BulkAction,
  id: string,
  { data, locale }: BulkChange,
): Promise<Answer> {
  const query = needsData && locale !== undefined ? { locale } : {}
  const input = { id, query, params: {}, ...(needsData && data && { body: data }) }
  // Each document gets its own hook context.
  const context = contextForCall(runtime.storage, caller.context)
  return execute(runtime, entity, operation, input, { ...caller, context })
}

export function resultOf(tried: PortionOutcome<Answer>, { needsData }: BulkAction): BulkResult {
  const { id } = tried
  if ('error' in tried) return { id, ok: false, error: asResult(tried.error, needsData) }
  const answer = tried.value
  return { id, ok: true, ...(answer.kind === 'doc' && { doc: answer.doc }) }
}

/** Stops early if the database is unavailable or code hangs repeatedly. */
export class FailurePatience {
  #timedOut = 0
  #isSomethingDone = false
  #isOver = false

  get isOver(): boolean {
    return this.#isOver
  }

  hear(result: BulkResult): void {
    if (result.ok) {
      this.#isSomethingDone = true
      return
    }
    const { code }: QuireError = result.error
    // The client must learn what was done. If nothing was done, report only this error.
    if (code === 'unavailable' && !this.#isSomethingDone) throw result.error
    if (code === 'timeout') this.#timedOut += 1
    this.#isOver ||= code === 'unavailable' || this.#timedOut >= MOST_TIMED_OUT
  }
}

export function notTried(id: string): Extract<BulkResult, { ok: false }> {
  const message = 'This document was not processed, because an earlier one ended the call. Send it again.'
  return { id, ok: false, error: new QuireError('unavailable', message) }
}

function asResult(error: unknown, isOfData: boolean): QuireError {
  const failure = failureOf(error)
  return isOfData ? inBody(failure) : failure
}

export function failureOf(error: unknown): QuireError {
  return error instanceof QuireError ? error : unexpected(error)
}

/** Hides an error of application code; the sender of the response logs its cause. */
function unexpected(cause: unknown): QuireError {
  return new QuireError('internal', 'Something went wrong with this document.', { cause })
}

/**
 * Prefixes the paths of issues with `data`, because they are paths in the request body
 * (docs/contract/errors.md#issue-paths).
 */
function inBody(error: QuireError): QuireError {
  if (!error.issues) return error
  const issues = error.issues.map((issue) => ({ ...issue, path: `data.${issue.path}` }))
  return new QuireError(error.code, error.message, { issues })
}

/** Limits the issues of all results together to those of one response. */
export function withFewIssues(results: readonly BulkResult[]): BulkResult[] {
  let left = MOST_ISSUES
  return results.map((result) => {
    if (result.ok || !result.error.issues) return result
    const { code, message, issues, cause } = result.error
    const listed = issues.slice(0, left)
    left -= listed.length
    return { ...result, error: new QuireError(code, message, { cause, ...(listed.length > 0 && { issues: listed }) }) }
  })
}
