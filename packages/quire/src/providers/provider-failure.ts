import { ForbiddenAddress, QuireError } from '@quirecms/core'
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'

/** Retry delay for an unavailable provider. */
const RETRY_AFTER = 10

/** Maximum length of a provider's text in the log. */
const LONGEST_WORD = 300

/** Runs a call to a provider. Converts all errors to our own, without texts of the provider. */
export async function orOwnFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw ownFailure(error)
  }
}

function ownFailure(error: unknown): QuireError {
  if (error instanceof QuireError) return error
  const cause = describe(error)
  if (error instanceof AuthorizationResponseError) return refusedThere(error.error, cause)
  if (isUnreachable(error)) return unavailable(cause)
  return new QuireError('invalid_token', 'The sign-in with the provider could not be verified. Start again.', { cause })
}

/** The provider redirected back with an error code; only a few codes matter here. */
function refusedThere(reason: string, cause: Error): QuireError {
  if (reason === 'access_denied') return new QuireError('forbidden', 'The provider did not let you in.', { cause })
  if (reason === 'temporarily_unavailable' || reason === 'server_error') return unavailable(cause)
  return new QuireError('invalid_token', 'The sign-in with the provider could not be verified. Start again.', { cause })
}

function unavailable(cause: Error): QuireError {
  const message = 'The provider cannot be reached. Try again in a moment.'
  return new QuireError('unavailable', message, { retryAfter: RETRY_AFTER, cause })
}

/** Network errors and forbidden addresses have no code of the library. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.status >= 500 || error.status === 429
  if (!(error instanceof ClientError)) return error instanceof Error && !isMistake(error)
  const { code, cause } = error
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM')
    return cause instanceof Response && cause.status !== 400 && cause.status !== 401
  if (code === 'OAUTH_RESPONSE_IS_NOT_JSON' || code === 'OAUTH_PARSE_ERROR') return true
  return code === undefined
}

function isMistake(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && error.code.startsWith('ERR_INVALID_ARG')
}

/**
 * The part of an error to log: messages of the library, and error codes of the provider. Other members may contain
 * tokens.
 */
function describe(error: unknown): Error {
  const said: string[] = []
  for (let one = error, depth = 0; one instanceof Error && depth < 4; one = one.cause, depth += 1) {
    const code = 'code' in one && typeof one.code === 'string' ? ` (${one.code})` : ''
    said.push(`${one.message.slice(0, LONGEST_WORD)}${code}`)
    if (one instanceof ResponseBodyError || one instanceof AuthorizationResponseError)
      said.push(
        `the provider says ${JSON.stringify(one.error.slice(0, LONGEST_WORD))}`,
        ...wordsOf(one.error_description),
      )
    if (one instanceof ForbiddenAddress) said.push('set `privateNetwork` if the provider is in your own network')
  }
  return new Error(said.join(': ') || 'the provider failed')
}

function wordsOf(description: string | undefined): string[] {
  return description === undefined ? [] : [JSON.stringify(description.slice(0, LONGEST_WORD))]
}
