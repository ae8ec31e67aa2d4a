import { ConfigurationError, QuireError } from '@quirecms/core'
import { CommandFailure } from './command-failure.ts'

/**
 * What a person at the command line needs to know of a failure. What they can put right comes as a message; anything else is a defect
 * and comes with its stack.
 */
export function explainError(error: unknown): string {
  if (error instanceof CommandFailure || error instanceof ConfigurationError) return error.message
  if (error instanceof QuireError) return explainQuireError(error)
  return explainSystemError(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
}

/** The cause is for logs, and this is one: it tells a refused connection from a wrong password. */
function explainQuireError({ message, issues, cause }: QuireError): string {
  const reason = reasonOf(cause)
  const lines = (issues ?? []).map((issue) => `- ${issue.path}: ${issue.message}`)
  return [reason === undefined ? message : `${message.replace(/\.$/, '')}: ${reason}`, ...lines].join('\n')
}

function reasonOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined
  // A host with several addresses fails once for each of them.
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0])
  return cause.message
}

const LISTEN_FAILURES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use. Choose another one with --port.',
  EACCES: 'is not allowed for this user. Choose another one with --port.',
  EADDRNOTAVAIL: 'cannot be used: this machine does not have that address. Choose another one with --host.',
  ENOTFOUND: 'cannot be used: there is no such host. Choose another one with --host.',
}

/** What fails when a server starts to listen; in a worker it is the primary's `bind`. */
const LISTENING: ReadonlySet<unknown> = new Set(['listen', 'bind', 'getaddrinfo'])

function explainSystemError(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error && 'code' in error)) return undefined
  const { syscall, code, message } = error
  const failure = LISTENING.has(syscall) ? LISTEN_FAILURES[String(code)] : undefined
  if (failure === undefined) return message
  const { address, port, hostname } = error as { address?: string | null; port?: number; hostname?: string }
  const host = address ?? hostname
  const place = port === undefined ? (host ?? 'The address') : `Port ${port}${host ? ` on ${host}` : ''}`
  return `${place} ${failure}`
}
