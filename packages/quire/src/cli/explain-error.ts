import { ConfigurationError, QuireError } from '@quirecms/core'
import { CommandFailure } from './command-failure.ts'

/** Describes a failure for the user of a command: fixable ones as a message, defects with their stack. */
export function explainError(error: unknown): string {
  if (error instanceof CommandFailure || error instanceof ConfigurationError) return error.message
  if (error instanceof QuireError) return explainQuireError(error)
  return explainSystemError(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
}

function explainQuireError({ message, issues, cause }: QuireError): string {
  const reason = reasonOf(cause)
  const lines = (issues ?? []).map((issue) => `- ${issue.path}: ${issue.message}`)
  return [reason === undefined ? message : `${message.replace(/\.$/, '')}: ${reason}`, ...lines].join('\n')
}

function reasonOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined
  // A host with several addresses fails once for each.
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0])
  return cause.message
}

const LISTEN_FAILURES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use. Choose another one with --port.',
  EACCES: 'is not allowed for this user. Choose another one with --port.',
  EADDRNOTAVAIL: 'cannot be used: this machine does not have that address. Choose another one with --host.',
  ENOTFOUND: 'cannot be used: there is no such host. Choose another one with --host.',
}

/** System calls of a failed listen; in a worker, the primary's `bind`. */
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
