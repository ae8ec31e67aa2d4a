import type { LogLevel } from '@quirecms/core'
import { type DestinationStream, type Logger, pino } from 'pino'
import { BufferedOutput } from './buffered-output.ts'
import { readableLines } from './readable-lines.ts'

export interface LoggerOptions {
  readonly level?: LogLevel
  /** Readable lines instead of JSON. */
  readonly pretty?: boolean
  /** Output of the lines; standard output by default. */
  readonly destination?: DestinationStream
}

/**
 * The log of the service. Secrets are removed from every line; errors are logged with stack and causes.
 *
 * @example
 * const log = createLogger({ level: 'info', pretty: process.stdout.isTTY })
 */
export function createLogger(options: LoggerOptions = {}): Logger {
  const { level = 'info', pretty = false } = options
  const target = options.destination ?? (pretty ? readableLines(process.stdout) : standardOutput())
  return pino(
    {
      level,
      base: null,
      timestamp: isoTime,
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
      serializers: { err: (error: unknown) => errorRecord(error) },
    },
    target,
  )
}

/** Resolves when all lines so far have left the process. */
export function flushLog(log: Logger): Promise<void> {
  return new Promise((resolve) => log.flush(() => resolve()))
}

let output: BufferedOutput | undefined

/** One output for all loggers of the process, so that lines stay in order and are flushed together. */
function standardOutput(): BufferedOutput {
  output ??= new BufferedOutput(1)
  return output
}

let second = 0
let secondText = ''

/** Within one second, only the last digits change. Formatting the whole date would be much of a short line's cost. */
function isoTime(): string {
  const now = Date.now()
  const milliseconds = now % 1000
  if (now - milliseconds !== second) {
    second = now - milliseconds
    secondText = `,"time":"${new Date(second).toISOString().slice(0, -'000Z'.length)}`
  }
  return `${secondText}${String(milliseconds).padStart(3, '0')}Z"`
}

const DEEPEST_CAUSE = 5

/**
 * Serializes an error for the log. Leaves out other properties: database drivers put statements and row values there.
 */
export function errorRecord(error: unknown, depth = 1): unknown {
  if (typeof error !== 'object' || error === null) return { message: String(error) }
  const { name, message, stack, code, cause } = error as Partial<Record<keyof Error | 'code', unknown>>
  return {
    type: error instanceof Error ? name : 'not an Error',
    message: typeof message === 'string' ? message : 'a value that is not an Error was thrown',
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof stack === 'string' && { stack }),
    ...(cause === undefined || depth >= DEEPEST_CAUSE ? {} : { cause: errorRecord(cause, depth + 1) }),
  }
}

/** Names of members that contain secrets, compared without case and punctuation. */
const SECRET_NAMES = new Set([
  'authorization',
  'cookie',
  'setcookie',
  'proxyauthorization',
  'password',
  'currentpassword',
  'newpassword',
  'passwordhash',
  'secret',
  'token',
  'sessiontoken',
  'accesstoken',
  'refreshtoken',
  'apikey',
  'xbootstraptoken',
])

const DEEPEST = 6

/**
 * Returns a copy without secret values, or the same object if it has none. Limited to a depth that is reasonable for a
 * log line. Instances of classes (requests, sockets) are reduced to their name, because they may contain secrets under
 * other names.
 */
export function withoutSecrets(object: Record<string, unknown>): Record<string, unknown> {
  return redacted(object, 1) as Record<string, unknown>
}

function redacted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date) return value
  if (depth > DEEPEST) return '[too deep]'
  if (!Array.isArray(value) && !isPlainObject(value)) return `[${value.constructor.name}]`
  let copy: Record<string, unknown> | unknown[] | undefined
  for (const [name, inner] of Object.entries(value)) {
    const replacement = isSecretName(name) ? '[redacted]' : redacted(inner, depth + 1)
    if (replacement === inner) continue
    copy ??= Array.isArray(value) ? Array.from<unknown>(value) : { ...value }
    ;(copy as Record<string, unknown>)[name] = replacement
  }
  return copy ?? value
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function isSecretName(name: string): boolean {
  return SECRET_NAMES.has(name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase())
}
